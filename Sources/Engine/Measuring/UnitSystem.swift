/// The units that a person reads measures in.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// The international units: grams, metres, square kilometres.
  case metric
  /// The customary ones of the United States: ounces, feet, square miles.
  case imperial
  /// Miles for roads and land, the international units for everything else.
  case british

  /// The systems that a person may choose; the third is what is usual in some regions.
  public static let choices: [UnitSystem] = [.metric, .imperial]

  /// What people of a region (ISO 3166-1 alpha-2) measure in (Unicode CLDR, unit preferences).
  ///
  /// Metric where no region is known.
  public init(region: String?) {
    switch region?.uppercased() {
    case let region? where Self.regionsOfFeet.contains(region): self = .imperial
    case let region? where Self.regionsOfMiles.contains(region): self = .british
    default: self = .metric
    }
  }

  /// The system of a word that a person or a cookie says; `km` and `mi` say it too.
  public init?(word: String) {
    switch word {
    case "metric", DistanceUnit.kilometres.rawValue: self = .metric
    case "imperial", DistanceUnit.miles.rawValue: self = .imperial
    default: return nil
    }
  }

  /// The United States with its territories.
  private static let regionsOfFeet: Set<String> = ["US", "PR", "GU", "VI", "AS", "MP", "UM"]
  /// The United Kingdom with the Crown's dependencies.
  private static let regionsOfMiles: Set<String> = ["GB", "IM", "JE", "GG"]

  /// What distances are told in.
  public var distance: DistanceUnit { self == .metric ? .kilometres : .miles }
}

/// A number with the unit that it is told in.
public struct Measure: Sendable, Hashable {
  /// How many of the unit.
  public var number: Double
  /// The unit, such as `kg`.
  public var unit: String
  /// Whether the number was reckoned from another unit, so that its last digits mean little.
  public var isReckoned: Bool
}

extension UnitSystem {
  /// A number of a declared unit in the unit that this system tells it in.
  ///
  /// A unit that no system knows stays as it is.
  public func measure(_ number: Double, _ unit: String) -> Measure {
    guard let known = MeasureUnit(rawValue: unit) else {
      return Measure(number: number, unit: unit, isReckoned: false)
    }
    let base = number * known.size
    let other = told(known, magnitude: base.magnitude)
    guard other != known else { return Measure(number: number, unit: unit, isReckoned: false) }
    return Measure(number: base / other.size, unit: other.rawValue, isReckoned: true)
  }

  private func told(_ unit: MeasureUnit, magnitude: Double) -> MeasureUnit {
    switch self {
    case .metric: unit.metric(magnitude)
    case .imperial: unit.imperial(magnitude)
    case .british:
      [.kilometre, .mile, .squareKilometre, .squareMile].contains(unit)
        ? unit.imperial(magnitude) : unit.metric(magnitude)
    }
  }
}

/// A unit of mass, length or area that can be told in another one.
public enum MeasureUnit: String, Sendable, Hashable, CaseIterable {
  /// The units of mass.
  case gram = "g"
  case kilogram = "kg"
  case tonne = "t"
  case ounce = "oz"
  case pound = "lb"
  /// The units of length.
  case millimetre = "mm"
  case centimetre = "cm"
  case metre = "m"
  case kilometre = "km"
  case inch = "in"
  case foot = "ft"
  case mile = "mi"
  /// The units of area.
  case squareMetre = "m2"
  case hectare = "ha"
  case squareKilometre = "km2"
  case squareFoot = "ft2"
  case acre = "ac"
  case squareMile = "mi2"

  /// How many grams, metres or square metres it is; all are exact (NIST SP 811, appendix B).
  public var size: Double {
    switch self {
    case .gram, .metre, .squareMetre: 1
    case .kilogram, .kilometre: 1000
    case .tonne, .squareKilometre: 1e6
    case .ounce: 28.349523125
    case .pound: 453.59237
    case .millimetre: 0.001
    case .centimetre: 0.01
    case .inch: 0.0254
    case .foot: 0.3048
    case .mile: 1609.344
    case .hectare: 1e4
    case .squareFoot: 0.09290304
    case .acre: 4046.8564224
    case .squareMile: 2_589_988.110336
    }
  }

  /// Whether it is an international unit.
  public var isMetric: Bool { metric(0) == self }

  /// Grams climb to kilograms and tonnes; other international units stay as they are declared.
  func metric(_ magnitude: Double) -> MeasureUnit {
    switch self {
    case .gram, .ounce, .pound: magnitude < 1000 ? .gram : magnitude < 1e6 ? .kilogram : .tonne
    case .inch: .centimetre
    case .foot: .metre
    case .mile: .kilometre
    case .squareFoot: .squareMetre
    case .acre: .hectare
    case .squareMile: .squareKilometre
    default: self
    }
  }

  /// Ounces below a pound; lengths and areas by the size of the declared unit.
  func imperial(_ magnitude: Double) -> MeasureUnit {
    switch self {
    case .gram, .kilogram, .tonne: magnitude < MeasureUnit.pound.size ? .ounce : .pound
    case .millimetre, .centimetre: .inch
    case .metre: .foot
    case .kilometre: .mile
    case .squareMetre: .squareFoot
    case .hectare: .acre
    case .squareKilometre: .squareMile
    default: self
    }
  }
}
