import AlmanacDeclarations
import Foundation
import Synchronization
import Testing

@testable import AlmanacStorage

@Suite(.timeLimit(.minutes(5))) struct `Rows of a snapshot` {
  @Test func `are lines of CSV, quoted only where they must be`() async throws {
    try await withStore { store in
      try await store.sync([
        .peak(1, "Rysy", 2501.1, range: "Tatry", also: ["Rysy, \"the\" peak", "Ryšavé"]),
        .peak(2, "Two\nlines", nil, range: "=1+1"), .peak(3, nil, -0.5),
      ])
      #expect(
        try await Self.text(store, .csv) == """
          1,Rysy,2501.1,Tatry,"[""Rysy, \\""the\\"" peak"",""Ryšavé""]"\r
          2,"Two\nlines",,=1+1,\r
          3,,-0.5,,\r\n
          """)
    }
  }

  @Test func `are JSON objects as the list gives them`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy", 2501), .peak(2, "Gerlach", 2655, also: ["G"])])
      let list = String(decoding: try store.json(.ordered([], [], 0, .max)).rows, as: UTF8.self)
      let lines = try await Self.text(store, .line)
      #expect(lines.split(separator: "\n").joined(separator: ",") == list)
      let elements = try await Self.text(store, .element)
      #expect(elements.replacing("\n", with: "") == list)
    }
  }

  @Test func `are GeoJSON features, longitude first, null where the place is unknown`() async throws
  {
    let places = Dataset.peaks.changing { dataset in
      dataset.fields = [
        Field(name: "place", type: .point), Field(name: "name", type: .text),
        Field(name: "other", type: .point),
      ]
    }
    let place = try #require(Point(latitude: 49.5, longitude: -20.25))
    try await withStore(places) { store in
      try await store.sync([
        Record(id: .integer(1), values: [.point(place), .text("Rysy"), .absent]),
        Record(id: .integer(2), values: [.absent, .absent, .point(place)]),
      ])
      #expect(
        try await Self.text(store, .feature(0)) == """

          {"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[-20.25,49.5]},\
          "properties":{"name":"Rysy","other":null}},
          {"type":"Feature","id":2,"geometry":null,\
          "properties":{"name":null,"other":{"latitude":49.5,"longitude":-20.25}}}
          """)
    }
  }

  @Test func `are those of the moment at which it was taken`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy"), .peak(2, "Gerlach")])
      let snapshot = try store.snapshot()
      try await store.sync([.peak(3, "Triglav")])
      #expect(try await Self.text(snapshot, .csv) == "1,Rysy,,,\r\n2,Gerlach,,,\r\n")
      #expect(snapshot.generation == 1)
      #expect(try await Self.text(store, .csv) == "3,Triglav,,,\r\n")
    }
  }

  @Test func `meet filters, a search and an order`() async throws {
    try await withStore { store in
      try await store.sync((1...9).map { .peak(Int64($0), "Peak \($0)", Double($0 % 3)) })
      let search = RowSearch(fields: [0]) { values in
        values[0] == .text("Peak 4") ? nil : 0
      }
      let selection = RowSelection(
        sort: [SortTerm("-name")],
        filters: [Filter(field: "height", test: .equals(.number(1)))], search: search)
      #expect(
        try await Self.text(store, .csv, selection) == "7,Peak 7,1,,\r\n1,Peak 1,1,,\r\n")
    }
  }

  @Test func `let SQLite put its log away as soon as they are written`() async throws {
    try await withStore { store in
      try await store.sync((1...5000).map { .peak(Int64($0), "Peak \($0)") })
      let snapshot = try store.snapshot()
      let held = try Self.checkpoint(store)
      #expect(held == 1, "an open snapshot holds the log")
      _ = try await Self.text(snapshot, .csv)
      #expect(try Self.checkpoint(store) == 0)
      await #expect(throws: StoreError.self) { try await Self.text(snapshot, .csv) }
    }
  }

  @Test func `end when their receiver throws`() async throws {
    struct Enough: Error {}
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy")])
      let snapshot = try store.snapshot()
      await #expect(throws: Enough.self) {
        _ = try await snapshot.write(RowSelection(), as: .csv) { _ in throw Enough() }
      }
      #expect(try Self.checkpoint(store) == 0)
    }
  }

  @Test func `become a database of their own, with credit and without the upstream's state`()
    async throws
  {
    try await withFolder { folder in
      let store = try Store(
        file: folder.appending(path: "peaks.sqlite"), dataset: .peaksByText)
      try await store.sync([.peak("b", "Rysy", 2501.1, also: ["R"]), .peak("a", nil)])
      let file = folder.appending(path: "export.sqlite")
      let note = ExportNote(
        dataset: "peaks", title: "Peaks", credit: "Everybody", homepage: nil, licence: "CC0",
        version: "x-1", copyOf: nil, exported: "2026-11-21T00:00:00Z")
      let count = try await store.snapshot().writeDatabase(RowSelection(), to: file, note: note)
      #expect(count == 2)
      let other = try SecondConnection(file)
      #expect(
        try other.column("SELECT id || ' ' || ifnull(name, '-') FROM record ORDER BY _row")
          == ["a -", "b Rysy"])
      #expect(
        try other.column("SELECT credit || ', ' || licence FROM credit") == ["Everybody, CC0"])
      let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      #expect(try other.column(tables) == ["credit", "field", "record"])
      #expect(try other.column("PRAGMA journal_mode") == ["delete"])
      #expect(try other.column("PRAGMA integrity_check") == ["ok"])
    }
  }

  private static func text(
    _ store: Store, _ shape: RowShape, _ selection: RowSelection = RowSelection()
  ) async throws -> String {
    try await text(store.snapshot(), shape, selection)
  }

  private static func text(
    _ snapshot: StoreSnapshot, _ shape: RowShape, _ selection: RowSelection = RowSelection()
  ) async throws -> String {
    let bytes = Pieces()
    _ = try await snapshot.write(selection, as: shape, into: bytes.append)
    return String(decoding: bytes.all, as: UTF8.self)
  }

  /// 1 when someone's reading kept SQLite from putting its whole log away.
  private static func checkpoint(_ store: Store) throws -> Int {
    let other = try SecondConnection(store.file)
    try other.rows("PRAGMA busy_timeout = 0")
    return try other.number("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

/// What a writer was given.
private final class Pieces: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  var all: [UInt8] { bytes.withLock { $0 } }
  func append(_ piece: [UInt8]) { bytes.withLock { $0 += piece } }
}
