import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `The log of changes` {
  /// Five syncs: a filling, then what is changed, gone, new and back.
  private func withLog(
    _ dataset: Dataset = .peaks, _ body: (Store) async throws -> Void
  ) async throws {
    try await withStore(dataset) { store in
      try await store.sync([.peak(1, "Rysy", 2501), .peak(2, "Lomnica"), .peak(3, "Giewont")])
      try await store.sync([.peak(1, "Rysy", 2503), .peak(2, "Lomnica"), .peak(3, "Giewont")])
      try await store.sync([.peak(1, "Rysy", 2503), .peak(4, "Elbrus")])
      try await store.sync([.peak(1, "Rysy", 2499), .peak(2, "Lomnica"), .peak(4, "Elbrus")])
      try await body(store)
    }
  }

  @Test func `is read from the newest on, new records first and each kind by its key`() async throws
  {
    try await withLog { store in
      let page = try store.changes(ChangesQuery())
      #expect(
        page.changes.map(\.words) == [
          "4 inserted 2", "4 changed 1", "3 inserted 4", "3 deleted 2", "3 deleted 3",
          "2 changed 1",
        ])
      #expect(page.syncs.map(\.number) == [4, 3, 2, 1])
      #expect(page.syncs.map(\.isFilling) == [false, false, false, true])
      #expect(page.next == nil)
    }
  }

  @Test func `holds the whole record before and after`() async throws {
    try await withLog { store in
      let change = try #require(try store.changes(ChangesQuery(sync: 2)).changes.first)
      #expect(change.old == .peak(1, "Rysy", 2501))
      #expect(change.new == .peak(1, "Rysy", 2503))
      #expect(change.fields.map(\.index) == [1])
      let gone = try #require(try store.changes(ChangesQuery(kind: .deleted)).changes.last)
      #expect(gone.old == .peak(3, "Giewont"))
      #expect(gone.new == nil)
    }
  }

  @Test func `keeps every digit and every type of value`() async throws {
    try await withStore(.everything) { store in
      let (old, new) = (Record.everything(1), Record.everything(2))
      try await store.sync([old])
      try await store.sync([new])
      let change = try #require(try store.changes(ChangesQuery()).changes.first)
      #expect(change.old == old)
      #expect(change.new == new)
      #expect(change.fields.count == FieldType.allCases.count)
    }
  }

  @Test func `is read page by page without a gap or a repeat`() async throws {
    try await withLog { store in
      let all = try store.changes(ChangesQuery()).changes
      for limit in 1...7 {
        var (query, found, lines) = (ChangesQuery(limit: limit), [Change](), [Int64]())
        repeat {
          let page = try store.changes(query)
          found += page.changes
          lines += page.syncs.map(\.number).filter { !lines.contains($0) }
          query.before = page.next
        } while query.before != nil
        #expect(found == all, "\(limit)")
        #expect(lines == [4, 3, 2, 1], "\(limit)")
      }
    }
  }

  static let queries: [ChangesQuery] = [nil, RecordID.integer(1), .integer(2), .integer(9)]
    .flatMap { id in
      ([nil] + Change.Kind.allCases).flatMap { kind in
        [nil, 1, 3, 4, 7].flatMap { sync in
          [nil, 1, 4].map { ChangesQuery(id: id, sync: sync, kind: kind, before: $0) }
        }
      }
    }

  @Test func `is asked for a record, a sync and a kind`() async throws {
    try await withLog { store in
      let all = try store.changes(ChangesQuery()).changes
      for query in Self.queries {
        let expected = all.filter { change in
          (query.id ?? change.id) == change.id && (query.sync ?? change.sync) == change.sync
            && (query.kind ?? change.kind) == change.kind
            && change.sequence < (query.before ?? .max)
        }
        #expect(try store.changes(query).changes == expected, "\(query)")
      }
    }
  }

  @Test func `shows the line of each sync it tells of, and no other`() async throws {
    try await withLog { store in
      let queries = [
        ChangesQuery(id: .integer(2)), ChangesQuery(sync: 1), ChangesQuery(sync: 9),
        ChangesQuery(kind: .changed),
      ]
      let lines = try queries.map { try store.changes($0).syncs.map(\.number) }
      #expect(lines == [[4, 3], [1], [], [4, 2]])
    }
  }

  @Test func `is found by an index, whatever is asked for`() async throws {
    try await withLog { store in
      for query in Self.queries {
        let plan = "EXPLAIN QUERY PLAN " + ChangesCondition(query).select
        let steps = try SecondConnection(store.file).rows(plan).compactMap(\.last).compactMap(
          \.self)
        #expect(!steps.isEmpty)
        for step in steps {
          #expect(!step.contains("TEMP B-TREE"), "\(query): \(steps)")
          let isWhole = query.id == nil && query.kind == nil && query.before == nil
          #expect(!step.hasPrefix("SCAN") || (isWhole && query.sync == nil), "\(query): \(steps)")
        }
        if query.id != nil {
          #expect(steps.contains { $0.contains("change_of_record") }, "\(steps)")
        }
      }
    }
  }

  @Test func `is empty in a new store`() async throws {
    try await withStore { store in
      let empty = ChangesWindow(syncs: [], changes: [], next: nil)
      #expect(try store.changes(ChangesQuery()) == empty)
      let ends = try store.syncEnds()
      #expect(ends == nil)
    }
  }
}

@Suite struct `A record that is gone` {
  @Test(arguments: [Dataset.peaks, .peaksByText])
  func `is last known with values and date`(dataset: Dataset) async throws {
    try await withStore(dataset) { store in
      let isInteger = dataset.key.isInteger
      let rysy: Record = isInteger ? .peak(1, "Rysy", 2501) : .peak("1", "Rysy", 2501)
      let other: Record = isInteger ? .peak(2, "Lomnica") : .peak("2", "Lomnica")
      try await store.sync([rysy, other])
      #expect(try store.deleted(rysy.id) == nil)
      try await store.sync([other])
      let gone = try #require(try store.deleted(rysy.id))
      #expect(gone.record == rysy)
      #expect(gone.since == Store.moment.timeIntervalSince1970)
      let id = isInteger ? "1" : "\"1\""
      #expect(
        String(decoding: gone.json, as: UTF8.self)
          == #"{"id":\#(id),"name":"Rysy","height":2501,"range":null,"also":null}"#)
      #expect(try store.history(of: rysy.id)?.count == 1)
      #expect(try store.history(of: other.id) == nil)
      try await store.sync([rysy, other])
      #expect(try store.deleted(rysy.id) == nil)
      #expect(try store.history(of: rysy.id)?.count == 2)
    }
  }

  @Test func `is not one that was never there`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy")])
      #expect(try store.deleted(.integer(7)) == nil)
    }
  }
}

extension Change {
  /// "sync kind id".
  fileprivate var words: String { "\(sync) \(kind.rawValue) \(id)" }
}

extension Record {
  /// A record with a value in every field of `Dataset.everything`; another for another seed.
  fileprivate static func everything(_ seed: Int64) -> Record {
    let number = 78.400000000000006 + Double(seed) * 1e-13
    let values = FieldType.allCases.map { type -> Value in
      switch type {
      case .text, .link, .image: .text("Ł \"\(seed)\" \u{1}\n")
      case .integer, .year, .timestamp, .datetime, .date: .integer(1000 + seed)
      case .boolean: .integer(seed % 2)
      case .number: .number(number)
      case .point: Point(latitude: number, longitude: -number).map(Value.point) ?? .absent
      case .list: .list(["a,\"b\"", "\(seed)"])
      case .currencies: .currencies([Currency(code: "PLN", name: "złoty", symbol: "\(seed)")])
      }
    }
    return Record(id: .text("a"), values: values, extra: #"{"seed":\#(seed)}"#)
  }
}
