import Foundation

/// A date of HTTP in its three forms (RFC 9110 §5.6.7), always in Greenwich time.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The instant a text names, or `nil` when it has none of the three forms.
  ///
  /// `now` settles the century of a two-digit year: one that would lie more than 50 years ahead
  /// is in the past.
  static func parse(_ text: String, now: Date) -> Date? {
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT":
      return date(words[1], words[2], fourDigits(words[3]), words[4])
    case 4 where words[3] == "GMT":
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3 else { return nil }
      return date(parts[0], parts[1], twoDigits(parts[2], now: now), words[2])
    case 5:
      return date(words[2], words[1], fourDigits(words[4]), words[3])
    default: return nil
    }
  }

  private static func date(_ day: String, _ month: String, _ year: Int?, _ time: String) -> Date? {
    guard let year, let day = number(day, 1...31), let month = months.firstIndex(of: month),
      let seconds = secondsOfDay(time)
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + seconds))
  }

  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hours = number(parts[0], 0...23), let minutes = number(parts[1], 0...59),
      let seconds = number(parts[2], 0...60)
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  private static func fourDigits(_ text: String) -> Int? {
    text.utf8.count == 4 ? number(text, 0...9999) : nil
  }

  private static func twoDigits(_ text: String, now: Date) -> Int? {
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
