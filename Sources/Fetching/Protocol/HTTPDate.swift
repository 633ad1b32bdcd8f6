import Foundation

/// A date of HTTP in its three forms (RFC 9110 §5.6.7), always in Greenwich time.
///
/// The forms are taken strictly, but for the case of letters: a date that merely looks like one,
/// in another zone or with parts missing, must not make an answer fresh.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The instant a text names, or `nil` when it has none of the three forms.
  ///
  /// `now` settles the century of a two-digit year: one that would lie more than 50 years ahead
  /// is in the past.
  static func parse(_ text: String, now: Date) -> Date? {
    guard text.utf8.count <= 40 else { return nil }
    let words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
    switch words.count {
    case 6 where words[5] == "gmt": return fixdate(words)
    case 4 where words[3] == "gmt": return rfc850(words, now)
    case 5, 6: return asctime(words)
    default: return nil
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that may still be written.
  private static func fixdate(_ words: [Substring]) -> Date? {
    guard words[0].last == ",", isShort(words[0].dropLast()), words[1].utf8.count == 2 else {
      return nil
    }
    return date(words[1], words[2], fourDigits(words[3]), words[4])
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete.
  private static func rfc850(_ words: [Substring], _ now: Date) -> Date? {
    let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
    guard words[0].last == ",", weekdays.contains(String(words[0].dropLast())),
      parts.count == 3, parts[0].utf8.count == 2
    else { return nil }
    return date(parts[0], parts[1], twoDigits(parts[2], now: now), words[2])
  }

  /// `Sun Nov  6 08:49:37 1994`, obsolete; a day below 10 has a space in front.
  private static func asctime(_ words: [Substring]) -> Date? {
    var words = words
    let isPadded = words.count == 6 && words[2].isEmpty
    if isPadded { words.remove(at: 2) }
    guard words.count == 5, isShort(words[0]), words[2].utf8.count == (isPadded ? 1 : 2) else {
      return nil
    }
    return date(words[2], words[1], fourDigits(words[4]), words[3])
  }

  private static func isShort(_ weekday: Substring) -> Bool {
    weekday.utf8.count == 3 && weekdays.contains { $0.hasPrefix(weekday) }
  }

  private static func date(
    _ day: Substring, _ month: Substring, _ year: Int?, _ time: Substring
  ) -> Date? {
    guard let year, let day = number(day, 1...31),
      let month = months.firstIndex(of: String(month)), let seconds = secondsOfDay(time)
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + seconds))
  }

  private static func secondsOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hours = number(parts[0], 0...23), let minutes = number(parts[1], 0...59),
      let seconds = number(parts[2], 0...60)
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  private static func fourDigits(_ text: Substring) -> Int? {
    text.utf8.count == 4 ? number(text, 0...9999) : nil
  }

  private static func twoDigits(_ text: Substring, now: Date) -> Int? {
    guard text.utf8.count == 2, let year = number(text, 0...99) else { return nil }
    let thisYear = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
    let candidate = thisYear / 100 * 100 + year
    return candidate > thisYear + 50 ? candidate - 100 : candidate
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, counting years from March.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
