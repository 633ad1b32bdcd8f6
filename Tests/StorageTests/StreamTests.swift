import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `Storing a stream` {
  static let stream = Dataset.peaks.changing {
    $0.source = Source(kind: .stream, url: "http://example.org")
    $0.list.sort = [SortTerm("-height")]
  }

  @Test func `reads its first rows through an index, and never sorts for them`() async throws {
    try await withStore(Self.stream) { store in
      let records = (1...500).map { Record.peak($0, "p", $0 % 9 == 0 ? nil : Double($0 % 50)) }
      _ = try await store.upsert(records, state: SyncState(), generation: 1)
      #expect(store.isIndexed([SortTerm("-height")]))
      let first = try store.records(.ordered([SortTerm("-height")], [], 40, 20))
      let all = try store.records(.rows(try await store.order([SortTerm("-height")]).rows))
      #expect(first.rows == Array(all.rows[40..<60]))
      #expect(first.total == 500 && first.generation == 1)
      let terms = store.dataset.list.sort
      let order = StoreOrder(dataset: store.dataset, columns: store.columns, terms: terms).sql
      let plan = try SecondConnection(store.file).rows(
        "EXPLAIN QUERY PLAN SELECT id FROM record ORDER BY \(order) LIMIT 20 OFFSET 40")
      let words = plan.map { $0.last.flatMap(\.self) ?? "" }.joined(separator: "; ")
      #expect(words.contains("USING COVERING INDEX record_by_height"))
      #expect(!words.contains("TEMP B-TREE"))
    }
  }

  @Test(arguments: [["height"], ["-name"], ["-height", "name"], []])
  func `has an index for a descending order of numbers alone`(sort: [String]) async throws {
    let other = Self.stream.changing { $0.list.sort = sort.map { SortTerm($0) } }
    try await withStore(other) { store in
      #expect(!store.isIndexed(other.list.sort))
      let count = try SecondConnection(store.file).number(
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'record_by%'")
      #expect(count == 0)
    }
  }
}
