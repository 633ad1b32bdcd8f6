import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `Applying a sync` {
  let two: [Record] = [.peak(1, "Rysy", 2501), .peak(2, "Lomnica", 2634)]

  @Test func `fills an empty store without logging changes`() async throws {
    try await withStore { store in
      let outcome = try await store.sync(two)
      #expect(outcome.words == "+2 ~0 -0 = 2")
      #expect(try store.history() == (1, 0))
      #expect(try store.size() == (1, 2))
      #expect(try store.all() == two)
    }
  }

  @Test func `writes exactly the rows that differ`() async throws {
    try await withStore { store in
      try await store.sync((1...50).map { .peak($0, "Peak \($0)", Double($0)) })
      let file = try SecondConnection(store.file)
      try file.watchWrites(to: "record")
      var next = (2...51).map { Record.peak($0, "Peak \($0)", Double($0)) }
      next[10].values[1] = .absent
      #expect(try await store.sync(next).words == "+1 ~1 -1 = 50")
      #expect(try file.takeWrites() == ["record DELETE 1", "record UPDATE 12", "record INSERT 51"])
      #expect(try store.all() == next)
    }
  }

  @Test func `writes nothing but the state when nothing differs`() async throws {
    try await withStore { store in
      try await store.sync(two)
      let file = try SecondConnection(store.file)
      for table in ["record", "change", "sync"] { try file.watchWrites(to: table) }
      var state = SyncState()
      state.cursor = "2026"
      #expect(try await store.sync(two, state: state).words == "+0 ~0 -0 = 2")
      #expect(try file.takeWrites() == [])
      #expect(try store.size().generation == 1)
      #expect(try store.state().cursor == "2026")
    }
  }

  @Test(arguments: [Dataset.peaks, .peaksByText])
  func `logs old and new values of each change`(dataset: Dataset) async throws {
    try await withStore(dataset) { store in
      let isInteger = dataset.key.isInteger
      func peak(_ id: Int64, _ name: String, _ height: Double?, _ also: [String] = []) -> Record {
        isInteger
          ? .peak(id, name, height, also: also) : .peak("\(id)", name, height, also: also)
      }
      try await store.sync([peak(1, "Rysy", 2501, ["Vysoká"]), peak(2, "Lomnica", nil)])
      try await store.sync([peak(2, "Lomnica \"L\"", 2634), peak(3, "Giewont", 1894)])
      let changes = try SecondConnection(store.file).rows(
        "SELECT sync, id, kind, old, new FROM change ORDER BY id")
      #expect(
        changes == [
          ["2", "1", "deleted", #"{"name":"Rysy","height":2501.0,"also":["Vysoká"]}"#, nil],
          [
            "2", "2", "changed", #"{"name":"Lomnica"}"#,
            #"{"name":"Lomnica \"L\"","height":2634.0}"#,
          ],
          ["2", "3", "inserted", nil, #"{"name":"Giewont","height":1894.0}"#],
        ])
      let syncs = try SecondConnection(store.file).rows(
        "SELECT kind, inserted, changed, deleted, total FROM sync ORDER BY number")
      #expect(syncs == [["full", "2", "0", "0", "2"], ["full", "1", "1", "1", "2"]])
    }
  }

  @Test func `logs what changed beyond the declaration`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy", extra: #"{"snow":true}"#)])
      try await store.sync([.peak(1, "Rysy", extra: #"{"snow":false}"#)])
      let changes = try SecondConnection(store.file).rows("SELECT old, new FROM change")
      #expect(
        changes == [
          [#"{"name":"Rysy","_extra":{"snow":true}}"#, #"{"name":"Rysy","_extra":{"snow":false}}"#]
        ])
    }
  }

  @Test func `keeps the last of two staged records with one key`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Old"), .peak(1, "New")])
      #expect(try store.names() == ["New"])
    }
  }

  @Test func `changes nothing when it fails in the middle`() async throws {
    try await withStore { store in
      try await store.sync(two, state: .with(cursor: "a"))
      let before = try dump(store)
      let bad: [Record] = [.peak(1, "Rysy", 2503), .peak(3, "")]
      await #expect(throws: StoreError.self) {
        try await store.sync(bad, state: .with(cursor: "b"))
      }
      #expect(try dump(store) == before)
      #expect(try await store.sync([.peak(1, "Rysy", 2503)]).words == "+0 ~1 -1 = 1")
    }
  }

  @Test func `leaves the copy alone when staging throws`() async throws {
    struct Broken: Error {}
    try await withStore { store in
      try await store.sync(two)
      let before = try dump(store)
      try await store.beginStaging()
      await #expect(throws: Broken.self) {
        try await store.stage { add in
          try add(.peak(9, "Half"))
          throw Broken()
        }
      }
      #expect(try dump(store) == before)
    }
  }

  @Test func `replaces a snapshot whole without a flood of changes`() async throws {
    try await withStore { store in
      try await store.sync(two, as: .snapshot)
      let outcome = try await store.sync([.peak(7, "Elbrus")], floor: 0.9)
      #expect(outcome.words == "+1 ~0 -0 = 1")
      #expect(try store.history().changes == 0)
      #expect(try store.names() == ["Elbrus"])
      #expect(try store.size().generation == 2)
    }
  }

  @Test func `remembers what was set aside, until the next that writes`() async throws {
    try await withStore { store in
      let asides = [
        SetAsideEntry(reason: "no key", count: 2, sample: "7: ;;"),
        SetAsideEntry(reason: "key repeats", count: 5, sample: "9: 1;Rysy"),
      ]
      try await store.sync(two, setAside: asides)
      #expect(try store.setAside() == [asides[1], asides[0]])
      try await store.sync(two)
      #expect(try store.setAside().count == 2)
      try await store.sync([two[0]])
      #expect(try store.setAside() == [])
    }
  }

  /// All that a failed sync must not touch.
  private func dump(_ store: Store) throws -> [[String?]] {
    let file = try SecondConnection(store.file)
    return try ["record", "change", "sync", "set_aside", "sync_state"].flatMap {
      try file.rows("SELECT * FROM \($0)")
    }
  }
}

extension SyncState {
  static func with(cursor: String) -> SyncState {
    var state = SyncState()
    state.cursor = cursor
    return state
  }
}
