extension SearchIndex {
  /// The rows that match a query: those of a window of them, and how many there are in each tier.
  ///
  /// Cost: O(documents that match a word of the query), besides the window.
  public func search(
    _ query: SearchQuery, offset: Int = 0, limit: Int = .max,
    atMost worst: SearchTier = .typo, budget: SearchBudget = SearchBudget()
  ) -> SearchHits {
    var found = SearchHits()
    if query.isEmpty { return found }
    var budget = budget
    var searches = segments.map { SegmentSearch($0, query) }
    for tier in SearchTier.allCases where tier <= worst {
      if tier == .typo, found.total >= Self.enough { break }
      let before = found.total
      var counts: [Int] = []
      for index in searches.indices { counts.append(searches[index].find(tier, &budget)) }
      found.counts[tier.rawValue] = counts.reduce(0, +)
      let skipped = max(offset - before, 0)
      let wanted = min(limit - found.hits.count, found.total - before - skipped)
      guard wanted > 0 else { continue }
      var merge = SegmentMerge(searches, counts)
      merge.skip(skipped)
      for _ in 0..<wanted {
        if let row = merge.next() { found.hits.append(SearchHit(row: row, tier: tier)) }
      }
    }
    found.isPartial = budget.isSpent
    return found
  }
}

/// The rows of one tier from all segments, by place.
struct SegmentMerge {
  private var parts: [Part]

  /// What is left of a segment's part.
  private struct Part {
    let documents: SearchDocuments
    var rest: SearchBitsIterator
    var head: Int?

    var rank: (UInt64, Int64)? { head.map { (documents.places[$0], documents.rows[$0]) } }
  }

  init(_ searches: [SegmentSearch], _ counts: [Int]) {
    parts = []
    for (search, count) in zip(searches, counts) where count > 0 {
      var rest = SearchBitsIterator(search.fresh)
      let head = rest.next()
      parts.append(Part(documents: search.segment.documents, rest: rest, head: head))
    }
  }

  /// Passes over so many rows: fast in one segment, else one by one.
  mutating func skip(_ count: Int) {
    if count > 0, parts.count == 1 {
      parts[0].rest.skip(count - 1)
      parts[0].head = parts[0].rest.next()
    } else {
      for _ in 0..<count { _ = next() }
    }
  }

  mutating func next() -> Int64? {
    var first: (index: Int, rank: (UInt64, Int64))?
    for index in parts.indices {
      guard let rank = parts[index].rank, first.map({ rank < $0.rank }) ?? true else { continue }
      first = (index, rank)
    }
    guard let first else { return nil }
    parts[first.index].head = parts[first.index].rest.next()
    return first.rank.1
  }
}
