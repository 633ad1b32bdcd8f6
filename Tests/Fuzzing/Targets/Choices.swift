@testable import AlmanacDecoding

/// Takes what a structured target needs from the bytes of an input, front to back; zeros at the end.
struct Choices {
  private let bytes: Bytes
  private var at = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  var isAtEnd: Bool { at >= bytes.count }

  mutating func byte() -> UInt8 {
    guard at < bytes.count else { return 0 }
    at += 1
    return bytes[at - 1]
  }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  mutating func double() -> Double { Double(bitPattern: word()) }

  /// The bytes that are left, which end where the input ends.
  var rest: Bytes { bytes.part(min(at, bytes.count)..<bytes.count) }
}
