/// A date, perhaps with a time and a zone, read from text.
///
/// Two spellings are known: ISO 8601 as in RFC 3339 (`2026-11-21T03:38:00.000Z`, the zone and the time
/// left out or not), and Socrata's exports (`11/21/2026 03:38:00 AM`, month first).
struct Moment {
  let year: Int
  let month: Int
  let day: Int
  /// The time of the day, 0 where none is written.
  let milliseconds: Int64
  /// Minutes east of Greenwich; nothing where no zone is written.
  let zone: Int?

  /// Reads the whole of the bytes; nothing where they name no day of the calendar.
  init?(_ bytes: Bytes) {
    var cursor = DigitCursor(bytes)
    let isISO = bytes.count > 4 && bytes[4] == UInt8(ascii: "-")
    guard let date = isISO ? cursor.isoDate() : cursor.monthFirstDate() else { return nil }
    guard Self.isDay(date) else { return nil }
    (year, month, day) = date
    guard !cursor.isAtEnd else {
      (milliseconds, zone) = (0, nil)
      return
    }
    guard cursor.passSeparator(), let time = cursor.time() else { return nil }
    let read = cursor.zone()
    guard read.isValid, cursor.isAtEnd else { return nil }
    (milliseconds, zone) = (time, read.minutes)
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar.
  ///
  /// Counts years from March, so that the leap day is the last of its year (Hinnant, "chrono-
  /// Compatible Low-Level Date Algorithms").
  var days: Int64 {
    let shifted = Int64(month <= 2 ? year - 1 : year)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Milliseconds since 1970-01-01T00:00 as the clock on the wall shows them.
  var local: Int64 { days * 86_400_000 + milliseconds }

  /// Milliseconds since 1970-01-01T00:00 UTC; nothing without a zone.
  var instant: Int64? { zone.map { local - Int64($0) * 60_000 } }

  private static func isDay(_ date: (year: Int, month: Int, day: Int)) -> Bool {
    guard (1...12).contains(date.month) else { return false }
    return (1...length(of: date.month, in: date.year)).contains(date.day)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}
