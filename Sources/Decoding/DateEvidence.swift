public import AlmanacDeclarations

/// What the dates of a column such as `03/04/2026` say of their order.
public struct DateEvidence: Sendable, Hashable {
  /// How many can only have the day first: 25/08/2025.
  public var dayFirst = 0
  /// How many can only have the month first: 08/25/2025.
  public var monthFirst = 0
  /// How many may be either: 03/04/2026.
  public var either = 0

  /// No dates.
  public init() {}

  /// How many dates there are.
  public var count: Int { dayFirst + monthFirst + either }

  /// How many dates stay as they were sent where an order is decided, or none.
  public func unread(_ order: DateOrder?) -> Int {
    switch order {
    case .dmy: monthFirst
    case .mdy: dayFirst
    default: count
    }
  }

  /// The order that a whole column has.
  ///
  /// An order that was decided earlier stays where some dates still have it, or none speaks at all;
  /// without one, evidence of both kinds decides nothing.
  ///
  /// - Parameter isWhole: Whether this is the whole column, which alone can overthrow an order.
  public func order(after earlier: DateOrder?, isWhole: Bool) -> DateOrder? {
    let (days, months) = (dayFirst > 0, monthFirst > 0)
    switch earlier {
    case .dmy where days || !months || !isWhole: return .dmy
    case .mdy where months || !days || !isWhole: return .mdy
    default: break
    }
    guard isWhole, days != months else { return nil }
    return days ? .dmy : .mdy
  }

  mutating func add(_ other: DateEvidence) {
    dayFirst += other.dayFirst
    monthFirst += other.monthFirst
    either += other.either
  }
}
