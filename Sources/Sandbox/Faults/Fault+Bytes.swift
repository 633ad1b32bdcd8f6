import HTTPTypes

extension Sandbox {
  /// A way to spoil the bytes of a body inside correct HTTP.
  public enum Spoiling: String, Sendable, Hashable, CaseIterable {
    /// No bytes at all.
    case empty = "empty_body"
    /// A byte order mark before the usual body.
    case mark = "byte_order_mark"
    /// UTF-16 instead of UTF-8.
    case utf16
    /// A byte in each text that UTF-8 does not know.
    case invalidUTF8 = "invalid_utf8"
    /// Gzip whose checksum is wrong.
    case damagedGzip = "damaged_gzip"
    /// Gzip that ends in the middle.
    case cutGzip = "cut_gzip"
  }
}

extension Sandbox.Spoiling {
  /// The answer with spoilt bytes.
  func applied(to answer: Answer) -> Answer {
    guard let bytes = answer.bytes else { return answer }
    var answer = answer
    switch self {
    case .empty: answer.content = .bytes([])
    case .mark: answer.content = .bytes([0xEF, 0xBB, 0xBF] + bytes)
    case .utf16:
      let units = Array(String(decoding: bytes, as: UTF8.self).utf16)
      answer.content = .bytes([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    case .invalidUTF8: answer.content = .bytes(Self.withInvalidTexts(bytes))
    case .damagedGzip, .cutGzip:
      answer.content = .bytes(damaged(StoredGzip.bytes(bytes)))
      answer.headers[.contentEncoding] = "gzip"
    }
    answer.identity = answer.identity.map { [$0, .text(rawValue)] }
    return answer
  }

  /// Gzip that ends in the middle, or whose checksum is wrong.
  private func damaged(_ packed: [UInt8]) -> [UInt8] {
    if self == .cutGzip { return Array(packed.prefix(packed.count / 2)) }
    var packed = packed
    packed[packed.count - 6] ^= 1
    return packed
  }

  /// Puts the byte FF, which is nowhere in UTF-8, before each text's end.
  private static func withInvalidTexts(_ bytes: [UInt8]) -> [UInt8] {
    var spoilt: [UInt8] = []
    for (byte, next) in zip(bytes, bytes.dropFirst() + [0x0A]) {
      let endsText = byte == 0x22 && (next == 0x2C || next == 0x7D)
      spoilt += endsText ? [0xFF, byte] : [byte]
    }
    return spoilt
  }
}

/// Gzip without compression (RFC 1951, section 3.2.4; RFC 1952).
enum StoredGzip {
  /// The bytes in stored blocks.
  static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    let starts = Array(stride(from: 0, to: max(bytes.count, 1), by: 65_535))
    for start in starts {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let length = UInt16(block.count)
      packed.append(start == starts.last ? 1 : 0)
      packed += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      packed += block
    }
    return packed + littleEndian(CRC32.of(bytes)) + littleEndian(UInt32(bytes.count))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
