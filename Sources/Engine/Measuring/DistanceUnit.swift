/// What distances are told in.
public enum DistanceUnit: String, Sendable, Hashable, CaseIterable {
  /// Kilometres, and metres for short ones.
  case kilometres = "km"
  /// International miles, and feet for short ones.
  case miles = "mi"

  /// What people of a region (ISO 3166-1 alpha-2) measure roads in (Unicode CLDR, `length-road`).
  ///
  /// Kilometres where no region is known.
  public init(region: String?) {
    let isOfMiles = region.map { Self.regionsOfMiles.contains($0.uppercased()) } ?? false
    self = isOfMiles ? .miles : .kilometres
  }

  /// The United States with its territories, and the United Kingdom with the Crown's dependencies.
  private static let regionsOfMiles: Set<String> = [
    "US", "PR", "GU", "VI", "AS", "MP", "UM", "GB", "IM", "JE", "GG",
  ]

  /// How many of this unit so many metres are.
  public func number(metres: Double) -> Double {
    switch self {
    case .kilometres: metres / 1000
    case .miles: metres / 1609.344
    }
  }
}
