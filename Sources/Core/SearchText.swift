/// A text as it is written and as it is compared.
public struct SearchText: Sendable, Hashable {
  /// The text as written, without spaces at its ends.
  public let written: [UInt8]
  /// The text as `TextFolding` leaves it.
  public let folded: [UInt8]

  /// Folds a UTF-8 text. O(n)
  public init(_ utf8: [UInt8]) {
    written = Array(utf8[Self.trimmed(0..<utf8.count, of: utf8)])
    folded = TextFolding.fold(utf8)
  }

  /// A part of a text without spaces and controls at its ends.
  static func trimmed(_ part: Range<Int>, of utf8: [UInt8]) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    while start < end, utf8[start] <= 0x20 { start += 1 }
    while start < end, utf8[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }
}

/// The places of the words in a folded text.
struct WordRanges: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var start = 0

  init(_ folded: [UInt8]) { text = folded }

  mutating func next() -> Range<Int>? {
    guard start < text.count else { return nil }
    var end = start
    while end < text.count, text[end] != 0x20 { end += 1 }
    defer { start = end + 1 }
    return start..<end
  }
}
