import AlmanacCore
import AlmanacDeclarations

extension LiveTable {
  /// Whether its records can be found by their texts; a stream keeps no texts for that.
  var isFound: Bool { !dataset.search.isEmpty && dataset.source.kind != .stream }

  /// Finds the records that match a query, the best first.
  func find(_ text: String, offset: Int, limit: Int) async throws -> Found {
    let query = SearchQuery(text)
    let window = try await window(TableQuery(search: text, offset: offset, limit: limit))
    let rows = window.rows.compactMap { record -> FoundRecord? in
      guard let tier = query.tier(of: texts(of: record)) else { return nil }
      let marks = FoundMark.marks(of: record, in: dataset, for: query, at: tier)
      return FoundRecord(record: record, tier: tier, marks: marks)
    }
    return Found(
      dataset: dataset.id, version: window.version, total: window.total, isAtLeast: false,
      isPartial: false, rows: rows, suggestion: nil)
  }
}
