extension [UInt8] {
  /// Adds the UTF-8 form of a scalar.
  mutating func append(_ scalar: UInt32) {
    switch scalar {
    case 0..<0x80:
      append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x800..<0x1_0000:
      append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }

  /// Adds a number that is not negative, in decimal, with zeros before it up to `digits` digits.
  mutating func append(number: Int, digits: Int) {
    var rest = number
    let start = count
    for _ in 0..<digits {
      insert(ASCII.zero + UInt8(truncatingIfNeeded: rest % 10), at: start)
      rest /= 10
    }
  }
}
