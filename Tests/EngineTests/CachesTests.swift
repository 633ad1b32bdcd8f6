import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

/// What requests fill is bounded in bytes, what it is kept under included.
@Suite(.timeLimit(.minutes(5))) struct `The caches of a table` {
  /// As long as a filter may be that some client sends.
  private static let long = String(repeating: "x", count: 60_000)

  private static func filter(_ number: Int) -> Filter {
    Filter(field: "name", test: .equals(.text("\(number)\(long)")))
  }

  @Test func `stay small when 2,000 queries find nothing`() async throws {
    let dataset = Things.dataset.with { $0.list.sections = "kind" }
    try await withTable(Things.random(300), dataset) { table in
      for number in 0..<2000 {
        let query = TableQuery(filters: [Self.filter(number)], limit: 10)
        let window = try await table.window(query)
        #expect(window.total == 0)
        if number % 10 == 0 { _ = try await table.sections(query) }
      }
      let (bytes, most) = table.cacheMemory
      #expect(bytes <= most && bytes > 1_000_000)
      #expect(most <= 52_000_000)
    }
  }

  @Test func `stay small when queries find all`() async throws {
    let dataset = Things.dataset.with {
      $0.fields[3] = Field(name: "place", type: .point)
      $0.search = ["name"]
      $0.measure = "place"
    }
    let records = (1...4000).map { number in
      Record(
        id: .integer(number),
        values: [
          .text("n"), .number(Double(number)), .absent,
          Point(latitude: 1, longitude: 1).map { .point($0) } ?? .absent,
        ])
    }
    try await withTable(records, dataset) { table in
      for number in 0..<150 {
        let filter = Filter(field: "size", test: .atLeast(.number(-Double(number))))
        let query = TableQuery(filters: [filter], limit: 1)
        let window = try await table.window(query)
        let map = try await table.places(query)
        #expect(window.total == 4000 && map.places.count == 4000)
      }
      #expect(table.cacheMemory.bytes <= table.cacheMemory.most)
    }
  }

  @Test func `answer as before after they let go`() async throws {
    try await withTable(Things.random(500)) { table in
      let queries = (0..<30).map { TableQuery(sort: [SortTerm($0 % 2 == 0 ? "size" : "-name")]) }
      let first = try await table.window(queries[0]).rows
      for number in 0..<700 {
        _ = try await table.window(TableQuery(filters: [Self.filter(number)]))
      }
      let again = try await table.window(queries[0])
      #expect(again.rows == first)
    }
  }

  @Test func `of a stream are bounded with their keys`() async throws {
    try await withTable([], `The ranked lists of a stream`.held) { table in
      let records = Things.random(200).map {
        Record(id: $0.id, values: Array($0.values.prefix(3)))
      }
      let version = table.receive(records)
      _ = try await table.store.upsert(records, state: SyncState(), generation: version)
      table.committed(version)
      for number in 0..<300 {
        let query = TableQuery(sort: [SortTerm("size")], filters: [Self.filter(number)])
        let window = try await table.window(query)
        #expect(window.total == 0)
      }
      let kept = table.live.withLock { $0.held?.orders.map(\.memorySize) ?? [] }
      #expect(kept.count == LiveHeld.mostOrders)
      #expect(kept.reduce(0, +) <= LiveHeld.mostBytes && kept.allSatisfy { $0 > 60_000 })
    }
  }

  @Test func `of live windows are counted, and give their room back`() async throws {
    try await withLiveTable((1...40).map { Things.ranked(Int64($0 * 10), at: $0 * 10) }) { table in
      var readers: [LiveReader] = []
      for offset in 0..<30 {
        let query = TableQuery(filters: [Self.filter(offset)], offset: offset, limit: 100)
        var reader = LiveReader(table.subscribe(LiveRequest(query: query)))
        try await reader.readAll()
        readers.append(reader)
      }
      #expect(table.hub.bytes > 30 * 60_000 && table.hasRoomForReaders)
      readers.removeAll()
      #expect(table.hub.bytes == 0 && table.hub.counts.groups == 0)
    }
  }
}
