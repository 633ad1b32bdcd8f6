import AlmanacDeclarations

/// Reads the digits and marks of a date, one group after another.
struct DigitCursor {
  private let bytes: Bytes
  private var index = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// Passes a date such as `2026-11-21`.
  mutating func isoDate() -> (year: Int, month: Int, day: Int)? {
    guard let year = digits(4), pass("-"), let month = digits(2), pass("-"), let day = digits(2)
    else { return nil }
    return (year, month, day)
  }

  /// Passes a date such as `11/21/2026`, `21.11.2026` or `2026/11/21`; without an order only one that
  /// begins with its year, or whose day and month are the same number.
  mutating func date(in order: DateOrder?) -> (year: Int, month: Int, day: Int)? {
    let start = index
    if let year = digits(4), let mark = passMark(), let month = digits(1...2), pass(mark),
      let day = digits(1...2)
    {
      return (year, month, day)
    }
    index = start
    guard order != .ymd, let first = digits(1...2), let mark = passMark(),
      let second = digits(1...2), pass(mark), let year = digits(4)
    else { return nil }
    if order == nil, first != second { return nil }
    return order == .dmy ? (year, second, first) : (year, first, second)
  }

  /// Passes what stands between the numbers of a date.
  private mutating func passMark() -> Unicode.Scalar? {
    for mark: Unicode.Scalar in ["/", ".", "-"] where pass(mark) { return mark }
    return nil
  }

  /// Passes what stands between a date and a time.
  mutating func passSeparator() -> Bool {
    pass("T") || pass("t") || pass(" ")
  }

  /// `03:38`, `03:38:00.123` or `03:38:00 AM` in milliseconds; a leap second counts as the next.
  mutating func time() -> Int64? {
    guard let hour = digits(1...2), pass(":"), let minute = digits(2) else { return nil }
    var (second, fraction) = (0, 0)
    if pass(":") {
      guard let seconds = digits(2), let parts = self.fraction() else { return nil }
      (second, fraction) = (seconds, parts)
    }
    guard let hour = halfDay(hour), hour < 24, minute < 60, second <= 60 else { return nil }
    return Int64(((hour * 60 + minute) * 60 + second) * 1_000 + fraction)
  }

  /// The zone in minutes: `Z`, `+01:00`, `+0100`, `+01`; valid and nothing where none is written.
  mutating func zone() -> (isValid: Bool, minutes: Int?) {
    guard !isAtEnd else { return (true, nil) }
    if pass("Z") || pass("z") { return (true, 0) }
    let sign = pass("+") ? 1 : pass("-") ? -1 : 0
    guard sign != 0, let hours = digits(2), hours < 24 else { return (false, nil) }
    guard !isAtEnd else { return (true, sign * hours * 60) }
    _ = pass(":")
    guard let minutes = digits(2), minutes < 60 else { return (false, nil) }
    return (true, sign * (hours * 60 + minutes))
  }

  /// The part of a second, cut to milliseconds; 0 where none is written.
  private mutating func fraction() -> Int? {
    guard pass(".") || pass(",") else { return 0 }
    let start = index
    var (parts, unit) = (0, 100)
    while index < bytes.count, let digit = bytes[index].digit {
      parts += Int(digit) * unit
      unit /= 10
      index += 1
    }
    return index > start ? parts : nil
  }

  /// The hour of the day after a possible `AM` or `PM`.
  private mutating func halfDay(_ hour: Int) -> Int? {
    let start = index
    _ = pass(" ")
    let rest = bytes.part(index..<bytes.count)
    guard rest.spells("am") || rest.spells("pm") else {
      index = start
      return hour
    }
    index = bytes.count
    guard (1...12).contains(hour) else { return nil }
    return hour % 12 + (rest.spells("pm") ? 12 : 0)
  }

  private mutating func digits(_ count: Int) -> Int? { digits(count...count) }

  private mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
    var (number, count) = (0, 0)
    while count < counts.upperBound, index < bytes.count, let digit = bytes[index].digit {
      number = number * 10 + Int(digit)
      index += 1
      count += 1
    }
    return count >= counts.lowerBound ? number : nil
  }

  private mutating func pass(_ mark: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }
}
