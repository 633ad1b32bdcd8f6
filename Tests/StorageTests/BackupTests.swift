import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `A copy of a store's file` {
  @Test func `holds one moment of a file that is being written`() async throws {
    try await withStore { store in
      let groups = 40
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 0..<groups {
            let records = (0..<50).map { Record.peak(Int64(number * 50 + $0), "Peak") }
            _ = try await store.upsert(
              records, state: SyncState(), generation: Int64(number + 1))
          }
        }
        for number in 0..<5 {
          let copy = store.file.deletingLastPathComponent().appending(path: "copy\(number)")
          let told = try await store.backup(to: copy)
          let found = try SecondConnection(copy).rows(
            """
            SELECT count(*), max(id) - min(id) + 1,
              (SELECT count FROM sync_state), (SELECT generation FROM sync_state) FROM record
            """)
          let size = "\(told.count)"
          let span = told.count == 0 ? nil : size
          #expect(found == [[size, span, size, "\(told.generation)"]])
          #expect(told.count == Int(told.generation) * 50)
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `is one plain file that a store can be opened on`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy", 2501), .peak(2, "Gerlach")])
      let folder = store.file.deletingLastPathComponent().appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let copy = folder.appending(path: "peaks.sqlite")
      let told = try await store.backup(to: copy)
      #expect(told.count == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["peaks.sqlite"])
      #expect(try SecondConnection(copy).rows("PRAGMA integrity_check") == [["ok"]])
      let opened = try Store(file: copy, dataset: .peaks)
      #expect(try opened.all() == store.all())
    }
  }

  @Test func `never overwrites a file`() async throws {
    try await withStore { store in
      let copy = store.file.deletingLastPathComponent().appending(path: "copy")
      try Data("mine".utf8).write(to: copy)
      await #expect(throws: StoreError.self) { try await store.backup(to: copy) }
      #expect(try Data(contentsOf: copy) == Data("mine".utf8))
    }
  }
}
