/// A text as it is written and as it is compared.
public struct SearchText: Sendable, Hashable {
  /// The text as written, without spaces at its ends.
  public let written: [UInt8]
  /// The text as `TextFolding` leaves it.
  public let folded: [UInt8]

  /// Folds a UTF-8 text. O(n)
  public init(_ utf8: [UInt8]) {
    written = Self.trimmed(utf8)
    folded = TextFolding.fold(utf8)
  }

  private static func trimmed(_ utf8: [UInt8]) -> [UInt8] {
    guard let first = utf8.firstIndex(where: { $0 > 0x20 }),
      let last = utf8.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return last - first + 1 == utf8.count ? utf8 : Array(utf8[first...last])
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
