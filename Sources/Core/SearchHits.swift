/// A row that a search found.
public struct SearchHit: Sendable, Hashable {
  /// The row.
  public var row: Int64
  /// How well it matches.
  public var tier: SearchTier

  /// Makes a hit.
  public init(row: Int64, tier: SearchTier) {
    self.row = row
    self.tier = tier
  }
}

/// What a search found: a window of it, and how much there is.
public struct SearchHits: Sendable, Hashable {
  /// The rows of the window, the best tier first, then by place.
  public var hits: [SearchHit] = []
  /// How many rows each tier has, from `exact` to `typo`.
  public var counts = [Int](repeating: 0, count: SearchTier.allCases.count)
  /// Whether the search was ended early, so that rows may be missing from counts and window.
  public var isPartial = false

  /// How many rows were found in all.
  public var total: Int { counts.reduce(0, +) }
}
