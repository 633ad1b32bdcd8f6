import AlmanacDecoding
import Foundation
import Synchronization
import Testing

@testable import AlmanacDeclarations
@testable import AlmanacEngine
@testable import AlmanacStorage

@Suite(.timeLimit(.minutes(5))) struct `An export` {
  @Test(arguments: ["meteorites", "stations", "countries"], [ExportFormat.csv, .json, .ndjson])
  func `of a built-in dataset gives the same records as a source`(
    id: String, format: ExportFormat
  ) async throws {
    try await withTrial(hasBuiltIns: true) { trial in
      try await trial.withLibrary { library in
        let table = try #require(library.table(id))
        let bytes = try await Self.bytes(table, format)
        let records = try Self.records(in: bytes, format, of: table.dataset)
        #expect(try await records == Self.records(of: table))
        #expect(records.count > 30)
      }
    }
  }

  @Test(arguments: [ExportFormat.csv, .json, .ndjson])
  func `of every type of value gives the same values as a source`(
    format: ExportFormat
  ) async throws {
    try await withTable(Everything.records, Everything.dataset) { table in
      let bytes = try await Self.bytes(table, format)
      let records = try Self.records(in: bytes, format, of: table.dataset)
      for (got, sent) in zip(records, Everything.records) {
        for (index, field) in table.dataset.fields.enumerated() {
          #expect(got.values[index] == sent.values[index], "\(got.id) \(field.name)")
        }
      }
      #expect(records.map(\.id) == Everything.records.map(\.id))
    }
  }

  @Test func `holds exactly the rows that the list shows`() async throws {
    try await withTable(Things.random(300)) { table in
      for parameters in [
        [], [("q", "l")], [("kind", "a")],
        [("q", "s"), ("size.min", "10"), ("sort", "-size,name")],
      ] {
        let query = try TableQuery(
          parameters: parameters.map { (name: $0.0, value: $0.1) } + [("limit", "1000")],
          dataset: table.dataset)
        let rows = try await table.window(query).rows
        let bytes = try await Self.bytes(table, .ndjson, query)
        let records = try Self.records(in: bytes, .ndjson, of: table.dataset)
        if query.sort.isEmpty {
          #expect(Set(records) == Set(rows))
          #expect(
            records.map(\.id.description)
              == records.map(\.id.description).sorted {
                (Int($0) ?? 0) < (Int($1) ?? 0)
              })
        } else {
          #expect(records == rows)
        }
      }
    }
  }

  @Test func `says whom to thank, of which version it is and how many rows it has`() async throws {
    try await withTable(Things.same(3, 1)) { table in
      let bytes = try await Self.bytes(table, .json)
      let value = try #require(
        try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      #expect(value["version"] as? String == (try table.version()))
      #expect(value["count"] as? Int == 3)
      #expect((value["rows"] as? [Any])?.count == 3)
      #expect(value["exported"] as? String == "2026-07-14T03:33:20Z")
      #expect((value["credit"] as? [String: String])?["licence"] == "CC0")
    }
  }

  @Test func `keeps nobody waiting while its receiver is slow, and stays of one version`()
    async throws
  {
    try await withTable(Things.same(60_000, 1)) { table in
      let export = try await table.export(TableQuery(), as: .ndjson, at: .distantPast)
      let bytes = Mutex<[UInt8]>([])
      let isFirst = Mutex(true)
      try await export.send { piece in
        bytes.withLock { $0 += piece }
        guard
          isFirst.withLock({ first in
            defer { first = false }; return first
          })
        else { return }
        // All rows are read while the receiver has taken no more than one piece.
        while export.snapshot.isOpen { await Task.yield() }
        try await table.store.sync(Things.same(10, 2))
      }
      let all = bytes.withLock { $0 }
      #expect(all.count > 2 << 20, "more than stays in memory")
      let records = try Self.records(in: all, .ndjson, of: table.dataset)
      #expect(records == Things.same(60_000, 1))
      #expect(try table.count() == 10)
    }
  }

  @Test func `ends when its receiver goes, and lets go of everything`() async throws {
    struct Gone: Error {}
    try await withTable(Things.same(60_000, 1)) { table in
      let folder = table.store.file.deletingLastPathComponent()
      let export = try await table.export(TableQuery(), as: .csv, at: .distantPast)
      await #expect(throws: Gone.self) { try await export.send { _ in throw Gone() } }
      #expect(!export.snapshot.isOpen)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.filter { $0.hasPrefix("export") } == [])
    }
  }

  @Test func `of a dataset without places is no GeoJSON`() {
    #expect(!ExportFormat.geojson.suits(Things.dataset))
    #expect(ExportFormat.geojson.suits(Everything.dataset))
  }

  @Test func `describes every column of its CSV`() async throws {
    let description = ExportDescription(
      dataset: Everything.dataset, format: .csv,
      credit: Credit(text: "A", licence: "CC0, CC BY 4.0"),
      file: "everything.csv")
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(description.json)) as? [String: Any])
    let schema = value["tableSchema"] as? [String: Any]
    let names = (schema?["columns"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == CSVBytes.columns(of: Everything.dataset))
    #expect(value["dc:rights"] as? String == "CC0, CC BY 4.0")
    #expect(
      LicenceAddress.all(in: "CC BY 4.0, nobody's, CC0").map { $0.suffix(9) }
        == ["s/by/4.0/", "zero/1.0/"])
  }

  /// The whole export of a query.
  private static func bytes(
    _ table: LiveTable, _ format: ExportFormat, _ query: TableQuery = TableQuery()
  ) async throws -> [UInt8] {
    let bytes = Mutex<[UInt8]>([])
    let date = Date(timeIntervalSince1970: 1_784_000_000)
    try await table.export(query, as: format, at: date).send { piece in
      bytes.withLock { $0 += piece }
    }
    return bytes.withLock { $0 }
  }

  /// All records of a table by key.
  private static func records(of table: LiveTable) async throws -> [Record] {
    let query = TableQuery(sort: [SortTerm("id")], limit: 1000)
    return try await table.window(query).rows.map { Record(id: $0.id, values: $0.values) }
  }

  /// What a dataset makes of an export of its own, when that is its source.
  private static func records(
    in bytes: [UInt8], _ format: ExportFormat, of dataset: Dataset
  ) throws -> [Record] {
    let decoder = RecordDecoder(dataset: dataset.readingExports(as: format))
    var records: [Record] = []
    func take(_ record: Record) { records.append(Record(id: record.id, values: record.values)) }
    if format == .ndjson {
      for line in bytes.split(separator: 0x0A) { try decoder.decodePacket(line, into: take) }
    } else {
      let page = try decoder.decode(bytes, into: take)
      #expect(page.setAside.isEmpty)
    }
    return records
  }
}

extension Dataset {
  /// The same dataset whose source are its own exports.
  fileprivate func readingExports(as format: ExportFormat) -> Dataset {
    var dataset = self
    let kinds = [ExportFormat.csv: Source.Kind.csv, .ndjson: .stream]
    dataset.source = Source(kind: kinds[format] ?? .json, url: "file:///export")
    dataset.source.records = format == .json ? FieldPath("rows") : nil
    dataset.key.from = [FieldPath("id")]
    dataset.refresh.cursor = nil
    for (index, field) in dataset.fields.enumerated() {
      dataset.fields[index].from = [FieldPath(field.name)]
      dataset.fields[index].place =
        field.type == .point
        ? PlacePaths(
          latitude: FieldPath("\(field.name).latitude"),
          longitude: FieldPath("\(field.name).longitude")) : nil
    }
    return dataset
  }
}

/// A record with a value of every type, and others with what is hard about each.
enum Everything {
  static let dataset = Dataset(
    id: "everything", source: Source(kind: .json, url: "https://example.org"),
    key: Key(from: [FieldPath("id")]),
    fields: FieldType.allCases.map { Field(name: "a_\($0)", type: $0) })

  /// In the order of their keys.
  static let records = [
    record("1", ["a_text": .text("plain")]),
    record("a/b, \"c\"", hard),
    record("none", [:]),
    record("zero", ["a_number": .number(0), "a_boolean": .integer(0), "a_year": .integer(-44)]),
    record("Łódź", ["a_number": .number(1e-7), "a_integer": .integer(.min)]),
  ]

  private static let hard: [String: Value] = [
    "a_text": .text("=cmd|'/C calc'!A0, \"quoted\"\r\nsecond line\ttab \u{1} 日本"),
    "a_integer": .integer(.max), "a_number": .number(0.1 + 0.2), "a_boolean": .integer(1),
    "a_year": .integer(2026), "a_date": .integer(20_778),
    "a_timestamp": .integer(1_784_000_000_123), "a_datetime": .integer(-1),
    "a_point": Point(latitude: -89.123456789, longitude: 180).map(Value.point) ?? .absent,
    "a_link": .text("https://example.org/?a=1,2&b=%22"),
    "a_image": .text("https://example.org/a.png"),
    "a_list": .list(["a, b", "say \"so\"", "two\nlines", "[1]", "back\\slash"]),
    "a_currencies": .currencies([
      Currency(code: "PLN", name: "złoty \"new\"", symbol: "zł"), Currency(code: "XXX"),
    ]),
  ]

  private static func record(_ id: String, _ values: [String: Value]) -> Record {
    Record(id: .text(id), values: dataset.fields.map { values[$0.name] ?? .absent })
  }
}
