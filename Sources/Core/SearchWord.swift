/// A word of a query, folded.
struct SearchWord: Sendable, Hashable {
  let bytes: [UInt8]
  /// Whether it may stand inside a word: from three letters.
  let mayBeInside: Bool
  /// Whether it may be mistyped: from five letters.
  let mayBeMistyped: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let letters = bytes.count { $0 & 0xC0 != 0x80 }
    mayBeInside = letters >= 3
    mayBeMistyped = letters >= 5
  }

  /// How it fits a word of a text: as its beginning, inside it, or with a slip.
  enum Fit {
    case prefix
    case inside(at: Int)
    case typo(length: Int)

    var tier: SearchTier {
      switch self {
      case .prefix: .word
      case .inside: .inside
      case .typo: .typo
      }
    }
  }

  /// The best fit to a word of a folded text, up to a tier. O(length²)
  func fit(_ text: [UInt8], _ range: Range<Int>, atMost tier: SearchTier) -> Fit? {
    let word = text.span.extracting(range)
    if word.begins(with: bytes.span) { return .prefix }
    if tier >= .inside, mayBeInside, let place = word.place(of: bytes.span) {
      return .inside(at: place)
    }
    guard tier >= .typo, mayBeMistyped else { return nil }
    return OneEdit.length(of: word, near: bytes.span).map { .typo(length: $0) }
  }
}

extension Span<UInt8> {
  /// Whether other bytes stand at its beginning.
  func begins(with bytes: Span<UInt8>) -> Bool { holds(bytes, at: 0) }

  /// Whether other bytes stand at a place.
  func holds(_ bytes: Span<UInt8>, at place: Int) -> Bool {
    guard place + bytes.count <= count else { return false }
    for index in 0..<bytes.count where self[place + index] != bytes[index] { return false }
    return true
  }

  /// The first place at which other bytes stand.
  func place(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count <= count else { return nil }
    for place in 0...(count - bytes.count) where holds(bytes, at: place) { return place }
    return nil
  }
}
