import AlmanacCore
import Foundation

/// Days and moments as a language writes them, in UTC.
struct DateText: Sendable {
  let words: Catalogue

  /// A day: "3 March 2026".
  func day(_ date: CivilDate) -> String {
    words.say("date.day", parts(date))
  }

  /// A day with its weekday: "Saturday, 21 November 2026".
  func longDay(_ date: CivilDate) -> String {
    words.say("date.long_day", parts(date))
  }

  /// The moment of an event told from now: "today 06:12", "Thursday 09:30", "3 March 2026".
  ///
  /// The words say when something happens, in languages where "on Thursday" is not "Thursday".
  func moment(_ date: Date, now: Date) -> String {
    guard let then = Self.timestamp(date), let today = Self.timestamp(now)?.date else { return "" }
    let time = clock(then)
    switch then.date.daysSinceEpoch - today.daysSinceEpoch {
    case 0: return words.say("date.today", ["time": time])
    case -1: return words.say("date.yesterday", ["time": time])
    case 1: return words.say("date.tomorrow", ["time": time])
    case -6 ... -2, 2...6: return words.say("date.this_week", weekday(then.date, time))
    default: return day(then.date)
    }
  }

  /// An instant in a table: "21 Nov 2026, 14:02:48".
  func instant(_ timestamp: Timestamp) -> String {
    words.say(
      "date.instant",
      [
        "day": String(timestamp.date.day), "month": month(timestamp.date, short: true),
        "year": String(timestamp.date.year), "time": clock(timestamp, seconds: true),
      ])
  }

  /// The time of day: "06:12", or "06:12:48".
  func clock(_ timestamp: Timestamp, seconds: Bool = false) -> String {
    let short = Self.two(timestamp.hour) + ":" + Self.two(timestamp.minute)
    return seconds ? short + ":" + Self.two(timestamp.second) : short
  }

  /// The instant of a Foundation date.
  static func timestamp(_ date: Date) -> Timestamp? {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: milliseconds).flatMap(Timestamp.init(millisecondsSinceEpoch:))
  }

  private func parts(_ date: CivilDate) -> [String: String] {
    [
      "day": String(date.day), "month": month(date, short: false), "year": String(date.year),
      "weekday": words.say("date.weekday.\(Self.weekday(date))"),
    ]
  }

  private func weekday(_ date: CivilDate, _ time: String) -> [String: String] {
    ["weekday": words.say("date.weekday.\(Self.weekday(date)).when"), "time": time]
  }

  private func month(_ date: CivilDate, short: Bool) -> String {
    words.say("date.month.\(date.month)" + (short ? ".short" : ""))
  }

  /// 1 for Monday to 7 for Sunday; 1970-01-01 was a Thursday.
  private static func weekday(_ date: CivilDate) -> Int {
    ((date.daysSinceEpoch + 3) % 7 + 7) % 7 + 1
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
