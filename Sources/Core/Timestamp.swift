/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Its years are those of `CivilDate`.
public struct Timestamp: Hashable, Sendable {
  /// Milliseconds since the epoch, negative before it.
  public let millisecondsSinceEpoch: Int64

  /// The moments that a timestamp may have: from the first to the last millisecond of the years.
  public static let milliseconds: ClosedRange<Int64> = -377_705_116_800_000...253_402_300_799_999

  /// Milliseconds in a day.
  public static let millisecondsInDay: Int64 = 86_400_000

  /// Makes a moment, or nil beyond the years we know.
  public init?(millisecondsSinceEpoch milliseconds: Int64) {
    guard Self.milliseconds.contains(milliseconds) else { return nil }
    millisecondsSinceEpoch = milliseconds
  }

  /// Makes a moment from a date and a time of day in UTC.
  ///
  /// A time of day of exactly 24 hours is not a time. Nil when a part is out of range.
  public init?(
    _ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
  ) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      (0...999).contains(millisecond)
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    // Unchecked, since the parts are small: WebAssembly has no checked product of 64 bits.
    let time = Int64(seconds) &* 1_000 + Int64(millisecond)
    millisecondsSinceEpoch = Int64(date.daysSinceEpoch) &* Self.millisecondsInDay + time
  }

  /// The day, and the milliseconds since its start, in UTC.
  private var parts: (days: Int64, rest: Int64) {
    let milliseconds = millisecondsSinceEpoch
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsInDay)
    return rest < 0 ? (days - 1, rest + Self.millisecondsInDay) : (days, rest)
  }

  /// The date in UTC.
  public var date: CivilDate {
    guard let date = CivilDate(daysSinceEpoch: Int(parts.days)) else {
      preconditionFailure("A timestamp lies within the years of civil dates.")
    }
    return date
  }

  /// The hour in UTC, 0...23.
  public var hour: Int { Int(parts.rest / 3_600_000) }
  /// The minute, 0...59.
  public var minute: Int { Int(parts.rest / 60_000 % 60) }
  /// The second, 0...59.
  public var second: Int { Int(parts.rest / 1_000 % 60) }
  /// The millisecond, 0...999.
  public var millisecond: Int { Int(parts.rest % 1_000) }
}

extension Timestamp: Comparable {
  /// Whether `left` is the earlier moment.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
  }
}
