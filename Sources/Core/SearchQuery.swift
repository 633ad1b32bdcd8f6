/// What somebody looks for, folded once.
public struct SearchQuery: Sendable, Hashable {
  /// The query as typed, without spaces at its ends.
  let written: [UInt8]
  /// The query as texts are compared.
  let folded: [UInt8]
  /// Its distinct words.
  let words: [SearchWord]

  /// Folds a query in UTF-8. O(n)
  public init(_ utf8: [UInt8]) {
    let text = SearchText(utf8)
    written = text.written
    folded = text.folded
    var words: [SearchWord] = []
    for range in WordRanges(text.folded) {
      let word = SearchWord(Array(text.folded[range]))
      if !words.contains(word) { words.append(word) }
    }
    self.words = words
  }

  /// Whether there is nothing to look for: no letter, digit or symbol.
  public var isEmpty: Bool { words.isEmpty }

  /// How well a record's texts match; nothing where a word of the query is missing.
  ///
  /// This is what a `SearchIndex` finds, said for one record. O(text × query)
  public func tier(
    of texts: [SearchText], atMost worst: SearchTier = .typo
  ) -> SearchTier? {
    if isEmpty { return nil }
    if texts.contains(where: { $0.written == written && $0.folded == folded }) { return .exact }
    if texts.contains(where: { $0.folded == folded }) { return .folded }
    if texts.contains(where: { $0.folded.starts(with: folded) }) { return .prefix }
    var tier = SearchTier.word
    for word in words {
      guard let fit = Self.tier(of: word, texts, worst) else { return nil }
      tier = max(tier, fit)
    }
    return tier <= worst ? tier : nil
  }

  private static func tier(
    of word: SearchWord, _ texts: [SearchText], _ worst: SearchTier
  ) -> SearchTier? {
    var best: SearchTier?
    for text in texts {
      for range in WordRanges(text.folded) {
        guard let fit = word.fit(text.folded, range, atMost: worst) else { continue }
        if case .prefix = fit { return .word }
        best = min(best ?? fit.tier, fit.tier)
      }
    }
    return best
  }
}
