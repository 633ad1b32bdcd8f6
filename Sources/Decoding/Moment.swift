import AlmanacDeclarations

/// A date, perhaps with a time and a zone, read from text.
///
/// ISO 8601 as in RFC 3339 (`2026-11-21T03:38:00.000Z`, the zone and the time left out or not), and
/// numbers between `/`, `.` or `-` with the year at either end: `2026/11/21`, and in an order that
/// must be known, `11/21/2026 03:38:00 AM` or `21.11.2026`.
struct Moment {
  let year: Int
  let month: Int
  let day: Int
  /// The time of the day, 0 where none is written.
  let milliseconds: Int64
  /// Minutes east of Greenwich; nothing where no zone is written.
  let zone: Int?

  /// Reads the whole of the bytes; nothing where they name no day of the calendar, or where nobody
  /// knows which: `03/04/2026` without an order.
  init?(_ bytes: Bytes, order: DateOrder?) {
    var cursor = DigitCursor(bytes)
    let isISO =
      bytes.count > 4 && bytes[4] == UInt8(ascii: "-") && bytes[1].digit != nil
      && bytes[2].digit != nil
    guard let date = isISO ? cursor.isoDate() : cursor.date(in: order) else { return nil }
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

extension DateEvidence {
  /// What one date says; nothing where it is none, or says by itself which day it is.
  init?(_ bytes: Bytes) {
    self.init()
    let (day, month) = (Moment(bytes, order: .dmy), Moment(bytes, order: .mdy))
    guard day != nil || month != nil, day?.days != month?.days else { return nil }
    if day == nil {
      monthFirst = 1
    } else if month == nil {
      dayFirst = 1
    } else {
      either = 1
    }
  }
}
