import AlmanacDeclarations
import AlmanacDecoding
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A SODA portal` {
  static let path = "/resource/gh4g-9sfh.json"

  @Test func `is read page by page in the order of its keys`() async throws {
    try await withPortal(rows: 20_500, refresh: "{ every: 24h }") { library, upstream, _ in
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+20500 ~0 -0")
      let queries = await upstream.takeRequests().map(\.parameters)
      #expect(queries.map { $0["$where"] } == [nil, "id > '10000'", "id > '20000'"])
      #expect(queries.allSatisfy { $0["$order"] == "id" && $0["$select"] == ":*,*" } == true)
    }
  }

  @Test(arguments: [
    "  where: \"fall = 'Fell'\"", "  filters: { fall: Fell }",
    "  where: \"year >= '1900-01-01T00:00:00.000' or mass > 500\"\n  filters: { fall: Fell }\n"
      + "  select: [id, name, mass, fall, year]",
  ])
  func `is asked the declared question, in full and for news alike`(source: String) async throws {
    let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: never }"
    try await withPortal(source: source, refresh: refresh) { library, upstream, trial in
      _ = try await library.sync("stones")
      let falls = try Copy(library, "stones").records
      #expect(falls.count > 20 && falls.allSatisfy { $0.values[2] == .text("Fell") })
      let full = try #require(await upstream.takeRequests().first).parameters
      for id in [falls[0].id, falls[1].id] {
        try await upstream.state.change(
          id.description, in: "gh4g-9sfh", to: ["mass": "777", "year": "2000-01-01T00:00:00.000"])
      }
      try await upstream.state.change(
        falls[2].id.description, in: "gh4g-9sfh", to: ["fall": "Found"])
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+0 ~2 -0")
      let news = try #require(await upstream.takeRequests().first).parameters
      #expect(news["fall"] == full["fall"] && news["$select"] == full["$select"])
      let newer = try #require(news["$where"])
      #expect(newer.contains(":updated_at > '"))
      if let condition = full["$where"] { #expect(newer.hasPrefix("(\(condition)) and ")) }
    }
  }

  @Test func `sends only what is new, and what is new at the very last moment`() async throws {
    let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: never }"
    try await withPortal(refresh: refresh) { library, upstream, trial in
      _ = try await library.sync("stones")
      let before = try Copy(library, "stones")
      trial.clock.advance(hours: 25)
      let quiet = try await library.sync("stones")
      #expect(quiet == .unchanged)
      #expect(try Copy(library, "stones") == before)
      try await upstream.state.insert(
        [["id": "9001", "name": "New"], ["id": "9002", "name": "Newer"]], into: "gh4g-9sfh")
      try await upstream.state.change("5", in: "gh4g-9sfh", to: ["name": "Renamed"])
      try await upstream.state.delete(["6"], from: "gh4g-9sfh")
      trial.clock.advance(hours: 25)
      let news = try await library.sync("stones")
      #expect(news?.words == "+2 ~1 -0")
      let cursor = try #require(try library.existing("stones").store.state().cursor)
      let table = try #require(await upstream.state.table("gh4g-9sfh"))
      let equal = table.rows.filter { $0.identifier != "" && $0.updated == table.modified }
      #expect(equal.count <= 3)
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 25)
      let again = try await library.sync("stones")
      #expect(again == .unchanged)
      let question = try #require(await upstream.takeRequests().first).parameters["$where"]
      let settled = "(:updated_at > '\(cursor)' or (:updated_at = '\(cursor)' and id >= '5'))"
      #expect(question == settled)
      #expect(try library.existing("stones").store.history() == (2, 3))
    }
  }

  @Test func `is asked for its keys alone to learn what is gone, inside the question`()
    async throws
  {
    let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: ids }"
    let source = "  where: \"fall = 'Fell'\""
    try await withPortal(source: source, refresh: refresh) { library, upstream, trial in
      _ = try await library.sync("stones")
      let falls = try Copy(library, "stones").records.map(\.id.description)
      _ = await upstream.takeRequests()
      try await upstream.state.delete([falls[0]], from: "gh4g-9sfh")
      try await upstream.state.change(falls[1], in: "gh4g-9sfh", to: ["fall": "Found"])
      try await upstream.state.change(falls[2], in: "gh4g-9sfh", to: ["name": "Renamed"])
      try await upstream.state.insert(
        [["id": "9001", "name": "New", "fall": "Fell"]], into: "gh4g-9sfh")
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome?.words == "+1 ~1 -2")
      let requests = await upstream.takeRequests().map(\.parameters)
      #expect(requests.count == 2)
      try #require(requests.count > 1)
      #expect(requests[1]["$select"] == "id" && requests[1]["$where"] == "fall = 'Fell'")
      let kept = Set(try Copy(library, "stones").records.map(\.id.description))
      #expect(kept == Set(falls.dropFirst(2) + ["9001"]))
      trial.clock.advance(hours: 25)
      let quiet = try await library.sync("stones")
      #expect(quiet == .unchanged)
    }
  }

  @Test func `cannot empty the copy by a short list of keys`() async throws {
    let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: ids }"
    try await withPortal(refresh: refresh) { library, upstream, trial in
      _ = try await library.sync("stones")
      let before = try Copy(library, "stones")
      try await upstream.state.change("5", in: "gh4g-9sfh", to: ["name": "Renamed"])
      let some = (1...200).map(String.init)
      try await upstream.state.delete(Set(some.dropFirst(10)), from: "gh4g-9sfh")
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stones")
      #expect(outcome == .held(was: 300, wouldBe: 110))
      #expect(try Copy(library, "stones") == before)
      let accepted = try await library.accept("stones")
      #expect(accepted?.words == "+0 ~1 -190")
    }
  }

  @Test(arguments: [Sandbox.ErrorShape.errorCode, .code])
  func `is told in its own words when it refuses the question`(shape: Sandbox.ErrorShape)
    async throws
  {
    let source = "  where: \"wight > 5\""
    try await withPortal(source: source, refresh: "{ every: 24h }", shape: shape) {
      library, upstream, _ in
      let outcome = try await library.sync("stones")
      #expect(outcome?.words.hasPrefix("failed: ") == true)
      #expect(outcome?.words.contains("wight") == true, "\(outcome?.words ?? "")")
      #expect(await upstream.takePaths().count == 1)
    }
  }

  @Test func `may ask for patience with 202 and 429, and is waited for`() async throws {
    try await withPortal(refresh: "{ every: 24h }") { library, upstream, trial in
      await upstream.state.inject(.status(202), at: Self.path)
      let first = try await library.sync("stones")
      #expect(first?.words == "+300 ~0 -0")
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.status(202), at: Self.path, requests: 50)
      let preparing = try await library.sync("stones")
      #expect(preparing?.words == "postponed")
      let trouble = try await library.trouble("stones")
      #expect(trouble?.what == "the server is still preparing the answer")
      await upstream.state.clearFaults()
      await upstream.state.inject(.status(429), at: Self.path, requests: 2)
      trial.clock.advance(seconds: 61)
      let throttled = try await library.sync("stones")
      #expect(throttled?.words == "postponed")
      trial.clock.advance(seconds: 61)
      let late = try await library.sync("stones")
      #expect(late == .unchanged)
      #expect(try await library.trouble("stones") == nil)
    }
  }

  @Test func `gets the token of the environment, and is asked without one where none is set`()
    async throws
  {
    let source = "  token: \"${STONES_TOKEN}\""
    try await withPortal(source: source, refresh: "{ every: 24h }") { library, upstream, trial in
      _ = try await library.sync("stones")
      let plain = await upstream.takeRequests()
      #expect(plain.map { $0.headers["x-app-token"] } == [nil])
    }
    try await withPortal(
      source: source, refresh: "{ every: 24h }", environment: ["STONES_TOKEN": "t"]
    ) { library, upstream, trial in
      _ = try await library.sync("stones")
      let authorized = await upstream.takeRequests()
      #expect(authorized.map { $0.headers["x-app-token"] } == ["t"])
    }
  }

  private func withPortal(
    rows: Int = 300, source: String = "", refresh: String,
    shape: Sandbox.ErrorShape = .errorCode, environment: [String: String] = [:],
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { whole in
      var trial = whole
      trial.environment = environment
      try await withUpstream { options in
        options.meteorites = rows
        options.errorShape = shape
      } _: { [trial] upstream in
        try trial.declare(Declared.portal(upstream.base, source: source, refresh: refresh))
        try await trial.withLibrary { library in
          #expect(library.problems.isEmpty)
          try await body(library, upstream, trial)
        }
      }
    }
  }
}

extension Sandbox.RecordedRequest {
  /// The query's parameters, decoded.
  var parameters: [String: String] {
    var parts = URLComponents()
    parts.percentEncodedQuery = query
    return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { _, last in last
    }
  }
}
