import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `What the log of changes keeps` {
  private static let day = 86_400.0

  private func sync(
    _ store: Store, _ records: [Record], day: Double, setAside: [SetAsideEntry] = []
  ) async throws {
    try await store.beginStaging()
    try await store.stage { add in for record in records { try add(record) } }
    _ = try await store.apply(
      .full, floor: 0, setAside: setAside, state: SyncState(),
      at: Store.moment.addingTimeInterval(day * Self.day))
  }

  private func dataset(keep days: Int = 365, most: Int = 100_000) -> Dataset {
    .peaks.changing { $0.history = History(keep: .seconds(days * 86_400), most: most) }
  }

  private func words(_ store: Store) throws -> [String] {
    try store.changes(ChangesQuery()).changes.map { "\($0.sync) \($0.kind.rawValue) \($0.id)" }
  }

  @Test func `is bounded by age`() async throws {
    try await withStore(dataset(keep: 10)) { store in
      for day in 0...25 {
        try await sync(
          store, [.peak(1, "Rysy", Double(day)), .peak(2, "Lomnica")], day: Double(day))
      }
      let page = try store.changes(ChangesQuery())
      #expect(page.changes.map(\.sync) == Array((15...26).reversed()))
      #expect(page.syncs.map(\.number) == Array((15...26).reversed()) + [1])
    }
  }

  @Test func `is bounded by number, what is gone counted apart`() async throws {
    try await withStore(dataset(most: 3)) { store in
      try await sync(store, (1...9).map { .peak($0, "Peak") }, day: 0)
      try await sync(store, (3...9).map { .peak($0, "Peak") }, day: 1)
      for day in 2...6 {
        try await sync(store, (3...9).map { .peak($0, "Peak \(day)") }, day: Double(day))
      }
      #expect(
        try words(store) == [
          "7 changed 3", "7 changed 4", "7 changed 5", "2 deleted 1", "2 deleted 2",
        ])
      #expect(try store.deleted(.integer(1))?.record == .peak(1, "Peak"))
      #expect(try store.changes(ChangesQuery()).syncs.map(\.number) == [7, 2, 1])
    }
  }

  @Test(arguments: 0...12) func `is exactly the newest of each kind`(most: Int) async throws {
    var records: [Record] = (1...6).map { .peak($0, "Peak", 0) }
    var (log, next): ([(kind: Change.Kind, id: Int64)], Int64) = ([], 7)
    try await withStore(dataset(most: most)) { store in
      try await sync(store, records, day: 0)
      for day in 1...9 {
        let gone = records.prefix(day % 3)
        let changed = records.dropFirst(day % 3).prefix(day % 4)
        let new = (next..<next + Int64(day % 2 + 1)).map { Record.peak($0, "New", 0) }
        next += Int64(new.count)
        let kept = records.dropFirst(day % 3 + day % 4)
        let after = changed.map {
          Record(id: $0.id, values: [$0.values[0], .number(Double(day))] + $0.values[2...])
        }
        records = after + kept + new
        try await sync(store, records, day: Double(day))
        log =
          Self.logged(new, .inserted) + Self.logged(after, .changed)
          + Self.logged(Array(gone), .deleted) + log
        let found = try store.changes(ChangesQuery()).changes
        for kind in Change.Kind.allCases {
          let expected = log.filter { $0.kind == kind }.prefix(most).map(\.id)
          #expect(found.filter { $0.kind == kind }.map { Self.number($0.id) } == expected, "\(day)")
        }
      }
    }
  }

  private static func number(_ id: RecordID) -> Int64 {
    guard case .integer(let number) = id else { return 0 }
    return number
  }

  private static func logged(
    _ records: [Record], _ kind: Change.Kind
  ) -> [(kind: Change.Kind, id: Int64)] {
    records.map { (kind, number($0.id)) }.sorted { $0.id < $1.id }
  }

  @Test func `is nothing where nothing is wanted, and the sync's line stays`() async throws {
    try await withStore(dataset(most: 0)) { store in
      try await sync(store, [.peak(1, "Rysy"), .peak(2, "Lomnica")], day: 0)
      try await sync(store, [.peak(1, "Rysy", 1), .peak(3, "New")], day: 1)
      #expect(try words(store) == [])
      #expect(try store.changes(ChangesQuery()).syncs.map(\.number) == [2, 1])
      #expect(try store.deleted(.integer(2)) == nil)
    }
  }

  @Test func `is not lost to a clock that jumps once`() async throws {
    try await withStore(dataset(keep: 10)) { store in
      for day in [0, 1, 2, 40_000, 3, 4] as [Double] {
        try await sync(store, [.peak(1, "Rysy", day), .peak(2, "Lomnica")], day: day)
      }
      #expect(try store.changes(ChangesQuery()).changes.map(\.sync) == [6, 5, 4, 3, 2])
    }
  }

  @Test func `goes with what was set aside by syncs that are forgotten`() async throws {
    try await withStore(dataset(keep: 1)) { store in
      let aside = [SetAsideEntry(reason: "no key", count: 1, sample: "1: x")]
      for day in 0...9 {
        try await sync(
          store, [.peak(1, "Rysy", Double(day)), .peak(2, "Lomnica")], day: Double(day),
          setAside: aside)
      }
      let file = try SecondConnection(store.file)
      #expect(try file.column("SELECT sync FROM set_aside ORDER BY sync") == ["1", "8", "9", "10"])
      #expect(try store.setAside() == aside)
    }
  }

  @Test func `is not touched by a sync that finds nothing new`() async throws {
    try await withStore(dataset(keep: 1)) { store in
      let rows: [Record] = [.peak(1, "Rysy", 1), .peak(2, "Lomnica")]
      try await sync(store, [.peak(1, "Rysy"), .peak(2, "Lomnica")], day: 0)
      try await sync(store, rows, day: 1)
      let file = try SecondConnection(store.file)
      for table in ["record", "change", "sync", "set_aside"] { try file.watchWrites(to: table) }
      try await sync(store, rows, day: 900)
      #expect(try file.takeWrites() == [])
      #expect(try words(store) == ["2 changed 1"])
    }
  }
}
