/// The cyclic redundancy check of PNG and gzip (ISO 3309).
enum CRC32 {
  private static let polynomial: UInt32 = 0xEDB8_8320

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in shifted(rest) }
  }

  /// The checksum of some bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { rest, byte in
      (rest >> 8) ^ table[Int(truncatingIfNeeded: rest ^ UInt32(byte)) & 255]
    }
  }

  /// The checksum of so many zeros, by squaring.
  ///
  /// O(log count).
  static func ofZeros(_ count: Int) -> UInt32 {
    var result: UInt32 = 0xFFFF_FFFF
    var step: UInt32 = 0x0080_0000  // x^8: one byte, in the reflected order of bits
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, step) }
      step = product(step, step)
      rest >>= 1
    }
    return ~result
  }

  /// The product of two polynomials modulo the CRC's own.
  private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    var shiftedRight = right
    for bit in (0..<32).reversed() {
      if left >> bit & 1 == 1 { sum ^= shiftedRight }
      shiftedRight = shifted(shiftedRight)
    }
    return sum
  }

  private static func shifted(_ rest: UInt32) -> UInt32 {
    rest & 1 == 1 ? (rest >> 1) ^ polynomial : rest >> 1
  }
}

/// The checksum of zlib streams (RFC 1950).
enum Adler32 {
  /// The checksum of some bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 1
    var sums: UInt32 = 0
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return sums << 16 | sum
  }
}
