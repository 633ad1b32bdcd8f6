/// Reads the pieces of an ISO 8601 text from its bytes, left to right.
struct ISOReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Steps over `byte` if it comes next, and says whether it did.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// The value of the next digit, or nil when something else comes next.
  mutating func digit() -> Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1] - 0x30)
  }

  /// A number of exactly `count` digits.
  mutating func number(digits count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// A date as `2024-02-29`, its year perhaps with a sign.
  mutating func date() -> CivilDate? {
    let isNegative = skip(ASCII.minus)
    if !isNegative { _ = skip(ASCII.plus) }
    guard let year = number(digits: 4), skip(ASCII.minus),
      let month = number(digits: 2), skip(ASCII.minus),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: isNegative ? -year : year, month: month, day: day)
  }
}

/// The ASCII characters of ISO 8601 texts.
enum ASCII {
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let space: UInt8 = 0x20
  static let letterT: UInt8 = 0x54
  static let letterZ: UInt8 = 0x5A
}
