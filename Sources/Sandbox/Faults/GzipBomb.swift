/// A small gzip file that unpacks to very many zeros (RFC 1951, RFC 1952).
enum GzipBomb {
  /// The file, about a 160th in size.
  ///
  /// One block of fixed Huffman codes: a literal zero, then copies of 258 bytes at distance 1 while
  /// they fit, then single zeros.
  static func bytes(unpackingTo count: Int) -> [UInt8] {
    let count = min(max(1, count), 1 << 32)
    var bits = BitWriter([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    bits.append(0b011, count: 3)
    bits.append(literalZero, count: 8)
    for _ in 0..<(count - 1) / 258 { bits.append(copyOf258, count: 13) }
    for _ in 0..<(count - 1) % 258 { bits.append(literalZero, count: 8) }
    bits.append(0, count: 7)
    return bits.finished() + littleEndian(CRC32.ofZeros(count))
      + littleEndian(UInt32(truncatingIfNeeded: count))
  }

  /// Code 00110000 of the literal 0, in the order the bits are sent, lowest first.
  private static let literalZero = 0b0000_1100
  /// Code 11000101 of the length 258 and code 00000 of the distance 1, lowest bit first.
  private static let copyOf258 = 0b1010_0011

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// Fills bytes from their lowest bit upwards, as deflate does.
private struct BitWriter {
  private var bytes: [UInt8]
  private var pending = 0
  private var pendingCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func append(_ bits: Int, count: Int) {
    pending |= bits << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  func finished() -> [UInt8] {
    pendingCount > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
  }
}
