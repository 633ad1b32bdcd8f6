/// A stretch of memory for text that has to be rewritten before it can be read.
///
/// What `plain(_:)` gives is good until it is asked again, and while someone holds on to the scratch;
/// who does not should ask for a copy.
final class Scratch {
  private var storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)

  deinit { storage.deallocate() }

  /// Memory for so many bytes.
  func room(for count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    guard count > storage.count else { return storage }
    storage.deallocate()
    storage = .allocate(capacity: max(count, 2 * storage.count))
    return storage
  }

  /// The bytes of a text without its escapes and doubled quotes; of anything else, as they stand.
  @inline(__always)
  func plain(_ piece: Piece) -> Bytes {
    switch piece.kind {
    case .escaped: unescaped(piece.bytes)
    case .doubled: undoubled(piece.bytes)
    default: piece.bytes
    }
  }

  /// A copy of what `plain(_:)` gives, without white space at either end.
  func copy(_ piece: Piece) -> [UInt8] { Array(plain(piece).trimmed) }

  /// What `plain(_:)` gives as a text.
  func text(_ piece: Piece) -> String { plain(piece).text }

  private func undoubled(_ bytes: Bytes) -> Bytes {
    let room = room(for: bytes.count)
    var (index, length) = (0, 0)
    while index < bytes.count {
      room[length] = bytes[index]
      length += 1
      index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return Bytes(rebasing: room[..<length])
  }

  /// Decodes escapes (RFC 8259, section 7), which the scanner has checked; none grows.
  private func unescaped(_ bytes: Bytes) -> Bytes {
    let room = room(for: bytes.count)
    var (index, length) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        room[length] = bytes[index]
        length += 1
        index += 1
        continue
      }
      let scalar = Self.scalar(of: bytes, at: &index)
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        room[length] = byte
        length += 1
      }
    }
    return Bytes(rebasing: room[..<length])
  }

  /// Decodes the escape at an offset and moves the offset behind it.
  private static func scalar(of bytes: Bytes, at index: inout Int) -> Unicode.Scalar {
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return hexadecimal(of: bytes, at: &index)
    default: return Unicode.Scalar(letter)
    }
  }

  /// One scalar from one `\uXXXX`, or from two that are surrogates of each other.
  private static func hexadecimal(of bytes: Bytes, at index: inout Int) -> Unicode.Scalar {
    let high = unit(of: bytes, at: index)
    index += 4
    if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
    guard UTF16.isLeadSurrogate(high), index + 6 <= bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let low = unit(of: bytes, at: index + 2)
    guard UTF16.isTrailSurrogate(low) else { return "\u{FFFD}" }
    index += 6
    return UTF16.decode(UTF16.EncodedScalar([high, low]))
  }

  private static func unit(of bytes: Bytes, at offset: Int) -> UInt16 {
    (offset..<offset + 4).reduce(0) { $0 << 4 | (bytes[$1].hexDigit ?? 0) }
  }
}
