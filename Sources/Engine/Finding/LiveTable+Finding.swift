import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage

extension LiveTable {
  /// Whether its records can be found by their texts; a stream keeps no texts for that.
  var isFound: Bool { !dataset.search.isEmpty && dataset.source.kind != .stream }

  /// Finds the records that match a query, the best first.
  func find(_ text: String, offset: Int, limit: Int) async throws -> Found {
    let query = SearchQuery(text)
    while true {
      let texts = try await indexedTexts()
      let hits = texts.index.search(query, offset: offset, limit: limit)
      let seen = try store.records(.rows(hits.hits.map(\.row)))
      guard seen.generation == texts.generation else { continue }  // a sync came between
      let rows = zip(seen.rows, hits.hits).map { record, hit in
        FoundRecord(
          record: record, tier: hit.tier,
          marks: FoundMark.marks(of: record, in: dataset, for: query, at: hit.tier))
      }
      let isNothing = hits.total == 0 && !hits.isPartial
      return Found(
        dataset: dataset.id, version: version(texts.generation), total: hits.total,
        isAtLeast: hits.isPartial, isPartial: hits.isPartial, rows: rows,
        suggestion: isNothing ? texts.index.suggestion(for: text) : nil, credit: currentCredit)
    }
  }

  /// The rows of a search in the order of a key: by relevance, or as its terms say.
  func foundRows(_ words: String, _ key: OrderCache.Key) async throws -> OrderCache.Order {
    while true {
      let texts = try await indexedTexts()
      let found = texts.index.search(SearchQuery(words))
      var order = OrderCache.Order(
        generation: texts.generation, rows: found.hits.map(\.row), isPartial: found.isPartial)
      if key.isByRelevance, key.filters.isEmpty { return order }
      var all = key
      (all.search, all.isByRelevance) = (nil, false)
      let listed = try await self.order(all)
      guard listed.generation == texts.generation else { continue }  // a sync came between
      order.rows =
        key.isByRelevance
        ? Self.rows(order.rows, in: listed.rows) : Self.rows(listed.rows, in: order.rows)
      return order
    }
  }

  private static func rows(_ rows: [Int64], in others: [Int64]) -> [Int64] {
    let kept = Set(others)
    return rows.filter(kept.contains)
  }

  /// The worst tier that a query's rows are of: slips are only thought of where little is found.
  func worstTier(of words: String) async throws -> SearchTier {
    guard isFound else { return .inside }
    let found = try await indexedTexts().index.search(SearchQuery(words), limit: 0)
    return found.counts[SearchTier.typo.rawValue] > 0 ? .typo : .inside
  }
}

extension SearchIndex {
  /// What may have been meant by a query that finds nothing.
  fileprivate func suggestion(for text: String) -> String? {
    suggestion(for: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
