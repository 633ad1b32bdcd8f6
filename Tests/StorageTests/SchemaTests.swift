import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@Suite struct `The tables of a store` {
  @Test(arguments: [
    ("a_text", "''"), ("a_integer", "'many'"), ("a_number", "'high'"), ("a_boolean", "2"),
    ("a_date", "'tomorrow'"), ("a_timestamp", "'now'"), ("a_point_latitude", "90.5"),
    ("a_point_longitude", "-181"), ("a_list", "'{}'"), ("a_currencies", "'PLN'"),
    ("_extra", "'[]'"), ("id", "NULL"),
  ])
  func `refuse a value that its field cannot have`(column: String, value: String) async throws {
    try await withStore(.everything) { store in
      let file = try SecondConnection(store.file)
      try file.rows("INSERT INTO record (id) VALUES ('a')")
      #expect(throws: SecondConnection.Refusal.self) {
        try file.rows("UPDATE record SET \(column) = \(value)")
      }
    }
  }

  @Test(arguments: [
    "INSERT INTO change (sync, id, kind, new) VALUES (99, 'a', 'inserted', '{}')",
    "INSERT INTO change (sync, id, kind, old) VALUES (1, 'a', 'inserted', '{}')",
    "INSERT INTO change (sync, id, kind, new) VALUES (1, 'a', 'inserted', 'no JSON')",
    "INSERT INTO change (sync, id, kind, old) VALUES (1, 'a', 'renamed', '{}')",
    "INSERT INTO sync_state VALUES (2, 0, 0, '{}')", "UPDATE sync_state SET state = '{'",
    "UPDATE sync_state SET count = -1",
    "INSERT INTO set_aside VALUES (1, 'no key', 0, '')",
    "INSERT INTO sync VALUES (2, 'partial', 0, 0, 0, 0, 0)",
    "INSERT INTO record (id) VALUES (1)",
  ])
  func `refuse what contradicts itself`(statement: String) async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy")])
      let file = try SecondConnection(store.file)
      try file.rows("PRAGMA foreign_keys = ON")
      #expect(throws: SecondConnection.Refusal.self) { try file.rows(statement) }
    }
  }

  @Test func `keep everything when the store is opened again`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let records: [Record] = [.peak(1, "Rysy", 2501, also: ["Vysoká"]), .peak(2, "Lomnica")]
      do { try await Store(file: file, dataset: .peaks).sync(records) }
      let again = try Store(file: file, dataset: .peaks)
      #expect(try again.all() == records)
      #expect(try again.size() == (1, 2))
    }
  }

  @Test func `gain a column for a new field and keep those of a removed one`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do { try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy", 2501)]) }
      let changed = Dataset.peaks.changing {
        $0.fields = [$0.fields[0], Field(name: "country", type: .text)]
      }
      let store = try Store(file: file, dataset: changed)
      #expect(try store.all() == [Record(id: .integer(1), values: [.text("Rysy"), .absent])])
      let row = Record(id: .integer(1), values: [.text("Rysy"), .text("Poland")])
      #expect(try await store.sync([row]).words == "+0 ~1 -0 = 1")
      #expect(try store.all() == [row])
      let kept = try SecondConnection(file).column("SELECT height FROM record")
      #expect(kept == ["2501.0"])
    }
  }

  @Test func `gain a new column for a retyped field and find the old one again`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do { try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy", 2501)]) }
      let retyped = Dataset.peaks.changing { $0.fields[1].type = .text }
      do {
        let store = try Store(file: file, dataset: retyped)
        #expect(try store.all()[0].values[1] == .absent)
      }
      let columns = try SecondConnection(file).column(
        "SELECT name FROM pragma_table_info('record')")
      #expect(columns == ["id", "_extra", "name", "height", "range", "also", "height_2"])
      let back = try Store(file: file, dataset: .peaks)
      #expect(try back.all()[0].values[1] == .number(2501))
    }
  }

  @Test func `never give two fields one column`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let first = Dataset.peaks.changing {
        $0.fields = [
          Field(name: "place", type: .text), Field(name: "place_2", type: .text),
          Field(name: "spot_latitude", type: .number),
        ]
      }
      do { _ = try Store(file: file, dataset: first) }
      let second = first.changing {
        $0.fields = [
          Field(name: "place", type: .integer), Field(name: "place_2", type: .text),
          Field(name: "spot", type: .point),
        ]
      }
      let store = try Store(file: file, dataset: second)
      let point = try #require(Point(latitude: 49.18, longitude: 20.09))
      let record = Record(id: .integer(1), values: [.integer(7), .text("b"), .point(point)])
      try await store.sync([record])
      #expect(try store.all() == [record])
    }
  }

  @Test func `are not opened when the key has another type now`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do { try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy")]) }
      #expect(throws: StoreError.self) { try Store(file: file, dataset: .peaksByText) }
      #expect(try Store(file: file, dataset: .peaks).all().count == 1)
    }
  }
}
