import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import GRDBSQLite
import Testing

@testable import AlmanacEngine

@Suite struct `After a crash` {
  @Test func `an interrupted check is told, and made up for at once`() async throws {
    try await withThings { trial in
      try await trial.interrupt()
      try await trial.withLibrary(isReadOnly: true) { library in
        let trouble = try #require(try await library.trouble("things"))
        #expect(trouble.what.contains("ended in the middle of the last check"))
      }
      try await trial.withLibrary { library in
        let trouble = try #require(try await library.trouble("things"))
        #expect(trouble.kind == .failed)
        #expect(trouble.what.contains("ended in the middle of the last check"))
        #expect(trouble.since == trial.clock.now)
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+2 ~0 -0")
        #expect(try await library.trouble("things") == nil)
      }
      let later = try await trial.withLibrary { try await $0.trouble("things") }
      #expect(later == nil)
    }
  }

  @Test func `who is interrupted again and again asks ever less often`() async throws {
    try await withThings { trial in
      var waits: [TimeInterval] = []
      for _ in 0..<5 {
        try await trial.interrupt()
        try await trial.withLibrary { library in
          let next = try await library.status(of: "things")?.nextCheck ?? .distantPast
          waits.append(next.timeIntervalSince(trial.clock.now))
          trial.clock.advance(seconds: waits.last ?? 0)
        }
      }
      #expect(waits[0] == 0)
      #expect((45...75).contains(waits[1]))
      #expect((90...150).contains(waits[2]))
      #expect((360...600).contains(waits[4]))
    }
  }

  @Test func `a damaged file is told with its new name until a check succeeds`() async throws {
    try await withThings { trial in
      try await trial.withLibrary { _ = try await $0.sync("things") }
      let file = trial.data.appending(path: "things.sqlite")
      try Data(repeating: 7, count: 9000).write(to: file)
      try FileManager.default.removeItem(at: trial.folder.appending(path: "things.json"))
      try await trial.withLibrary { library in
        let trouble = try #require(try await library.trouble("things"))
        #expect(trouble.kind == .repaired && trouble.since == trial.clock.now)
        #expect(trouble.what.contains("things.sqlite.damaged-2026"))
        let outcome = try await library.sync("things")
        #expect(outcome?.words.hasPrefix("failed") == true)
        let both = try #require(try await library.trouble("things"))
        #expect(both.kind == .failed)
        #expect(both.what.contains("There is no file"))
        #expect(both.what.contains("things.sqlite.damaged-2026"))
      }
      try Self.list.write(
        to: trial.folder.appending(path: "things.json"), atomically: true, encoding: .utf8)
      trial.clock.advance(seconds: 80)
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+2 ~0 -0")
        #expect(try await library.trouble("things") == nil)
      }
    }
  }

  @Test func `a lost state is no copy that was never filled`() async throws {
    try await withThings { trial in
      let rows = (1...2000).map { #"{"id": \#($0), "name": "thing \#($0)"}"# }
      try "[\(rows.joined(separator: ","))]".write(
        to: trial.folder.appending(path: "things.json"), atomically: true, encoding: .utf8)
      try #"{"dataset":"things","made":"2026-01-01","rows":[{"id":1,"name":"shipped"}]}"#.write(
        to: trial.declarations.appending(path: "snapshot.json"), atomically: true, encoding: .utf8)
      try trial.declare(
        Declared.things("../things.json")
          + "\nsnapshot: { file: snapshot.json, credit: { text: Us, licence: CC0 } }\n")
      try await trial.withLibrary { _ = try await $0.sync("things") }
      try trial.spoilState(of: "things")
      try await trial.withLibrary { library in
        let trouble = try #require(try await library.trouble("things"))
        #expect(trouble.what.contains("2000 records could be read"))
        #expect(try library.existing("things").count() == 2000)
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "unchanged")
      }
      try trial.spoilState(of: "things")
      try "[\(rows.prefix(100).joined(separator: ","))]".write(
        to: trial.folder.appending(path: "things.json"), atomically: true, encoding: .utf8)
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "held: 2000 would be 100")
        #expect(try library.existing("things").count() == 2000)
      }
    }
  }

  private static let list = #"[{"id": 1, "name": "one"}, {"id": 2, "name": "two"}]"#

  private func withThings(_ body: (Trial) async throws -> Void) async throws {
    try await withTrial { trial in
      try Self.list.write(
        to: trial.folder.appending(path: "things.json"), atomically: true, encoding: .utf8)
      try trial.declare(Declared.things("../things.json"))
      try await body(trial)
    }
  }
}

extension Trial {
  /// Overwrites the page on which a dataset's file tells what it holds.
  fileprivate func spoilState(of dataset: String) throws {
    let file = data.appending(path: "\(dataset).sqlite")
    var (base, statement): (OpaquePointer?, OpaquePointer?)
    defer { sqlite3_close(base) }
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sync_state'"
    try #require(sqlite3_open(file.path, &base) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(base, sql, -1, &statement, nil) == SQLITE_OK)
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    let page = UInt64(sqlite3_column_int64(statement, 0))
    sqlite3_finalize(statement)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: (page - 1) * 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try handle.close()
  }
}

@Suite struct `A clock that jumps` {
  @Test func `makes nothing wait for years, nor ask twice`() async throws {
    try await withTrial { trial in
      try #"[{"id": 1, "name": "one"}]"#.write(
        to: trial.folder.appending(path: "things.json"), atomically: true, encoding: .utf8)
      try trial.declare(Declared.things("../things.json"))
      try await trial.withLibrary { library in
        _ = try await library.sync("things")
        for hours in [87_600, -87_600, -24, 8_760] as [Double] {
          trial.clock.advance(hours: hours)
          let first = try await library.sync("things")
          #expect(first == .unchanged, "after \(hours) hours")
          let second = try await library.sync("things")
          #expect(second?.words == "not due", "after \(hours) hours")
        }
      }
    }
  }

  @Test func `ends a pause that was set by a clock that ran ahead`() async throws {
    try await withUpstream { upstream in
      try await withTrial { trial in
        try trial.declare(Declared.stations(upstream.base))
        try await trial.withLibrary { library in
          _ = try await library.sync("stops")
          trial.clock.advance(hours: 24 * 3650)
          await upstream.state.inject(.status(404), at: "/api/v2/main/stations")
          let failed = try await library.sync("stops")
          #expect(failed?.words.hasPrefix("failed") == true)
          trial.clock.advance(hours: -24 * 3650 + 25)
          let outcome = try await library.sync("stops")
          #expect(outcome == .unchanged)
        }
      }
    }
  }

  @Test func `ends a server's Retry-After, but never sooner than asked by a clock that goes well`()
  {
    let moment = Date(timeIntervalSince1970: 1_784_000_000)
    var state = SyncState()
    state.lastAttempt = moment
    state.retryAfter = moment.addingTimeInterval(600)
    let due = Due(refresh: Things.dataset.refresh, state: state)
    #expect(due.wait(for: .timer, at: moment.addingTimeInterval(599)) != nil)
    #expect(due.wait(for: .accept, at: moment.addingTimeInterval(599)) != nil)
    #expect(due.wait(for: .timer, at: moment.addingTimeInterval(601)) == nil)
    #expect(due.wait(for: .timer, at: moment.addingTimeInterval(-86_400)) == nil)
  }

  @Test func `ends the minute between two retries`() async {
    let gate = RetryGate()
    let moment = Date(timeIntervalSince1970: 1_784_000_000)
    #expect(await gate.wait(for: "host", at: moment) == nil)
    #expect(await gate.wait(for: "host", at: moment.addingTimeInterval(59)) != nil)
    #expect(await gate.wait(for: "host", at: moment.addingTimeInterval(-86_400)) == nil)
    #expect(await gate.wait(for: "host", at: moment.addingTimeInterval(-86_390)) != nil)
  }
}

extension Trial {
  /// Leaves what a process leaves that was killed in the middle of a check.
  fileprivate func interrupt() async throws {
    try await withLibrary { library in
      let store = try library.existing("things").store
      var state = try store.state()
      state.started = clock.now
      try await store.save(state)
    }
    try "999999999\n".write(  // no process has this number: the owner is gone
      to: data.appending(path: "owner.lock"), atomically: true, encoding: .utf8)
  }
}
