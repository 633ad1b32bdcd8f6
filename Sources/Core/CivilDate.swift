/// A day of the proleptic Gregorian calendar, in the years -9999 to 9999.
///
/// Year 0 is 1 BC, as in ISO 8601. The arithmetic is Howard Hinnant's, "chrono-Compatible Low-Level
/// Date Algorithms" (https://howardhinnant.github.io/date_algorithms.html).
public struct CivilDate: Hashable, Sendable {
  /// The year, -9999...9999.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int

  /// The years that a date may have.
  public static let years = -9999...9999

  /// Makes a date, or nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.init(valid: (year, month, day))
  }

  private init(valid parts: (year: Int, month: Int, day: Int)) {
    (year, month, day) = parts
  }

  /// Whether `year` has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in `month`, which must be within 1...12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    precondition((1...12).contains(month), "There are twelve months.")
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension CivilDate {
  /// The days since 1970-01-01, negative before it. O(1)
  public var daysSinceEpoch: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.floorDivided(shifted, by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysInEra + dayOfEra - Self.daysToEpoch
  }

  /// The date that many days after 1970-01-01, or nil beyond the years we know. O(1)
  public init?(daysSinceEpoch days: Int) {
    guard Self.days.contains(days) else { return nil }
    let shifted = days + Self.daysToEpoch
    let era = Self.floorDivided(shifted, by: Self.daysInEra)
    let dayOfEra = shifted - era * Self.daysInEra
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(valid: (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1))
  }

  /// From -9999-01-01 to 9999-12-31.
  private static let days = -4_371_587...2_932_896
  /// Days in 400 years.
  private static let daysInEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysToEpoch = 719_468

  private static func floorDivided(_ value: Int, by divisor: Int) -> Int {
    (value >= 0 ? value : value - divisor + 1) / divisor
  }
}

extension CivilDate: Comparable {
  /// Whether `left` is the earlier day.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
