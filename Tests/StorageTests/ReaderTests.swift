import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `A reader beside the writer` {
  @Test func `sees the copy before or after a sync, never half of one`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let writer = try Store(file: file, dataset: .peaks)
      try await writer.sync(generation(1))
      let reader = try Store(readOnly: file, dataset: .peaks)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 2...25 { try await writer.sync(generation(number)) }
        }
        for store in [writer, reader] {
          group.addTask {
            for _ in 0..<60 {
              let seen = try store.records(.ordered([], [], 0, .max))
              #expect(seen.rows == generation(Int(seen.generation)))
              #expect(try await store.order([SortTerm("-height")]).rows.count % 10 == 0)
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try reader.size().generation == 25)
    }
  }

  @Test func `cannot write`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy")])
      let reader = try Store(readOnly: file, dataset: .peaks)
      await #expect(throws: StoreError.self) { try await reader.save(SyncState()) }
      #expect(try reader.names() == ["Rysy"])
    }
  }

  @Test func `is told when the file lacks a declared field`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await Store(file: file, dataset: .peaks).sync([.peak(1, "Rysy")])
      let wider = Dataset.peaks.changing { $0.fields.append(Field(name: "snow", type: .boolean)) }
      #expect(throws: StoreError.self) { try Store(readOnly: file, dataset: wider) }
    }
  }
}

/// Rows whose number and values both tell which sync wrote them.
private func generation(_ number: Int) -> [Record] {
  (1...(number * 10)).map { .peak(Int64($0), "of \(number)", Double(number)) }
}

@Suite struct `What a store remembers` {
  @Test func `comes back whole`() async throws {
    var state = SyncState()
    state.origin = .upstream
    state.copyDate = Date(timeIntervalSince1970: 1_784_000_000.25)
    state.lastSuccess = state.copyDate
    state.lastAttempt = Date(timeIntervalSince1970: 1_784_000_001)
    state.notBefore = Date(timeIntervalSince1970: 1_784_000_002)
    state.retryAfter = Date(timeIntervalSince1970: 1_784_000_003)
    state.failures = 3
    state.cursor = "2026-01-01T00:00:00.000Z"
    state.question = "q'\""
    state.applied = ["a": "b"]
    state.undeclared = ["new"]
    state.trouble = .init(kind: "failed", what: "ł\n", since: Date(timeIntervalSince1970: 1))
    state.driftNotes = [DriftNote(.dropped("hits"), since: .distantPast)]
    try await withStore { [state] store in
      #expect(try store.state() == SyncState())
      try await store.save(state)
      #expect(try store.state() == state)
      #expect(try store.size() == (0, 0))
    }
  }

  @Test func `is not touched by reading`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy")])
      let file = try SecondConnection(store.file)
      let version = try file.number("PRAGMA data_version")
      _ = try store.all()
      _ = try store.state()
      _ = try await store.distinctTexts(of: 0, atMost: 10)
      #expect(try file.number("PRAGMA data_version") == version)
    }
  }
}
