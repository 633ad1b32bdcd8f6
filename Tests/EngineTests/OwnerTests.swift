import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A data folder` {
  static let list = #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#

  @Test func `has one owner, who is named to others`() async throws {
    try await withThings { trial in
      try await trial.withLibrary { _ in
        let error = await #expect(throws: LibraryError.self) {
          try await Library(configuration: trial.configuration())
        }
        let process = ProcessInfo.processInfo.processIdentifier
        let words = "\(try #require(error))"
        #expect(words.contains("(process \(process)) owns \(trial.data.path)"))
      }
      try await trial.withLibrary { library in #expect(!library.isReadOnly) }
    }
  }

  @Test func `may be read beside its owner, who goes on writing`() async throws {
    try await withThings { trial in
      try await trial.withLibrary { owner in
        _ = try await owner.sync("things")
        try await trial.withLibrary(isReadOnly: true) { reader in
          #expect(reader.isReadOnly)
          let table = try reader.existing("things")
          let before = try await table.window(TableQuery())
          #expect(before.rows.map(\.id.description) == ["1", "2"])
          let status = try await reader.status(of: "things")
          #expect(status?.count == 2 && status?.origin == .upstream)
          try #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]"#
            .write(to: trial.folder, as: "things.json")
          trial.clock.advance(hours: 25)
          let outcome = try await owner.sync("things")
          #expect(outcome?.words == "+1 ~0 -0")
          let after = try await table.window(TableQuery())
          #expect(after.total == 3)
        }
      }
    }
  }

  @Test func `is not changed by those who may only read it`() async throws {
    try await withThings { trial in
      try await trial.withLibrary { _ = try await $0.sync("things") }
      trial.clock.advance(hours: 25)
      try await trial.withLibrary(isReadOnly: true) { reader in
        let before = try Copy(reader, "things")
        await #expect(throws: LibraryError.self) { try await reader.sync("things") }
        await #expect(throws: LibraryError.self) { try await reader.retry("things") }
        await #expect(throws: LibraryError.self) { try await reader.accept("things") }
        try await running(reader) {
          reader.opened("things")
          for _ in 0..<50 { await Task.yield() }
        }
        #expect(try Copy(reader, "things") == before)
        let status = try await reader.status(of: "things")
        #expect(status?.lastAttempt == trial.clock.now.addingTimeInterval(-25 * 3600))
      }
    }
  }

  @Test func `never uses a version twice, not even after a restart`() async throws {
    try await withThings { trial in
      var versions: Set<String> = []
      for _ in 0..<3 {
        try await trial.withLibrary { library in
          versions.insert(try library.existing("things").version())
          trial.clock.advance(hours: 25)
          _ = try await library.sync("things")
          versions.insert(try library.existing("things").version())
        }
        try await Task.sleep(for: .milliseconds(2))
      }
      #expect(versions.count == 4)
    }
  }

  @Test func `loses no dataset because another one cannot be opened`() async throws {
    try await withThings { trial in
      try FileManager.default.createDirectory(at: trial.data, withIntermediateDirectories: true)
      let broken = Declared.things("things.json").replacing("id: things", with: "id: broken")
      try trial.declare(broken, as: "broken")
      try trial.declare("id: worse\ntitle: [", as: "worse")
      try FileManager.default.createDirectory(
        at: trial.data.appending(path: "broken.sqlite"), withIntermediateDirectories: false)
      try await trial.withLibrary { library in
        #expect(library.datasets.map(\.id) == ["things"])
        #expect(library.problems.count == 2)
        #expect(library.hasClosedStores)
        let words = library.problems.map(\.description).joined()
        #expect(words.contains("broken.sqlite") && words.contains("worse.yaml"))
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+2 ~0 -0")
        let none = try await library.sync("broken")
        #expect(none == nil && library.table("broken") == nil)
      }
    }
  }

  @Test func `keeps a file source fresh by its size, time and inode`() async throws {
    try await withThings { trial in
      try await trial.withLibrary { library in
        _ = try await library.sync("things")
        let before = try Copy(library, "things")
        trial.clock.advance(hours: 25)
        let same = try await library.sync("things")
        #expect(same == .unchanged)
        #expect(try Copy(library, "things") == before)
        try FileManager.default.removeItem(at: trial.folder.appending(path: "things.json"))
        trial.clock.advance(hours: 25)
        let gone = try await library.sync("things")
        #expect(gone?.words.hasPrefix("failed: There is no file ") == true)
        #expect(try Copy(library, "things") == before)
      }
    }
  }

  private func withThings(_ body: (Trial) async throws -> Void) async throws {
    try await withTrial { trial in
      try Self.list.write(to: trial.folder, as: "things.json")
      try trial.declare(Declared.things("../things.json"))
      try await body(trial)
    }
  }
}
