import AlmanacDeclarations
import AlmanacDecoding
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Incremental syncs: only what is new is asked for, and nothing new is missed.
@Suite struct `News of a portal` {
  static let table = Sandbox.meteorites
  static let path = "/resource/gh4g-9sfh.json"

  @Test func `with equal timestamps across a page border is taken whole`() async throws {
    try await withNews(page: 10) { library, upstream, trial in
      _ = try await library.sync("stones")
      let rows = (1...25).map {
        ["id": .text("\(9000 + $0)"), "name": "New"] as Sandbox.Table.Values
      }
      try await upstream.state.insert(rows, into: Self.table)
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+25 ~0 -0")
      let requests = await upstream.takeRequests().map(\.parameters)
      let queries = requests.filter { $0["$order"] == ":updated_at,id" }
      #expect(queries.count == 3)
      #expect(requests.count == 3 + 33)
      try #require(queries.count > 1)
      #expect(queries[1]["$where"]?.contains("and id > '") == true)
      #expect(try library.existing("stones").count() == 325)
    }
  }

  @Test func `that changes while it is paged skips nothing, and the later values count`()
    async throws
  {
    try await withNews(page: 10) { library, upstream, trial in
      _ = try await library.sync("stones")
      for number in 1...30 {
        try await upstream.state.change("\(number)", in: Self.table, to: ["name": "Once"])
      }
      let path = Self.path
      await upstream.state.schedule(
        .change("1", in: Self.table, to: ["name": "Twice"]), beforeRequest: 2, at: path)
      await upstream.state.schedule(.delete(["2"], from: Self.table), beforeRequest: 3, at: path)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~30 -0")
      let names = try Copy(library, "stones").names
      #expect(names[1] == "Twice")
      #expect((2...30).allSatisfy { names[$0] == "Once" })
      #expect(try await library.status(of: "stones")?.setAside == [])
    }
  }

  @Test func `is asked from the very newest record once that is old, however many are as old`()
    async throws
  {
    try await withNews { library, upstream, trial in
      let table = try #require(await upstream.state.table(Self.table))
      try await upstream.state.replace(Self.table, with: table.rows.map(\.values))
      _ = try await library.sync("stones")
      var counts: [Int] = []
      for _ in 1...3 {
        trial.clock.advance(hours: 25)
        _ = await upstream.takeRequests()
        let outcome = try await library.sync("stones")
        #expect(outcome == .unchanged)
        let query = try #require(await upstream.takeRequests().first)
        counts.append(try await upstream.rows(query))
      }
      // As old as the sync itself, then a day old, then settled: only the newest comes again.
      #expect(counts == [300, 1, 1])
    }
  }

  @Test func `that comes late, from a clock that goes behind, is found within the overlap`()
    async throws
  {
    let moment = ManualClock()
    try await withNews(now: { moment.now }) { library, upstream, trial in
      moment.advance(hours: 1)
      try await upstream.state.change("5", in: Self.table, to: ["name": "Early"])
      _ = try await library.sync("stones")
      let newest = try #require(await upstream.state.table(Self.table))
      var late = newest
      late.publish("7", ["name": "Late"], at: newest.modified.addingTimeInterval(-300))
      await upstream.state.restore(late, as: Self.table)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~1 -0")
      #expect(try Copy(library, "stones").names[7] == "Late")
    }
  }

  @Test func `published anew as a whole is no change, and is asked for once only`() async throws {
    try await withNews(page: 100) { library, upstream, trial in
      _ = try await library.sync("stones")
      let before = try Copy(library, "stones")
      let table = try #require(await upstream.state.table(Self.table))
      let rows = table.rows.map(\.values).filter { $0["id"] != "9" }
      try await upstream.state.replace(Self.table, with: rows)
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~0 -1")
      #expect(try library.existing("stones").store.history().changes == before.changes + 1)
      #expect(await upstream.takePaths().count == 6)
      try await upstream.state.change("5", in: Self.table, to: ["name": "Renamed"])
      trial.clock.advance(hours: 25)
      let next = try await library.sync("stones")
      #expect(next?.words == "+0 ~1 -0")
      trial.clock.advance(hours: 25)
      _ = await upstream.takeRequests()
      let quiet = try await library.sync("stones")
      #expect(quiet == .unchanged)
    }
  }

  @Test func `taken back is noticed, and everything is asked for once`() async throws {
    try await withNews { library, upstream, trial in
      let backup = try #require(await upstream.state.table(Self.table))
      _ = try await library.sync("stones")
      let first = try Copy(library, "stones")
      try await upstream.state.change("5", in: Self.table, to: ["name": "Taken back"])
      try await upstream.state.insert([["id": "9001", "name": "Too"]], into: Self.table)
      trial.clock.advance(hours: 25)
      let news = try await library.sync("stones")
      #expect(news?.words == "+1 ~1 -0")
      await upstream.state.restore(backup, as: Self.table)
      trial.clock.advance(hours: 25)
      let back = try await library.sync("stones")
      #expect(back?.words == "+0 ~1 -1")
      #expect(try Copy(library, "stones").hasRecords(of: first))
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 25)
      let quiet = try await library.sync("stones")
      #expect(quiet == .unchanged)
      let queries = await upstream.takeRequests().map(\.parameters)
      #expect(queries.count == 2 && queries[0]["$where"]?.contains(":updated_at >") == true)
    }
  }

  @Test func `dated in the far future does not hide what comes after`() async throws {
    let future = Date(timeIntervalSince1970: 4_000_000_000)
    try await withNews { library, upstream, trial in
      var table = try #require(await upstream.state.table(Self.table))
      table.publish("3", ["name": "From 2096"], at: future)
      await upstream.state.restore(table, as: Self.table)
      _ = try await library.sync("stones")
      table.publish("4", ["name": "From now"], at: trial.clock.now.addingTimeInterval(3600))
      await upstream.state.restore(table, as: Self.table)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~1 -0")
      #expect(try Copy(library, "stones").names[4] == "From now")
    }
  }

  @Test func `by a number that grows is asked from a little before the greatest`() async throws {
    let refresh = "{ every: 24h, cursor: id, overlap: 20, deletions: never }"
    try await withNews(refresh: refresh) { library, upstream, trial in
      _ = try await library.sync("stones")
      try await upstream.state.insert([["id": "301", "name": "New"]], into: Self.table)
      try await upstream.state.change("290", in: Self.table, to: ["name": "Seen"])
      try await upstream.state.change("270", in: Self.table, to: ["name": "Not seen"])
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+1 ~1 -0")
      let queries = await upstream.takeRequests().map(\.parameters)
      #expect(queries.map { $0["$where"] } == ["id >= '280'"])
      #expect(try library.existing("stones").store.state().cursor == "301")
    }
  }

  @Test func `by numbers that are texts to the portal is not trusted`() async throws {
    let rows = ((5...12).map(String.init) + ["none"]).map { #"{"id":"\#($0)","name":"Old"}"# }
    let refresh = "{ every: 24h, cursor: id, overlap: 0, deletions: never }"
    try await withNews(lines: rows, page: 3, refresh: refresh) { library, upstream, trial in
      let first = try await library.sync("stones")
      #expect(first?.words == "+8 ~0 -0")
      try await upstream.state.insert([["id": "100", "name": "New"]], into: Self.table)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+1 ~0 -0")
    }
  }

  @Test func `that could not be had leaves the cursor where it was`() async throws {
    try await withNews(page: 10) { library, upstream, trial in
      _ = try await library.sync("stones")
      let cursor = try library.existing("stones").store.state().cursor
      for number in 1...15 {
        try await upstream.state.change("\(number)", in: Self.table, to: ["name": "New"])
      }
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.slow(bytes: 1_000_000, pause: .zero), at: Self.path)
      await upstream.state.inject(.status(500), at: Self.path, requests: 9)
      let failed = try await library.sync("stones")
      #expect(failed?.words.hasPrefix("failed: ") == true)
      #expect(try library.existing("stones").store.state().cursor == cursor)
      await upstream.state.clearFaults()
      trial.clock.advance(hours: 1)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~15 -0")
    }
  }

  @Test func `that has no key is set aside, and does not move the cursor`() async throws {
    try await withNews { library, upstream, trial in
      _ = try await library.sync("stones")
      try await upstream.state.change("5", in: Self.table, to: ["name": "New"])
      let moved = try #require(await upstream.state.table(Self.table)).modified
      try await upstream.state.insert([["name": "Nobody"]], into: Self.table)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~1 -0")
      let status = try #require(try await library.status(of: "stones"))
      #expect(status.setAside.map(\.reason) == ["no key"])
      let cursor = try #require(try library.existing("stones").store.state().cursor)
      #expect(Cursor(cursor).milliseconds == Int64((moved.timeIntervalSince1970 * 1000).rounded()))
    }
  }
}

/// Keys of a portal, asked for alone.
@Suite struct `Keys of a portal` {
  static let table = Sandbox.meteorites
  static let path = "/resource/gh4g-9sfh.json"

  @Test func `are paged so that none is missed when rows go meanwhile`() async throws {
    try await withNews(page: 50) { library, upstream, trial in
      _ = try await library.sync("stones")
      trial.clock.advance(hours: 25)
      let gone = Sandbox.Edit.delete(["1", "2", "3"], from: Self.table)
      await upstream.state.schedule(gone, beforeRequest: 4, at: Self.path)
      let outcome = try await library.sync("stones")
      #expect(outcome == .unchanged)
      trial.clock.advance(hours: 25)
      let next = try await library.sync("stones")
      #expect(next?.words == "+0 ~0 -3")
      #expect(try library.existing("stones").count() == 297)
    }
  }

  @Test func `outside the question neither bring records nor keep them`() async throws {
    try await withNews(source: "  where: \"fall = 'Fell'\"") { library, upstream, trial in
      _ = try await library.sync("stones")
      let falls = try Copy(library, "stones").records.map(\.id.description)
      let rows = try #require(await upstream.state.table(Self.table)).rows
      let found = try #require(rows.first { $0.values["fall"] == "Found" }?.values["id"]?.text)
      try await upstream.state.change(falls[0], in: Self.table, to: ["fall": "Found"])
      try await upstream.state.change(found, in: Self.table, to: ["name": "Still found"])
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~0 -1")
      let kept = try Copy(library, "stones").records.map(\.id.description)
      #expect(kept == Array(falls.dropFirst()))
    }
  }

  @Test func `that repeat are no list of what is left`() async throws {
    try await withNews(page: 50) { library, upstream, trial in
      _ = try await library.sync("stones")
      let before = try Copy(library, "stones")
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.slow(bytes: 1_000_000, pause: .zero), at: Self.path)
      await upstream.state.inject(.ignoredCondition, at: Self.path, requests: 100)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words.contains("the server repeats its keys") == true)
      #expect(try Copy(library, "stones") == before)
    }
  }

  @Test func `are accepted only as far as a person was told`() async throws {
    try await withNews { library, upstream, trial in
      _ = try await library.sync("stones")
      try await upstream.state.delete(Set((1...100).map(String.init)), from: Self.table)
      trial.clock.advance(hours: 25)
      let held = try await library.sync("stones")
      #expect(held == .held(was: 300, wouldBe: 200))
      try await upstream.state.delete(Set((101...250).map(String.init)), from: Self.table)
      let less = try await library.accept("stones")
      #expect(less == .held(was: 300, wouldBe: 50))
      trial.clock.advance(seconds: 60)
      let accepted = try await library.accept("stones")
      #expect(accepted?.words == "+0 ~0 -250")
    }
  }

  @Test func `do not matter where what was once received stays`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        let more = "refresh: { every: 24h, deletions: never }"
        try trial.declare(Declared.stations(upstream.base, more: more))
        try await trial.withLibrary { library in
          _ = try await library.sync("stops")
          try await upstream.state.delete(["1", "2"], from: "stations")
          try await upstream.state.change("3", in: "stations", to: ["city": "Elsewhere"])
          trial.clock.advance(hours: 25)
          let outcome = try await library.sync("stops")
          #expect(outcome?.words == "+0 ~1 -0")
          #expect(try library.existing("stops").count() == 120)
        }
      }
    }
  }

  @Test(arguments: [1000, 2000])
  func `and rows come whole from a portal that gives fewer than asked`(cap: Int) async throws {
    try await withNews(rows: 3500, cap: cap) { library, upstream, trial in
      let first = try await library.sync("stones")
      #expect(first?.words == "+3500 ~0 -0")
      trial.clock.advance(hours: 25)
      let second = try await library.sync("stones")
      #expect(second == .unchanged)
    }
  }
}

extension Copy {
  /// The names by key.
  fileprivate var names: [Int: String] {
    Dictionary(
      uniqueKeysWithValues: records.compactMap { record in
        guard case .text(let name) = record.values[0], let id = Int(record.id.description) else {
          return nil
        }
        return (id, name)
      })
  }
}

extension Upstream {
  /// How many rows the upstream has for a query.
  fileprivate func rows(_ request: Sandbox.RecordedRequest) async throws -> Int {
    let url = try #require(URL(string: "\(base)\(request.path)?\(request.query)"))
    let (data, _) = try await URLSession.shared.data(from: url)
    return try JSONDecoder().decode([Sandbox.JSON].self, from: data).count
  }
}

/// A portal whose news are asked for by `:updated_at`, with all keys.
private func withNews(
  rows: Int = 300, lines: [String] = [], page: Int = 10_000, cap: Int? = nil, source: String = "",
  refresh: String = "{ every: 24h, cursor: \":updated_at\", deletions: ids }",
  now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_784_000_000) },
  _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
) async throws {
  try await withTrial { trial in
    let file = trial.folder.appending(path: "rows.ndjson")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    try await withUpstream { options in
      options.meteorites = rows
      if !lines.isEmpty { options.rows[Sandbox.meteorites] = file }
      options.portalCap = cap
      options.now = now
    } _: { upstream in
      let more = ["  page: \(page)", source].filter { !$0.isEmpty }.joined(separator: "\n")
      try trial.declare(Declared.portal(upstream.base, source: more, refresh: refresh))
      try await trial.withLibrary { library in
        #expect(library.problems.isEmpty)
        try await body(library, upstream, trial)
      }
    }
  }
}
