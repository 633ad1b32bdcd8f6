import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `The library's own file` {
  private static let now = Date(timeIntervalSince1970: 1_784_000_000)

  @Test func `keeps all of a subscription across starts`() async throws {
    try await Self.withFile { file in
      for (index, watch) in Self.watches.enumerated() {
        var subscription = Self.subscription("s\(index)", watch)
        _ = try await LibraryStore(file: file).add(subscription, most: 9, mostOfOne: 9)
        subscription.delivered = Self.now + 1
        subscription.failures = 3
        subscription.trouble = .init(what: "no", since: Self.now, notBefore: Self.now + 60)
        try await LibraryStore(file: file).save(subscription)
        let kept = try await LibraryStore(file: file).subscription("s\(index)")
        #expect(kept == subscription)
      }
    }
  }

  @Test func `is read by its owner alone`() async throws {
    try await Self.withFile { file in
      _ = try LibraryStore(file: file)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `knows a browser that asks twice, and takes its newer keys`() async throws {
    try await Self.withFile { file in
      let store = try LibraryStore(file: file)
      #expect(try await store.add(Self.subscription("a"), most: 9, mostOfOne: 9) == .added)
      var again = Self.subscription("b")
      again.address?.auth = "newer"
      guard case .known(let known) = try await store.add(again, most: 9, mostOfOne: 9) else {
        Issue.record("it was not known")
        return
      }
      #expect(known.id == "a")
      #expect(try await store.subscription("a")?.address?.auth == "newer")
      #expect(try await store.subscription("b") == nil)
    }
  }

  @Test func `holds no more than it is told to, in all and of one browser`() async throws {
    try await Self.withFile { file in
      let store = try LibraryStore(file: file)
      for (index, watch) in Self.watches.enumerated() {
        let addition = try await store.add(
          Self.subscription("s\(index)", watch), most: 9, mostOfOne: 2)
        #expect(addition == (index < 2 ? .added : .full))
      }
      var other = Self.subscription("other")
      other.address?.endpoint = "https://push.example/2"
      #expect(try await store.add(other, most: 2, mostOfOne: 2) == .full)
      #expect(try await store.add(other, most: 3, mostOfOne: 2) == .added)
    }
  }

  @Test func `gives the room of who is gone to who comes, and shows few of the gone`() async throws
  {
    try await Self.withFile { file in
      let store = try LibraryStore(file: file)
      let now = Date(timeIntervalSince1970: 1_800_000_000)
      for index in 0..<9 {
        var one = Self.subscription("s\(index)")
        one.address?.endpoint = "https://push.example/\(index)"
        #expect(try await store.place(of: one, most: 3, mostOfOne: 2) == .added)
        #expect(try await store.add(one, most: 3, mostOfOne: 2) == .added)
        one.delivered = now
        try await store.save(one)
        #expect(try await store.reachedEndpoints(most: 9) == [one.address?.endpoint])
        try await store.end(one.address?.endpoint, at: now + Double(index))
      }
      #expect(try await store.subscription("s5") == nil)
      let last = try #require(try await store.subscription("s8"))
      #expect(last.address == nil && last.ended == now + 8)
    }
  }

  @Test func `tells who is due: neither who waits nor who is gone`() async throws {
    try await Self.withFile { file in
      let store = try LibraryStore(file: file)
      for (index, watch) in Self.watches.enumerated() {
        _ = try await store.add(Self.subscription("s\(index)", watch), most: 9, mostOfOne: 9)
      }
      var waiting = Self.subscription("s1", Self.watches[1])
      waiting.trouble = .init(what: "busy", since: Self.now, notBefore: Self.now + 60)
      try await store.save(waiting)
      var gone = Self.subscription("s2", Self.watches[2])
      (gone.address, gone.ended) = (nil, Self.now)
      try await store.save(gone)
      #expect(try await store.subscriptions(dueAt: Self.now).map(\.id) == ["s0"])
      #expect(try await store.subscriptions(dueAt: Self.now + 60).map(\.id) == ["s0", "s1"])
      #expect(try await store.subscriptions(dueAt: Self.now - 1).map(\.id) == ["s0", "s1"])
      try await store.removeEnded(before: Self.now)
      #expect(try await store.subscription("s2") == gone)
      try await store.removeEnded(before: Self.now + 1)
      #expect(try await store.subscription("s2") == nil)
    }
  }

  @Test func `does not bring back what was removed`() async throws {
    try await Self.withFile { file in
      let store = try LibraryStore(file: file)
      _ = try await store.add(Self.subscription("a"), most: 9, mostOfOne: 9)
      #expect(try await store.remove("a"))
      #expect(try await !store.remove("a"))
      try await store.save(Self.subscription("a"))
      try await store.pass(["a"], to: 9)
      #expect(try await store.subscription("a") == nil)
    }
  }

  @Test func `is left untouched when a newer Almanac wrote it, or when it is none`() async throws {
    try await Self.withFile { file in
      _ = try LibraryStore(file: file)
      try SecondConnection(file).rows("INSERT INTO grdb_migrations VALUES ('of tomorrow')")
      #expect {
        try LibraryStore(file: file)
      } throws: {
        ($0 as? StoreError)?.kind == .newerSchema
      }
      try Data("nothing of the kind, but long enough to be looked at".utf8).write(to: file)
      #expect {
        try LibraryStore(file: file)
      } throws: {
        ($0 as? StoreError)?.kind == .damaged
      }
      #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("nothing"))
    }
  }

  private static let watches: [Watch] = [
    .record(dataset: "stones", id: "a/b"), .search(dataset: "stones", query: "q=iron"),
    .dataset("stones"),
  ]

  private static func subscription(
    _ id: String, _ watch: Watch = .dataset("stones")
  ) -> Subscription {
    Subscription(
      id: id,
      address: .init(endpoint: "https://push.example/1", p256dh: "key", auth: "secret"),
      watch: watch, language: "en", made: now, seen: 4)
  }

  private static func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "own-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover fails no test
    try await body(folder.appending(path: "library.sqlite"))
  }
}
