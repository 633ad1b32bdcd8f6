import AlmanacCore

/// Writes JSON (RFC 8259) by hand into bytes, for rows that are served by the thousand.
public enum JSONBytes {
  /// Appends a text in quotes, escaped.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Appends UTF-8 bytes as a text in quotes, escaped.
  ///
  /// Cost: O(length), without allocation.
  public static func append(utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    if utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: utf8)
    } else {
      for byte in utf8 { append(escaped: byte, to: &bytes) }
    }
    bytes.append(0x22)
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x22, 0x5C:
      bytes.append(0x5C)
      bytes.append(byte)
    case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
    case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
    case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
    case ..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: [0x5C, 0x75, 0x30, 0x30])
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  /// Appends a whole number.
  public static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(0x2D) }
    append(magnitude: number.magnitude, minimumDigits: 1, to: &bytes)
  }

  /// Appends a number without a sign, padded with zeros.
  static func append(magnitude: UInt64, minimumDigits: Int, to bytes: inout [UInt8]) {
    var (digits, rest) = (1, magnitude)
    while rest >= 10 { (digits, rest) = (digits + 1, rest / 10) }
    let end = bytes.count + max(digits, minimumDigits)
    bytes.append(contentsOf: repeatElement(0x30, count: end - bytes.count))
    rest = magnitude
    for place in 1...digits {
      bytes[end - place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends two digits of a number below 100.
  private static func append(pair number: Int, to bytes: inout [UInt8]) {
    bytes.append(0x30 + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends days since 1970-01-01 as `2026-11-21`; says whether any calendar reaches them.
  ///
  /// Cost: O(1), without allocation.
  static func append(days: Int64, to bytes: inout [UInt8]) -> Bool {
    guard let date = CivilDate(daysSinceEpoch: Int(days)) else { return false }
    if date.year < 0 { bytes.append(0x2D) }
    let year = abs(date.year)
    append(pair: year / 100, to: &bytes)
    append(pair: year % 100, to: &bytes)
    bytes.append(0x2D)
    append(pair: date.month, to: &bytes)
    bytes.append(0x2D)
    append(pair: date.day, to: &bytes)
    return true
  }

  /// Appends a finite number in its shortest form that reads back the same; null otherwise.
  public static func append(_ number: Double, to bytes: inout [UInt8]) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      return append(whole, to: &bytes)
    }
    guard number.isFinite else { return bytes.append(contentsOf: Array("null".utf8)) }
    var text = number.description
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends milliseconds since 1970 as `"2026-11-21T14:02:48.123"`, with `Z` for an instant; null
  /// for what no calendar reaches.
  public static func append(
    milliseconds: Int64, isInstant: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(0x22)
    if appendISO(milliseconds: milliseconds, isInstant: isInstant, to: &bytes) {
      bytes.append(0x22)
    } else {
      bytes.removeLast()
      bytes.append(contentsOf: "null".utf8)
    }
  }

  /// Appends milliseconds since 1970 without quotes; says whether any calendar reaches them.
  static func appendISO(
    milliseconds: Int64, isInstant: Bool, to bytes: inout [UInt8]
  ) -> Bool {
    let days = milliseconds.floorDivided(by: 86_400_000)
    guard append(days: days, to: &bytes) else { return false }
    let rest = Int(truncatingIfNeeded: milliseconds &- days &* 86_400_000)
    bytes.append(0x54)
    append(pair: rest / 3_600_000, to: &bytes)
    bytes.append(0x3A)
    append(pair: rest / 60_000 % 60, to: &bytes)
    bytes.append(0x3A)
    append(pair: rest / 1000 % 60, to: &bytes)
    bytes.append(0x2E)
    append(magnitude: UInt64(rest % 1000), minimumDigits: 3, to: &bytes)
    if isInstant { bytes.append(0x5A) }
    return true
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity.
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
