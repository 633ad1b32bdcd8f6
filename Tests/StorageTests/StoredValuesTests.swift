import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

/// The file is a public format: what stands in it may be a stranger's, or damaged.
@Suite(.timeLimit(.minutes(5))) struct `A file that says impossible things` {
  private static let most = "9223372036854775807"
  private static let least = "-9223372036854775808"

  /// What a stranger may have written.
  static let lies: [String] = [
    "UPDATE sync_state SET generation = \(most)",
    "UPDATE sync_state SET generation = \(least)",
    "UPDATE sync_state SET count = \(most)",
    "UPDATE sync_state SET state = '{}'",
    "UPDATE sync_state SET state = '[1]'",
    "UPDATE sync_state SET state = '{\"origin\":\"elsewhere\",\"failures\":0,\"drift\":[],\"applied\":{}}'",
    "UPDATE sync_state SET state = json_set(state, '$.failures', \(most))",
    "UPDATE sync_state SET state = json_set(state, '$.failures', \(least))",
    "UPDATE sync_state SET state = json_set(state, '$.held', \(least))",
    "UPDATE sync_state SET state = json_set(state, '$.copyDate', 1e308, '$.started', -1e308)",
    "UPDATE sync_state SET state = json_set(state, '$.retryAfter', 1e308, '$.notBefore', 1e308)",
    "DELETE FROM sync_state",
    "UPDATE sync SET number = \(most) WHERE number = 2",
    "UPDATE sync SET ended = 9e999, inserted = \(most), changed = \(least), total = \(least)",
    "UPDATE sync SET deleted = \(most), changed = \(most)",
    "UPDATE change SET sequence = \(most) WHERE sequence = (SELECT max(sequence) FROM change)",
    "UPDATE change SET sequence = \(least) WHERE sequence = (SELECT min(sequence) FROM change)",
    "UPDATE change SET id = 'no number'",
    "UPDATE change SET new = '[]', old = '7' WHERE kind = 'changed'",
    "UPDATE set_aside SET count = \(most)",
    "DELETE FROM field",
    "DELETE FROM grdb_migrations WHERE rowid = 2; DROP INDEX change_of_sync; DROP INDEX change_of_kind",
  ]

  @Test(arguments: lies)
  func `opens, is read and is written`(lie: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let ten = (1...10).map { Record.peak($0, "Peak \($0)", Double($0)) }
      do {
        let store = try Store(file: file, dataset: .peaks)
        var state = SyncState()
        state.origin = .upstream
        try await store.sync(
          ten, setAside: [.init(reason: "no", count: 1, sample: "s")], state: state)
        try await store.sync(ten.dropLast() + [.peak(10, "Other")], state: state)
        try await store.sync(ten, state: state)
      }
      do {
        let stranger = try SecondConnection(file)
        try stranger.rows("PRAGMA foreign_keys = OFF")
        for statement in lie.split(separator: ";") { try stranger.rows(String(statement)) }
      }
      if lie != "DELETE FROM field", !lie.contains("grdb_migrations") {
        try look(try Store(readOnly: file, dataset: .peaks))
      }
      let store = try Store.repairing(file, dataset: .peaks, at: Store.moment)
      try look(store)
      #expect(try store.all() == ten)
      #expect(try store.state().origin == .upstream)
      let outcome = try await store.sync(ten + [.peak(11, "New")], floor: 0.8)
      #expect(outcome.words == "+1 ~0 -0 = 11")
      _ = try await store.upsert(
        [.peak(12, "Newer")], state: try store.state(), generation: store.size().generation)
      try look(store)
      #expect(try store.all().count == 12)
    }
  }

  /// Reads all that a server reads of a store.
  private func look(_ store: Store) throws {
    let state = try store.state()
    #expect((0...10_000).contains(state.failures))
    for date in [state.copyDate, state.retryAfter, state.started, state.notBefore] {
      guard let date else { continue }
      #expect(Stored.moments.contains(date.timeIntervalSince1970))
      _ = date.formatted(.iso8601)
    }
    let size = try store.size()
    #expect(size.count >= 0 && size.generation >= 0 && size.generation <= Stored.most + 1)
    for line in try store.syncs(limit: 10) {
      #expect(line.ended.isFinite && line.total >= 0)
      _ = line.inserted + line.changed + line.deleted
    }
    _ = try store.setAside()
    _ = try store.history()
    _ = try store.syncEnds()
    for query in [ChangesQuery(), ChangesQuery().with(limit: 1)] { _ = try store.changes(query) }
    _ = try store.histories(of: [.integer(10), .integer(1)])
    _ = try store.deleted(.integer(99))
  }

  @Test func `keeps what it remembers within bounds`() async throws {
    try await withStore { store in
      let long = String(repeating: "ż", count: 50_000)
      var state = SyncState()
      state.drift = (0..<100_000).map { "New field upstream: f\($0)." } + [long]
      state.driftSince = Dictionary(uniqueKeysWithValues: state.drift.map { ($0, Store.moment) })
      state.undeclared = (0..<100_000).map { "f\($0)" }
      state.trouble = .init(kind: long, what: long, since: Store.moment)
      state.repair = .init(what: long, since: Store.moment)
      state.setAside = (0..<500).map { .init(reason: "\($0) \(long)", count: 1, sample: long) }
      state.cursor = long
      state.giver = .init(text: long, homepage: long, licence: long)
      try await store.sync(
        [.peak(1, "Rysy")],
        setAside: (0..<500).map { .init(reason: "\($0)", count: 1, sample: long) },
        state: state)
      let texts = try SecondConnection(store.file)
      #expect(try texts.number("SELECT length(state) FROM sync_state") < 400_000)
      #expect(try texts.number("SELECT max(length(CAST(sample AS BLOB))) FROM set_aside") <= 4096)
      #expect(try texts.number("SELECT count(*) FROM set_aside") <= 200)
      let kept = try store.state()
      #expect(kept.drift.count <= 201 && kept.drift.last?.hasPrefix("And ") == true)
      #expect(kept.drift.reduce(0) { $0 + $1.utf8.count } < 70_000)
      #expect(kept.trouble?.what.hasSuffix("ż…") == true)
      #expect((kept.trouble?.what.utf8.count ?? 0) <= 4096 && kept.cursor == nil)
    }
  }
}

extension ChangesQuery {
  fileprivate func with(limit: Int) -> ChangesQuery {
    var query = self
    query.limit = limit
    return query
  }
}
