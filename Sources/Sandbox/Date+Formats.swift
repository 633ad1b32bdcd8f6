import Foundation

extension Date {
  /// The date moved to the nearest whole millisecond, the finest step that timestamps show.
  var wholeMillisecond: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
  }

  /// The time in UTC to the millisecond, as SODA writes it: `2026-11-21T14:02:48.123Z`.
  var timestamp: String {
    // A double is seldom exactly a millisecond, and the format rounds down.
    addingTimeInterval(0.0004).formatted(ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The time as HTTP writes it (RFC 9110, section 5.6.7): `Sat, 21 Nov 2026 14:02:48 GMT`.
  var httpDate: String {
    formatted(
      Date.VerbatimFormatStyle(
        format: Self.httpFormat, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
  }

  /// The time an HTTP header states in the preferred form; nil when it is none.
  init?(httpDate text: String) {
    let strategy = Date.ParseStrategy(
      format: Self.httpFormat, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
    do {
      self = try strategy.parse(text)
    } catch {
      return nil
    }
  }

  private static let httpFormat: Date.FormatString = """
    \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
    \(second: .twoDigits) GMT
    """
}
