import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

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
      let outcome = try await store.sync([], floor: 0.01, replacing: true)
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
}
