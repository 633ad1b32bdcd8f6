/// The Unicode scalars of UTF-8 bytes, whatever the bytes are.
///
/// Each maximal malformed part becomes one U+FFFD, as the Unicode Standard recommends (section
/// 3.9, table 3-8) and `String` does, so broken input reads the same everywhere and never traps.
public struct UTF8Scalars: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  /// Reads `bytes` from the start.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Reads a part of `bytes`.
  init(_ bytes: [UInt8], in part: Range<Int>) {
    self.bytes = bytes
    position = part.lowerBound
    end = part.upperBound
  }

  /// The next scalar, or nil at the end.
  public mutating func next() -> Unicode.Scalar? {
    guard position < end else { return nil }
    let lead = bytes[position]
    position += 1
    if lead < 0x80 { return Unicode.Scalar(lead) }
    return continued(from: lead)
  }

  /// Reads the continuation bytes that `lead` asks for, up to the first that does not fit.
  private mutating func continued(from lead: UInt8) -> Unicode.Scalar {
    let length: Int
    var value: UInt32
    switch lead {
    case 0xC2...0xDF: (length, value) = (1, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, value) = (2, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, value) = (3, UInt32(lead & 0x07))
    default: return Self.replacement
    }
    for step in 0..<length {
      guard position < end else { return Self.replacement }
      let byte = bytes[position]
      guard step == 0 ? Self.secondBytes(after: lead).contains(byte) : byte & 0xC0 == 0x80 else {
        return Self.replacement
      }
      value = value << 6 | UInt32(byte & 0x3F)
      position += 1
    }
    return Unicode.Scalar(value) ?? Self.replacement
  }

  /// The second bytes that make neither an overlong form, a surrogate nor more than U+10FFFF.
  private static func secondBytes(after lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
}
