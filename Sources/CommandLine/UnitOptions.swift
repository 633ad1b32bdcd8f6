import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// What distances are told in.
struct UnitOptions: ParsableArguments {
  @Option(
    help: .said("What distances are told in, km or mi; what the locale's region uses by default."),
    transform: UnitSystem.named)
  var units: UnitSystem?

  /// The unit: the flag, else that of the region in LC_ALL, LC_MEASUREMENT or LANG.
  var unit: DistanceUnit { (units ?? UnitSystem(region: Self.region)).distance }

  private static var region: String? {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale?.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
      .map(String.init)
  }
}

/// What the measures of records are told in.
struct MeasureOptions: ParsableArguments {
  @Option(
    help:
      .said(
        "Tell measures in metric or imperial units, with their signs; as they are kept by default."),
    transform: UnitSystem.named)
  var units: UnitSystem?

  /// Refuses units for JSON, which tells every number as it is kept.
  func forbid(json: Bool) throws {
    guard json, units != nil else { return }
    throw misuse("--units is for text; JSON tells numbers in the units they are kept in.")
  }
}

extension UnitSystem {
  fileprivate static func named(_ word: String) throws -> UnitSystem {
    guard let system = UnitSystem(word: word) else {
      throw misuse("expected metric, imperial, km or mi, found \"\(word)\".")
    }
    return system
  }
}

/// Measures as the command line tells them: "120726 mi2".
struct MeasureText {
  let units: UnitSystem

  /// A number of a field with its unit; nothing where it is no measure that can be reckoned.
  func text(_ value: Value, _ field: Field) -> String? {
    guard let unit = field.unit, MeasureUnit(rawValue: unit) != nil else { return nil }
    switch value {
    case .integer(let number): return text(Double(number), unit)
    case .number(let number): return text(number, unit)
    default: return nil
    }
  }

  private func text(_ number: Double, _ unit: String) -> String {
    let measure = units.measure(number, unit)
    return "\(Self.digits(measure.number)) \(measure.unit)"
  }

  /// At least three digits that count: hundredths below 10, tenths below 100.
  private static func digits(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    let decimals = number.magnitude < 10 ? 2 : number.magnitude < 100 ? 1 : 0
    return String(format: "%.\(decimals)f", number)
  }
}
