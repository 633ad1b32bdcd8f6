import AlmanacDeclarations
import Foundation
import GRDB
import Testing

@testable import AlmanacStorage

@Suite(.timeLimit(.minutes(5))) struct `A library's damaged file` {
  private static let now = Date(timeIntervalSince1970: 1_784_000_000)

  @Test func `is none when all is well, or nothing is there`() async throws {
    try await Self.withFile { file in
      #expect(try LibraryStore.repairing(file, at: Self.now).repair == nil)
      try await Self.fill(file, 3)
      let (store, repair) = try LibraryStore.repairing(file, at: Self.now)
      #expect(repair == nil)
      #expect(try await store.subscriptions(dueAt: Self.now).count == 3)
      #expect(try Self.names(file) == ["library.sqlite"])
    }
  }

  @Test func `is set aside as it is, told, and begun anew`() async throws {
    try await Self.withFile { file in
      let harmed = Data("nothing of the kind, but long enough to be looked at".utf8)
      try harmed.write(to: file)
      let (store, repair) = try LibraryStore.repairing(file, at: Self.now)
      let aside = try #require(try Self.names(file).first { $0.contains(".damaged-") })
      #expect(repair?.contains(aside) == true)
      #expect(repair?.contains("asks for them again") == true)
      let folder = file.deletingLastPathComponent()
      #expect(try Data(contentsOf: folder.appending(path: aside)) == harmed)
      #expect(try await store.subscriptions(dueAt: Self.now).isEmpty)
      #expect(try LibraryStore.repairing(file, at: Self.now).repair == nil, "it is told once")
    }
  }

  @Test func `gives what can still be read of it`() async throws {
    try await Self.withFile { file in
      try await Self.fill(file, 400)
      var bytes = [UInt8](try Data(contentsOf: file))
      let page = bytes.count / 4096 / 2 * 4096
      bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0xA5, count: 4096))
      try Data(bytes).write(to: file)
      let (store, repair) = try LibraryStore.repairing(file, at: Self.now)
      let kept = try await store.subscriptions(dueAt: Self.now).count
      #expect((200..<400).contains(kept))
      #expect(repair?.contains("\(kept) subscriptions could be read") == true)
      let aside = try #require(try Self.names(file).first { $0.contains(".damaged-") })
      let folder = file.deletingLastPathComponent()
      #expect(try [UInt8](Data(contentsOf: folder.appending(path: aside))) == bytes)
      for name in try Self.names(file) {
        let mode = try FileManager.default.attributesOfItem(
          atPath: folder.appending(path: name).path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(name)")
      }
    }
  }

  @Test func `is given up half when it was cut off`() async throws {
    try await Self.withFile { file in
      try await Self.fill(file, 400)
      let bytes = try Data(contentsOf: file)
      try bytes.prefix(bytes.count / 2).write(to: file)
      let (store, repair) = try LibraryStore.repairing(file, at: Self.now)
      #expect(repair != nil)
      #expect(try await store.subscriptions(dueAt: Self.now).count < 400)
      #expect(try Self.names(file).contains { $0.contains(".damaged-") })
    }
  }

  @Test func `is not one that a killed writer left half written`() async throws {
    try await Self.withFile { file in
      try await Self.fill(file, 400)
      let killed = file.deletingLastPathComponent().appending(path: "killed.sqlite")
      try Self.copyWithinWrite(file, to: killed)
      let (store, repair) = try LibraryStore.repairing(killed, at: Self.now)
      #expect(repair == nil)
      #expect(try await store.subscriptions(dueAt: Self.now).count == 400)
    }
  }

  @Test func `is not one of a newer Almanac, which is left untouched`() async throws {
    try await Self.withFile { file in
      try await Self.fill(file, 1)
      try SecondConnection(file).rows("INSERT INTO grdb_migrations VALUES ('of tomorrow')")
      let before = try Data(contentsOf: file)
      #expect {
        try LibraryStore.repairing(file, at: Self.now)
      } throws: {
        ($0 as? StoreError)?.kind == .newerSchema
      }
      #expect(try Data(contentsOf: file) == before)
    }
  }

  @Test func `is no backup`() async throws {
    try await Self.withFile { file in
      try await Self.fill(file, 400)
      let copy = file.deletingLastPathComponent().appending(path: "copy.sqlite")
      #expect(try LibraryStore.backup(file, to: copy) == 400)
      #expect(try LibraryStore.verify(copy) == 400)
      let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      var bytes = [UInt8](try Data(contentsOf: file))
      bytes.replaceSubrange(8192..<12_288, with: repeatElement(0xA5, count: 4096))
      try Data(bytes).write(to: file)
      #expect {
        try LibraryStore.backup(
          file, to: file.deletingLastPathComponent().appending(path: "other.sqlite"))
      } throws: {
        ($0 as? StoreError)?.kind == .damaged
      }
    }
  }

  /// Copies a file and its journal while a transaction has rewritten pages of it.
  private static func copyWithinWrite(_ file: URL, to copy: URL) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 2") }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.inDatabase { database in
      try database.execute(sql: "BEGIN; UPDATE subscription SET language = 'zz', failures = 7")
      try database.execute(sql: "DELETE FROM subscription WHERE rowid % 2 = 0")
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
      }
      try database.execute(sql: "ROLLBACK")
    }
    let journal = try FileManager.default.attributesOfItem(atPath: copy.path + "-journal")
    #expect((journal[.size] as? Int ?? 0) > 4096)
  }

  private static func fill(_ file: URL, _ count: Int) async throws {
    let store = try LibraryStore(file: file)
    for index in 0..<count {
      let subscription = Subscription(
        id: "s\(index)",
        address: .init(
          endpoint: "https://push.example/\(index)", p256dh: String(repeating: "k", count: 87),
          auth: "secret"),
        watch: .dataset("stones"), language: "en", made: now, seen: 4)
      _ = try await store.add(subscription, most: 9999, mostOfOne: 9)
    }
  }

  private static func names(_ file: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      .sorted()
  }

  private static func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "own-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover fails no test
    try await body(folder.appending(path: "library.sqlite"))
  }
}
