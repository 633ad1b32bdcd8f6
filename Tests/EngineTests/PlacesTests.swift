import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `The places of a query` {
  static let dataset = Things.dataset.with {
    $0.fields.append(Field(name: "spot", type: .point))
    $0.measure = "spot"
  }

  static func thing(_ id: Int64, _ name: String, _ latitude: Double?) -> Record {
    let point = latitude.flatMap { Point(latitude: $0, longitude: Double(id)) }
    var record = Things.named(id, name)
    record.values.append(point.map { .point($0) } ?? .absent)
    return record
  }

  static let records = [
    thing(1, "c", 10), thing(2, "a", nil), thing(3, "b", 30), thing(4, "d", -90),
  ]

  @Test func `stand in the query's order, without those that are not known`() async throws {
    try await withTable(Self.records, Self.dataset) { table in
      let found = try await table.places(TableQuery())
      let version = try table.version()
      #expect(found.total == 4 && found.version == version)
      #expect(found.places.map(\.id.description) == ["3", "1", "4"])
      #expect(found.places.map(\.point.latitude) == [30, 10, -90])
      let backwards = try await table.places(TableQuery(sort: [SortTerm("-id")], limit: 1))
      #expect(backwards.places.map(\.id.description) == ["4", "3", "1"])
    }
  }

  @Test func `follow filters, searches and what a sync brought`() async throws {
    try await withTable(Self.records, Self.dataset) { table in
      let filter = TableQuery(filters: [Filter(field: "id", test: .atLeast(.integer(3)))])
      #expect(try await table.places(filter).places.map(\.id.description) == ["3", "4"])
      let search = TableQuery(search: "d")
      #expect(try await table.places(search).places.map(\.id.description) == ["4"])
      let before = try await table.places(TableQuery())
      try await table.store.sync(Self.records.dropLast() + [Self.thing(2, "a", 5)])
      let after = try await table.places(TableQuery())
      #expect(after.version != before.version && after.total == 3)
      #expect(after.places.map(\.id.description) == ["2", "3", "1"])
    }
  }

  @Test func `are none where nothing is measured`() async throws {
    try await withTable(Things.random(5)) { table in
      let found = try await table.places(TableQuery())
      #expect(found.places == [])
    }
  }
}
