import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite struct `The ranked lists of a stream` {
  /// Incomplete: a list is not held in memory, so rows come from the store.
  static let dataset = Things.dataset.with {
    $0.source = Source(kind: .stream, url: "http://example.org")
    $0.list.sort = [SortTerm("-size")]
  }
  /// Complete: every field is held.
  static let held = dataset.with {
    $0.fields.removeLast()
    $0.search = ["name"]
  }

  private func commit(_ records: [Record], _ table: LiveTable) async throws {
    let version = table.receive(records)
    _ = try await table.store.upsert(records, state: SyncState(), generation: version)
    table.committed(version)
  }

  private func shorn(_ records: [Record], _ dataset: Dataset) -> [Record] {
    records.map { Record(id: $0.id, values: Array($0.values.prefix(dataset.fields.count))) }
  }

  @Test(arguments: [dataset, held])
  func `show a packet at once, on disk or not`(_ dataset: Dataset) async throws {
    try await withTable([], dataset) { table in
      let query = TableQuery(sort: [SortTerm("size")])
      try await commit(shorn(Things.same(10, 5), dataset), table)
      #expect(try await table.window(query).total == 10)
      let version = table.receive(shorn(Things.same(2, 9), dataset))
      let window = try await table.window(query)
      #expect(window.rows.map(\.id.description).suffix(3) == ["10", "1", "2"])
      #expect(window.version == "test-\(version)" && window.total == 10)
      #expect(window.rows.last?.values[1] == .number(9))
      #expect(try await table.record(.integer(2))?.values[1] == .number(9))
    }
  }

  @Test(arguments: [dataset, held])
  func `say the same version in JSON, in records and in all`(_ dataset: Dataset) async throws {
    try await withTable([], dataset) { table in
      let query = TableQuery(sort: [SortTerm("size")])
      try await commit(shorn(Things.same(10, 5), dataset), table)
      _ = try await table.window(query)
      let version = table.receive(shorn(Things.same(11, 7), dataset))
      let (bytes, told) = try await table.json(query)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(told == "test-\(version)" && text.contains("\"total\":11"))
      #expect(text.contains("\"id\":11,") && text.contains("\"size\":7,"))
      #expect(try table.version() == told && table.count() == 11)
      let one = try #require(try await table.recordJSON(.integer(11)))
      #expect(text.contains(String(decoding: one, as: UTF8.self)))
    }
  }

  @Test func `find a place for a text that they do not know`() async throws {
    try await withTable([], Self.dataset) { table in
      let query = TableQuery(sort: [SortTerm("name")])
      try await commit([Things.named(1, "b"), Things.named(2, "d")], table)
      _ = try await table.window(query)
      try await commit([Things.named(3, "c"), Things.named(1, "e")], table)
      let window = try await table.window(query)
      #expect(window.rows.map(\.id.description) == ["3", "2", "1"])
      #expect(window.version == (try table.version()))
    }
  }

  @Test func `know a record's neighbours`() async throws {
    try await withTable([], Self.dataset) { table in
      try await commit(Things.random(40), table)
      let rows = try await table.window(TableQuery(limit: 1000)).rows
      for place in [0, 1, 20, 39] {
        let (previous, next) = try await table.neighbours(of: rows[place].id)
        #expect(previous == (place > 0 ? rows[place - 1] : nil))
        #expect(next == (place < 39 ? rows[place + 1] : nil))
      }
    }
  }

  @Test(arguments: [
    "sort=name", "sort=-name", "sort=size", "sort=-size", "sort=kind&kind=a", "sort=id",
    "sort=-id&size.min=20", "kind=b", "size.min=10&size.max=30", "name.known=false", "kind=none",
    "sort=-name&q=l", "id=7", "sort=size&id.max=20", "sort=kind,-size",
  ])
  func `answer as the store does`(_ address: String) async throws {
    try await withTable([], Self.held) { table in
      let records = shorn(Things.random(300), Self.held)
      try await commit(records, table)
      let parameters = address.split(separator: "&").map { part in
        let pair = part.split(separator: "=").map(String.init)
        return (name: pair[0], value: pair[1])
      }
      var query = try TableQuery(parameters: parameters, dataset: Self.held)
      query.limit = 1000
      let cold = try await table.store.records(awaiting: table.sql(query))
      let hot = try await table.window(query)
      #expect(hot.total == cold.total && hot.rows == cold.rows)
      try await commit(
        Array(records.suffix(100)).map { record in
          var record = record
          record.values[1] = .number(Double(record.id.description.utf8.count))
          return record
        }, table)
      let later = try await table.window(query)
      #expect(later.rows == (try await table.store.records(awaiting: table.sql(query)).rows))
      query.limit = 7
      query.offset = 11
      let bytes = try await table.json(query).bytes
      let text = String(decoding: bytes, as: UTF8.self)
      let stored = String(decoding: try table.store.json(table.sql(query)).rows, as: UTF8.self)
      #expect(text.contains("[\(stored)]"), "\(text)")
    }
  }
}
