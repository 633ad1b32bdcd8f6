/// What distances are told in.
public enum DistanceUnit: String, Sendable, Hashable, CaseIterable {
  /// Kilometres, and metres for short ones.
  case kilometres = "km"
  /// International miles, and feet for short ones.
  case miles = "mi"

  /// How many of this unit so many metres are.
  public func number(metres: Double) -> Double {
    switch self {
    case .kilometres: metres / 1000
    case .miles: metres / 1609.344
    }
  }
}
