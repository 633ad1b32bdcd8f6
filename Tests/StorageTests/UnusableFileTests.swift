import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `A file that cannot be used` {
  @Test func `is refused untouched when a newer Almanac wrote it`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do { try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy")]) }
      do {
        let newer = try SecondConnection(file)
        try newer.rows("INSERT INTO grdb_migrations VALUES ('A store does what nobody knows yet')")
        try newer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      }
      let before = try Data(contentsOf: file)
      #expect(kind { try Store(file: file, dataset: .peaks) } == .newerSchema)
      #expect(kind { try Store(readOnly: file, dataset: .peaks) } == .newerSchema)
      #expect(try Data(contentsOf: file) == before)
    }
  }

  @Test(arguments: ["no database at all, and long enough to be looked at", "SQLite format 3\u{0}"])
  func `is told to be damaged and left as it is`(content: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let bytes = Data(content.utf8) + Data(repeating: 7, count: 8192)
      try bytes.write(to: file)
      #expect(kind { try Store(file: file, dataset: .peaks) } == .damaged)
      #expect(kind { try Store(readOnly: file, dataset: .peaks) } == .damaged)
      #expect(try Data(contentsOf: file) == bytes)
    }
  }

  @Test func `is told to be damaged when a page of it is torn`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do {
        let store = try Store(file: file, dataset: .peaks)
        try await store.sync((1...2000).map { .peak($0, "Peak \($0)") })
        try await store.checkpoint()
      }
      var bytes = try Data(contentsOf: file)
      bytes.replaceSubrange(
        8192..<bytes.count, with: Data(repeating: 0x5A, count: bytes.count - 8192))
      try bytes.write(to: file)
      #expect(
        kind {
          _ = try Store(file: file, dataset: .peaks).all()
        } == .damaged)
    }
  }

  @Test func `is missing for those who may only read`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      #expect(kind { try Store(readOnly: file, dataset: .peaks) } == .missing)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func `is told in words that name it`() {
    let error = StoreError(kind: .newerSchema, file: "peaks.sqlite", cause: "")
    #expect("\(error)" == "peaks.sqlite was written by a newer Almanac and is left untouched.")
  }

  /// What kind of error a body throws.
  private func kind(_ body: () throws -> Void) -> StoreError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.kind
    }
  }

  private func kind(_ body: () throws -> Store) -> StoreError.Kind? {
    kind { () throws -> Void in _ = try body() }
  }
}
