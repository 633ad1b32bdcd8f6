import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite struct `The ranked lists of a stream` {
  static let dataset = Things.dataset.with {
    $0.source = Source(kind: .stream, url: "http://example.org")
    $0.list.sort = [SortTerm("-size")]
  }

  private func commit(_ records: [Record], _ table: LiveTable) async throws -> StreamOrders.Delta {
    let (counts, earlier) = try await table.store.upsert(records, state: SyncState())
    return .init(generation: counts.generation, records: records, earlier: earlier)
  }

  @Test func `follow a group once, also one that was committed before they were built`()
    async throws
  {
    try await withTable([], Self.dataset) { table in
      let term = SortTerm("size")
      _ = try await commit(Things.same(10, 5), table)
      let early = try await commit(Things.same(4, 1), table)
      let late = try await commit(Things.same(2, 9), table)
      let built = try #require(try await table.ranked(term))
      #expect(built.generation == 3 && built.list.count == 10)
      for group in [early, late] {
        table.streamOrders.withLock { $0.follow(group) }
        let after = try #require(table.streamOrders.withLock { $0.ranked[term] })
        #expect(after.generation == 3 && after.list.count == 10)
        #expect(after.list.entries(in: 0..<10).map(\.row) == [3, 4, 5, 6, 7, 8, 9, 10, 1, 2])
      }
    }
  }

  @Test func `are built anew for a text that they do not know`() async throws {
    try await withTable([], Self.dataset) { table in
      let query = TableQuery(sort: [SortTerm("name")])
      _ = try await commit([Things.named(1, "b"), Things.named(2, "d")], table)
      _ = try await table.window(query)
      let group = try await commit([Things.named(3, "c"), Things.named(1, "e")], table)
      table.streamOrders.withLock { $0.follow(group) }
      let window = try await table.window(query)
      #expect(window.rows.map(\.id.description) == ["3", "2", "1"])
      #expect(window.version == (try table.version()))
    }
  }

  @Test func `know a record's neighbours`() async throws {
    try await withTable([], Self.dataset) { table in
      _ = try await commit(Things.random(40), table)
      let rows = try await table.window(TableQuery(limit: 1000)).rows
      for place in [0, 1, 20, 39] {
        let (previous, next) = try await table.neighbours(of: rows[place].id)
        #expect(previous == (place > 0 ? rows[place - 1] : nil))
        #expect(next == (place < 39 ? rows[place + 1] : nil))
      }
    }
  }
}
