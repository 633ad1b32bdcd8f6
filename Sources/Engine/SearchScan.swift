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
    let query = SearchQuery(query)
    var tiers: [[Int64]] = Array(repeating: [], count: SearchTier.allCases.count)
    for row in order {
      guard let tier = texts[row].flatMap({ query.tier(of: $0) }) else { continue }
      tiers[byRelevance ? tier.rawValue : 0].append(row)
    }
    return tiers.flatMap(\.self)
  }
}
