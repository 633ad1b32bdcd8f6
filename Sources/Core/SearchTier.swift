/// How well a record matches a query, the best first.
public enum SearchTier: Int, Sendable, Hashable, CaseIterable {
  /// A text is the query as it was typed.
  case exact
  /// A text is the query but for case, accents and punctuation.
  case folded
  /// A text begins with the query.
  case prefix
  /// Each word of the query begins a word, in any order.
  case word
  /// Each word of the query stands in a word; one of fewer than three letters begins it.
  case inside
  /// Each word of the query does so but for one slip of the finger, from five letters.
  case typo
}

extension SearchTier: Comparable {
  /// Whether `left` is the better match.
  @inlinable
  public static func < (left: SearchTier, right: SearchTier) -> Bool {
    left.rawValue < right.rawValue
  }
}
