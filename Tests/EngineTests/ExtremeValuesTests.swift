import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import GRDBSQLite
import Testing

@testable import AlmanacEngine

/// What came from outside is not trusted to be in range: it is refused, or finds nothing.
@Suite(.timeLimit(.minutes(5))) struct `Numbers at the ends of their range` {
  static let dataset = Things.dataset.with {
    $0.fields[3] = Field(name: "place", type: .point)
    $0.fields += [
      Field(name: "year", type: .year), Field(name: "day", type: .date),
      Field(name: "seen", type: .timestamp), Field(name: "is_old", type: .boolean),
    ]
    $0.search = ["name"]
    $0.measure = "place"
  }
  static let stream = dataset.with {
    $0.source = Source(kind: .stream, url: "http://example.org")
    $0.fields.remove(at: 3)
    $0.measure = nil
  }
  static let ends = [Int.min, .min + 1, -1, 0, 1, 1000, Int(Int32.max), .max - 1, .max]

  private static let words = [
    "", "0", "-1", "1", "1000", "1001", "2147483647", "2147483648", "-2147483648",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "999999999999999999999999999", "1e5", "1e308", "-1e308", "1e400", "1e-400", "5e-324", "nan",
    "inf", "-inf", "0x1p3", "+5", " 5", "5 ", "90", "-90", "90.0000001", "180", "-360", "360.1",
    "9999-12-31", "-9999-01-01", "10000-01-01", "0000-00-00", "9999-12-31T23:59:60Z", "true", "é",
  ]

  @Test func `of a query are refused by name, or give a window`() async throws {
    for dataset in [Self.dataset, Self.stream] {
      try await withTable([], dataset) { table in
        try await fill(table)
        var (answered, refused) = (0, 0)
        let fields = dataset.fields.map(\.name) + ["id"]
        let names =
          ["offset", "limit", "sort", "collation", "q", "anchor-id", "anchor-lead"]
          + fields.flatMap { [$0, "\($0).min", "\($0).max", "\($0).known"] }
        for name in names {
          for value in Self.words {
            do {
              let request = try LiveRequest(parameters: [(name, value)], dataset: dataset)
              let window = try await table.window(request.query)
              #expect(window.rows.count <= request.query.limit)
              _ = try await table.look(request, after: nil)
              answered += 1
            } catch let problem as QueryProblem {
              #expect([name, "anchor-lead"].contains(problem.parameter))
              refused += 1
            }
          }
        }
        #expect(answered > 400 && refused > 400)
      }
    }
  }

  @Test func `of what is near are refused by name, or find what is there`() async throws {
    try await withTable([], Self.dataset) { table in
      try await fill(table)
      for name in ["lat", "lon", "radius", "limit"] {
        for value in Self.words {
          var parameters = [("lat", "50"), ("lon", "20")].filter { $0.0 != name }
          parameters.append((name, value))
          do {
            let wish = try NearParameters(parameters.map { (name: $0.0, value: $0.1) })
            guard let place = wish.place else { continue }
            let query = NearQuery(place: place, radius: wish.radius, limit: wish.limit)
            let near = try await table.near(query)
            #expect(near.rows.count <= wish.limit && near.total <= 2)
          } catch let problem as QueryProblem {
            #expect([name, "lat", "lon"].contains(problem.parameter))
          }
        }
      }
      let place = try #require(Coordinate(latitude: 90, longitude: -180))
      for limit in Self.ends {
        for radius in [nil, -1, 0, .infinity, -.infinity, .nan, 1e308, .leastNonzeroMagnitude] {
          let query = NearQuery(place: place, radius: radius, limit: limit)
          let near = try await table.near(query)
          #expect(near.rows.count <= max(limit, 0))
        }
      }
    }
  }

  @Test func `of a query that a program makes give an empty window at worst`() async throws {
    for dataset in [Self.dataset, Self.stream] {
      try await withTable([], dataset) { table in
        try await fill(table)
        for offset in Self.ends {
          for limit in Self.ends {
            for sort in ["", "size", "kind,-size"] {
              let terms = sort.split(separator: ",").map { SortTerm($0) }
              let query = TableQuery(sort: terms, offset: offset, limit: limit)
              let window = try await table.window(query)
              #expect(window.rows.count <= 3 && window.rows.count <= max(limit, 0))
              _ = try await table.json(query)
              let anchor = LiveRequest.Anchor(id: .integer(2), lead: limit)
              _ = try await table.look(LiveRequest(query: query, anchor: anchor), after: nil)
            }
          }
          let found = try await table.window(
            TableQuery(search: "n", offset: offset, limit: offset))
          #expect(found.rows.count <= 3)
        }
        for value in [Double.nan, .infinity, -.infinity] {
          for test in [
            Filter.Test.equals(.number(value)), .atLeast(.number(value)), .atMost(.number(value)),
          ] {
            let filter = Filter(field: "size", test: test)
            let query = TableQuery(sort: [SortTerm("size")], filters: [filter])
            #expect(try await table.window(query).total <= 3)
          }
        }
      }
    }
  }

  @Test(arguments: [
    "generation = 9223372036854775807", "generation = -9223372036854775808",
    "generation = 1e300", "generation = 'x'", "count = 9223372036854775807", "count = -1",
  ])
  func `in a damaged file stop nobody who reads or writes`(_ change: String) async throws {
    try await withTrial { trial in
      for (number, dataset) in [Self.dataset, Self.stream].enumerated() {
        let file = trial.folder.appending(path: "\(number).sqlite")
        let store = try Store(file: file, dataset: dataset)
        try SecondWriter.run("UPDATE sync_state SET \(change)", file)
        let table = try LiveTable(store: store, epoch: "test", credit: dataset.credit)
        let version = table.receive([Self.record(1, dataset)])
        table.committed(version)
        _ = try await table.window(TableQuery(sort: [SortTerm("size")]))
        _ = try table.copyMark()
        table.follow(AppliedCounts())
      }
    }
  }

  private func fill(_ table: LiveTable) async throws {
    let records = (1...3).map { Self.record($0, table.dataset) }
    guard table.dataset.source.kind == .stream else {
      try await table.store.sync(records)
      return
    }
    let version = table.receive(records)
    _ = try await table.store.upsert(records, state: SyncState(), generation: version)
    table.committed(version)
  }

  private static func record(_ number: Int64, _ dataset: Dataset) -> Record {
    var values: [Value] = [.text("n\(number)"), .number(Double(number)), .text("a")]
    if dataset.measure != nil {
      let point = number == 3 ? nil : Point(latitude: 90, longitude: 180)
      values.append(point.map { .point($0) } ?? .absent)
    }
    values += [
      .integer(number == 1 ? .max : .min), .integer(number == 1 ? 1 : -1),
      .integer(number == 1 ? .max : .min), .integer(1),
    ]
    return Record(id: .integer(number == 1 ? .max : number), values: values)
  }
}

/// Writes to a store's file beside the store, as damage does.
private enum SecondWriter {
  struct Refusal: Error {}

  static func run(_ sql: String, _ file: URL) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw Refusal() }
    sqlite3_exec(handle, sql, nil, nil, nil)  // what SQLite refuses no file holds
  }
}
