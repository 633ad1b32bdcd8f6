import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `The brake` {
  let ten = (1...10).map { Record.peak($0, "Peak \($0)") }

  @Test(arguments: [(8, "+0 ~0 -2 = 8"), (7, "held: 10 would be 7"), (0, "held: 10 would be 0")])
  func `holds a full sync that falls below the floor`(count: Int, words: String) async throws {
    try await withStore { store in
      try await store.sync(ten)
      #expect(try await store.sync(Array(ten.prefix(count)), floor: 0.8).words == words)
    }
  }

  @Test func `leaves copy, history and state as they were`() async throws {
    try await withStore { store in
      try await store.sync(ten, state: .with(cursor: "a"))
      try await store.sync([], floor: 0.8, state: .with(cursor: "b"))
      #expect(try store.all() == ten)
      #expect(try store.history() == (1, 0))
      #expect(try store.state().cursor == "a")
      #expect(try store.size() == (1, 10))
    }
  }

  @Test func `never lets an empty answer replace a snapshot`() async throws {
    try await withStore { store in
      try await store.sync(ten, as: .snapshot)
      let outcome = try await store.sync([], floor: 0.01)
      #expect(outcome.words == "held: 10 would be 0")
    }
  }

  @Test func `is off without a floor`() async throws {
    try await withStore { store in
      try await store.sync(ten)
      #expect(try await store.sync([]).words == "+0 ~0 -10 = 0")
    }
  }

  @Test func `does not hold news, which take nothing away`() async throws {
    try await withStore { store in
      try await store.sync(ten)
      let outcome = try await store.sync([.peak(11, "New")], as: .incremental, floor: 1)
      #expect(outcome.words == "+1 ~0 -0 = 11")
    }
  }

  @Test func `counts keys where only keys tell what is gone`() async throws {
    try await withStore { store in
      try await store.sync(ten)
      let few = try await store.sync([], as: .ids, floor: 0.8, keys: [.integer(1)])
      #expect(few.words == "held: 10 would be 1")
      let none = try await store.sync([], as: .ids, floor: 0.8)
      #expect(none.words == "held: 10 would be 0")
      let keys = (2...12).map { RecordID.integer($0) }
      let news: [Record] = [.peak(2, "Renamed"), .peak(11, "New")]
      let some = try await store.sync(news, as: .ids, floor: 0.8, keys: keys)
      #expect(some.words == "+1 ~1 -1 = 10")
      #expect(try store.names(by: "id").prefix(2) == ["Renamed", "Peak 3"])
    }
  }

  /// Where a copy's records may come from, and what may come in their place.
  static let ways: [(was: SyncState.Origin, kind: SyncKind, staying: Int, words: String)] = [
    (.none, .snapshot, 10, "held: 10 would be 10"),
    (.upstream, .snapshot, 10, "held: 10 would be 10"),
    (.simulator, .snapshot, 10, "held: 10 would be 10"),
    (.snapshot, .snapshot, 8, "+0 ~0 -2 = 8"),
    (.snapshot, .snapshot, 7, "held: 10 would be 7"),
    (.snapshot, .snapshot, 0, "held: 10 would be 0"),
    (.snapshot, .full, 1, "+1 ~0 -0 = 1"),
    (.snapshot, .full, 0, "held: 10 would be 0"),
    (.simulator, .full, 1, "+1 ~0 -0 = 1"),
    (.simulator, .full, 0, "held: 10 would be 0"),
    (.upstream, .full, 8, "+0 ~0 -2 = 8"),
    (.upstream, .full, 7, "held: 10 would be 7"),
    (.none, .full, 7, "held: 10 would be 7"),
  ]

  @Test(arguments: ways)
  func `asks the file itself where its records come from`(
    was: SyncState.Origin, kind: SyncKind, staying: Int, words: String
  ) async throws {
    try await withStore { store in
      try await store.sync(ten)
      var state = SyncState()
      state.origin = was
      try await store.save(state)
      let outcome = try await store.sync(Array(ten.prefix(staying)), as: kind, floor: 0.8)
      #expect(outcome.words == words)
    }
  }

  @Test func `counts records itself, whatever the file says of itself`() async throws {
    try await withStore { store in
      try await store.sync(ten)
      for lie in ["0", "1", "9223372036854775807"] {
        try SecondConnection(store.file).rows("UPDATE sync_state SET count = \(lie)")
        let outcome = try await store.sync([ten[0]], floor: 0.8)
        #expect(outcome.words == "held: 10 would be 1")
      }
      #expect(try store.all() == ten)
    }
  }

  @Test func `counts what damage took as records that should be there`() async throws {
    try await withStore { store in
      try await store.sync(ten)
      var state = try store.state()
      state.repair = .init(what: "the file was damaged", since: Store.moment, expected: 100)
      try await store.save(state)
      #expect(try await store.sync(ten, floor: 0.8).words == "held: 100 would be 10")
      let some = (1...79).map { Record.peak($0, "Peak \($0)") }
      #expect(try await store.sync(some, floor: 0.8).words == "held: 100 would be 79")
      let most = (1...80).map { Record.peak($0, "Peak \($0)") }
      #expect(try await store.sync(most, floor: 0.8).words == "+70 ~0 -0 = 80")
    }
  }

  @Test func `removes made-up records alone`() async throws {
    for origin in [SyncState.Origin.none, .snapshot, .upstream] {
      try await withStore { store in
        var state = SyncState()
        state.origin = origin
        try await store.sync(ten, state: state)
        #expect(try await store.removeSimulated() == false)
        #expect(try store.all() == ten)
        state.origin = .simulator
        try await store.save(state)
        #expect(try await store.removeSimulated())
        #expect(try store.all() == [])
      }
    }
  }
}
