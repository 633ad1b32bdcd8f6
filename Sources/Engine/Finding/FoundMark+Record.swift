import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

extension FoundMark {
  /// The texts by which a record matches at a tier: those with the most marks first, then as the
  /// dataset's search declares its fields.
  ///
  /// Cost: O(texts × query).
  static func marks(
    of record: Record, in dataset: Dataset, for query: SearchQuery, at tier: SearchTier
  ) -> [FoundMark] {
    let marks = dataset.search.flatMap { name -> [FoundMark] in
      guard let field = dataset.index(of: name) else { return [] }
      return record.values[field].searchTexts.enumerated().compactMap { index, text in
        let ranges = query.marks(in: Array(text.utf8), at: tier)
        return ranges.isEmpty
          ? nil : FoundMark(field: name, index: index, text: text, ranges: ranges)
      }
    }
    return marks.enumerated().sorted {
      ($1.element.ranges.count, $0.offset) < ($0.element.ranges.count, $1.offset)
    }.map(\.element)
  }
}

extension LiveTable {
  /// The texts by which a record matches a query, the most telling first; none where it does not.
  ///
  /// For lists of a query's rows. Cost: O(texts × query).
  public func marks(of record: Record, for query: String) -> [FoundMark] {
    let query = SearchQuery(query)
    guard let tier = query.tier(of: texts(of: record)) else { return [] }
    return FoundMark.marks(of: record, in: dataset, for: query, at: tier)
  }

  /// The texts of a record that a search looks at.
  func texts(of record: Record) -> [SearchText] {
    dataset.search.compactMap(dataset.index(of:)).flatMap { record.values[$0].searchTexts }
      .map(SearchText.init)
  }
}
