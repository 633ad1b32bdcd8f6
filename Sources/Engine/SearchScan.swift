import AlmanacCore
import AlmanacDeclarations

/// The folded texts of all records, looked through from end to end.
struct SearchScan: Sendable {
  /// The generation the texts belong to.
  let generation: Int64
  private let texts: [Int64: [SearchText]]

  init(generation: Int64, texts: [(row: Int64, texts: [SearchText])]) {
    self.generation = generation
    self.texts = Dictionary(texts.map { ($0.row, $0.texts) }) { first, _ in first }
  }

  /// The rows that hold every word of a query: best match first, then in the order given.
  ///
  /// Exact spelling, exact folded, beginning, beginning of words, inside.
  ///
  /// Cost: O(text).
  func rows(matching query: String, in order: [Int64], byRelevance: Bool) -> [Int64] {
    let question = SearchQuestion(query)
    var tiers: [[Int64]] = Array(repeating: [], count: SearchQuestion.tiers)
    for row in order {
      guard let tier = texts[row].flatMap(question.tier) else { continue }
      tiers[byRelevance ? tier : 0].append(row)
    }
    return tiers.flatMap(\.self)
  }
}

/// A text as it is written and as it is compared.
struct SearchText: Sendable {
  let written: [UInt8]
  let folded: [UInt8]

  init(_ text: String) {
    written = Array(text.utf8)
    folded = TextFolding.fold(written)
  }
}

/// A query, folded once.
struct SearchQuestion {
  static let tiers = 5
  private let written: [UInt8]
  private let folded: [UInt8]
  private let words: [[UInt8]]

  init(_ query: String) {
    let text = SearchText(query)
    written = text.written
    folded = text.folded
    words = folded.split(separator: 0x20).map(Array.init)
  }

  /// How well a record's texts match, 0 best; nothing when a word is missing.
  func tier(_ texts: [SearchText]) -> Int? {
    if words.isEmpty { return nil }
    if texts.contains(where: { $0.written == written }) { return 0 }
    if texts.contains(where: { $0.folded == folded }) { return 1 }
    if texts.contains(where: { $0.folded.starts(with: folded) }) { return 2 }
    if words.allSatisfy({ word in texts.contains { Self.begins(word, in: $0.folded) } }) {
      return 3
    }
    return words.allSatisfy { word in texts.contains { Self.stands(word, in: $0.folded) } }
      ? 4 : nil
  }

  private static func begins(_ word: [UInt8], in text: [UInt8]) -> Bool {
    text.split(separator: 0x20).contains { $0.starts(with: word) }
  }

  private static func stands(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }
}
