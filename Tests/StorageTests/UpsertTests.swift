import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `Upserting a group of a stream` {
  static let plain = `Storing a stream`.stream
  static let revised = plain.changing { $0.source.revision = "height" }

  @Test func `counts each record once, and the last of a key counts`() async throws {
    try await withStore(Self.plain) { store in
      let first = try await store.upsert(
        [.peak(1, "a", 1), .peak(2, "b", 2)], state: SyncState(), generation: 7)
      #expect((first.inserted, first.changed, first.older, first.total) == (2, 0, 0, 2))
      let next = try await store.upsert(
        [.peak(2, "c", 3), .peak(3, "d"), .peak(3, "e", 9)], state: .with(cursor: "7"),
        generation: 11)
      #expect((next.inserted, next.changed, next.older, next.total) == (1, 2, 0, 3))
      #expect(try store.names(by: "id") == ["a", "c", "e"])
      #expect(try store.size() == (11, 3))
      #expect(try store.state().cursor == "7")
      #expect(try store.history() == (0, 0))
    }
  }

  @Test func `lets no older revision take the place of what is held`() async throws {
    try await withStore(Self.revised) { store in
      _ = try await store.upsert(
        [.peak(1, "a", 5), .peak(2, "b", nil)], state: SyncState(), generation: 1)
      let next = try await store.upsert(
        [
          .peak(1, "older", 4), .peak(1, "none", nil), .peak(1, "same", 5), .peak(2, "none", nil),
          .peak(2, "first", -1), .peak(3, "new", 2), .peak(3, "older", 1),
        ], state: SyncState(), generation: 2)
      #expect((next.inserted, next.changed, next.older, next.total) == (1, 3, 3, 3))
      #expect(try store.names(by: "id") == ["same", "first", "new"])
    }
  }

  @Test func `takes texts as keys too`() async throws {
    try await withStore(Self.plain.changing { $0.key.isInteger = false }) { store in
      _ = try await store.upsert([.peak("x", "a", 1)], state: SyncState(), generation: 1)
      let next = try await store.upsert(
        [.peak("x", "b"), .peak("y", "c")], state: SyncState(), generation: 2)
      #expect((next.inserted, next.changed, next.total) == (1, 1, 2))
      #expect(try store.names(by: "id") == ["b", "c"])
    }
  }

  @Test func `writes a group whole or not at all`() async throws {
    try await withStore(Self.plain) { store in
      _ = try await store.upsert([.peak(1, "a", 1)], state: .with(cursor: "1"), generation: 1)
      await #expect(throws: StoreError.self) {
        try await store.upsert(
          [.peak(1, "b", 2), .peak(2, "")], state: .with(cursor: "2"), generation: 2)
      }
      #expect(try store.names() == ["a"])
      #expect(try store.state().cursor == "1")
      #expect(try store.size() == (1, 1))
    }
  }

  @Test func `has room for datasets of many fields`() async throws {
    let wide = Self.plain.changing { dataset in
      dataset.fields += (1...700).map { Field(name: "f\($0)", type: .integer) }
    }
    try await withStore(wide) { store in
      let absent = [Value](repeating: .absent, count: 700)
      var records = (1...90).map { Record.peak($0, "p\($0)") }
      for index in records.indices { records[index].values += absent }
      let counts = try await store.upsert(records, state: SyncState(), generation: 1)
      #expect(counts.inserted == 90 && counts.total == 90)
    }
  }

  @Test(arguments: [true, false])
  func `comes to what the plainest model comes to, whatever comes in`(isRevised: Bool) async throws
  {
    var random = SystemRandomNumberGenerator()
    try await withStore(isRevised ? Self.revised : Self.plain) { store in
      var model: [Int64: (name: String, height: Double?)] = [:]
      for round in 1...60 {
        var expected = UpsertCounts()
        let records = (0..<Int.random(in: 0...260, using: &random)).map { place in
          let id = Int64.random(in: 1...Int64(round * 20), using: &random)
          let height = Int.random(in: 0...9, using: &random)
          let one = (name: "\(round)-\(place)", height: height == 0 ? nil : Double(height))
          if let held = model[id] {
            let isOlder = isRevised && (held.height ?? -1) > (one.height ?? -1)
            if isOlder {
              expected.older += 1
            } else {
              (model[id], expected.changed) = (one, expected.changed + 1)
            }
          } else {
            (model[id], expected.inserted) = (one, expected.inserted + 1)
          }
          return Record.peak(id, one.name, one.height)
        }
        expected.total = model.count
        let counts = try await store.upsert(records, state: SyncState(), generation: Int64(round))
        #expect(counts == expected)
      }
      #expect(try store.size() == (60, model.count))
      #expect(try store.names(by: "id") == model.sorted { $0.key < $1.key }.map(\.value.name))
    }
  }
}
