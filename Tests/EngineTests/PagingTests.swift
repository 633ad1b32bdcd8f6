import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `Paging` {
  @Test(arguments: [10, 25, 100])
  func `by offset ends with a short page`(size: Int) async throws {
    try await withCountries(size: size) { library, upstream, _ in
      let count = try #require(await upstream.state.table("countries")).rows.count
      let outcome = try await library.sync("lands")
      #expect(outcome?.words == "+\(count) ~0 -0")
      let queries = await upstream.takeRequests().map(\.query)
      let offsets = stride(from: 0, through: count, by: size)
      #expect(queries == offsets.map { "limit=\(size)&offset=\($0)" })
    }
  }

  @Test(arguments: [Sandbox.Fault.ignoredOffset, .repeatedPages])
  func `ends when a page begins as one before it`(fault: Sandbox.Fault) async throws {
    try await withCountries(size: 5) { library, upstream, _ in
      await upstream.state.inject(fault, at: "/countries/v5", requests: 1000)
      let outcome = try await library.sync("lands")
      #expect(outcome?.words == "+5 ~0 -0")
      #expect(await upstream.takePaths().count == 2)
    }
  }

  @Test func `that suddenly ends early is held, and the copy stays`() async throws {
    try await withCountries(size: 5) { library, upstream, trial in
      _ = try await library.sync("lands")
      let before = try Copy(library, "lands")
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.ignoredOffset, at: "/countries/v5", requests: 1000)
      let outcome = try await library.sync("lands")
      #expect(outcome == .held(was: before.records.count, wouldBe: 5))
      #expect(try Copy(library, "lands") == before)
    }
  }

  @Test func `that breaks on a later page leaves the copy as it was`() async throws {
    try await withCountries(size: 5) { library, upstream, trial in
      _ = try await library.sync("lands")
      let before = try Copy(library, "lands")
      let code = try #require(before.records.first).id.description
      try await upstream.state.change(code, in: "countries", to: ["region": "Elsewhere"])
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.slow(bytes: 1_000_000, pause: .zero), at: "/countries/v5")
      await upstream.state.inject(.wrongShape, at: "/countries/v5")
      let outcome = try await library.sync("lands")
      #expect(outcome?.words.hasPrefix("failed: the server refuses") == true)
      #expect(try Copy(library, "lands") == before)
      trial.clock.advance(seconds: 80)
      let late = try await library.sync("lands")
      #expect(late?.words == "+0 ~1 -0")
    }
  }

  @Test func `confirms every page after a day and writes nothing`() async throws {
    try await withCountries(size: 25) { library, upstream, trial in
      _ = try await library.sync("lands")
      let before = try Copy(library, "lands")
      let pages = await upstream.takePaths()
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("lands")
      #expect(outcome == .unchanged)
      #expect(await upstream.takePaths() == pages.map { "304? \($0)" })
      #expect(try Copy(library, "lands") == before)
    }
  }

  @Test func `needs its key, and says what the server says without it`() async throws {
    try await withCountries(size: 25, key: "wrong") { library, _, _ in
      let outcome = try await library.sync("lands")
      #expect(outcome?.words.contains("401") == true, "\(outcome?.words ?? "")")
      #expect(outcome?.words.contains("A valid API key is required") == true)
    }
  }

  @Test func `by links follows them to the last, wherever they lead on the host`() async throws {
    try await withPages([
      #"{"rows":[{"id":1,"name":"a"}],"next":"/files/1.json"}"#,
      #"{"rows":[{"id":2,"name":"b"}],"next":"2.json"}"#,
      #"{"rows":[{"id":3,"name":"c"}],"next":null}"#,
    ]) { library, upstream in
      let outcome = try await library.sync("things")
      #expect(outcome?.words == "+3 ~0 -0")
      let requests = await upstream.takeRequests()
      #expect(requests.map(\.path) == (0...2).map { "/files/\($0).json" })
      #expect(requests.map { $0.headers["x-key"] } == ["7", "7", "7"])
    }
  }

  @Test(arguments: ["0.json", "1.json", "0.json?again"])
  func `by links is broken where a link leads back`(link: String) async throws {
    try await withPages([
      #"{"rows":[{"id":1,"name":"a"}],"next":"1.json"}"#,
      #"{"rows":[{"id":2,"name":"b"}],"next":"\#(link)"}"#,
    ]) { library, upstream in
      let outcome = try await library.sync("things")
      #expect(outcome == .failed("the links to further pages lead in a circle"))
      #expect(try library.existing("things").count() == 0)
      #expect(await upstream.takePaths().count <= 3)
    }
  }

  @Test func `by links is broken where a page leads to itself under another address`() async throws
  {
    try await withPages([#"{"rows":[{"id":1,"name":"a"}],"next":"0.json?2"}"#]) { library, _ in
      let outcome = try await library.sync("things")
      #expect(outcome == .failed("the links to further pages lead in a circle"))
    }
  }

  @Test func `goes on for no more pages than are declared, and changes nothing`() async throws {
    let pages = (0..<9).map { #"{"rows":[{"id":\#($0),"name":"a"}],"next":"\#($0 + 1).json"}"# }
    try await withPages(pages, most: 3) { library, upstream in
      let outcome = try await library.sync("things")
      let why = "the answer has more than 3 pages; source.paging.most allows more"
      #expect(outcome == .failed(why))
      #expect(await upstream.takePaths().count == 3)
      #expect(try library.existing("things").count() == 0)
    }
  }

  /// Answers without a record that can be kept.
  static let nothing = [
    #"{"rows":[]}"#, #"{"rows":[],"next":null}"#, #"{"rows":[{"name":"x"}]}"#,
  ]

  @Test(arguments: nothing, ["", "refresh: { deletions: never }", "refresh: { floor: 0% }"])
  func `that bring no record at all replace no copy`(page: String, more: String) async throws {
    try await withFiles { upstream, files, trial in
      try #"{"rows":[{"id":1,"name":"a"}]}"#.write(to: files, as: "0.json")
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/0.json", source: "  records: rows", more: more))
      try await trial.withLibrary { library in
        _ = try await library.sync("things")
        let before = try Copy(library, "things")
        try page.write(to: files, as: "0.json")
        trial.clock.advance(hours: 25)
        let outcome = try await library.sync("things")
        #expect(outcome?.words.hasPrefix("failed: ") == true, "\(outcome?.words ?? "")")
        #expect(try Copy(library, "things") == before)
      }
    }
  }

  @Test func `that bring no record at first are told as such`() async throws {
    try await withPages([#"{"rows":[]}"#]) { library, _ in
      let outcome = try #require(try await library.sync("things"))
      #expect(SyncReport("things", outcome).message.hasPrefix("the upstream has no records"))
    }
  }

  @Test(arguments: ["http://10.0.0.7/next", "file:///etc/passwd", "http://[::1]:1/x"])
  func `by links never lets data send us into a private network`(link: String) async throws {
    try await withPages([#"{"rows":[{"id":1,"name":"a"}],"next":"\#(link)"}"#]) { library, _ in
      let outcome = try await library.sync("things")
      #expect(outcome?.words.hasPrefix("failed: ") == true)
      #expect(try library.existing("things").count() == 0)
    }
  }

  private func withPages(
    _ pages: [String], most: Int = 100,
    _ body: @Sendable @escaping (Library, Upstream) async throws -> Void
  ) async throws {
    try await withFiles { upstream, files, trial in
      for (number, page) in pages.enumerated() {
        try page.write(to: files, as: "\(number).json")
      }
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/0.json",
          source: """
              records: rows
              headers: { X-Key: "7" }
              paging: { by: next, next: next, most: \(most) }
            """))
      try await trial.withLibrary { try await body($0, upstream) }
    }
  }

  private func withCountries(
    size: Int, key: String = "secret",
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { whole in
      var trial = whole
      trial.environment = ["LANDS_KEY": key]
      try await withUpstream { options in
        options.countriesKey = "secret"
      } _: { [trial] upstream in
        try trial.declare(
          """
          id: lands
          title: Lands
          source:
            kind: json
            url: \(upstream.base)/countries/v5
            headers: { Authorization: "Bearer ${LANDS_KEY}" }
            records: data.objects
            paging: { by: offset, limit: limit, offset: offset, size: \(size) }
          credit: { text: Sandbox, licence: none stated }
          key: codes.alpha_2
          fields:
            name: { type: text, from: names.common }
            region: { type: text }
          list: { sort: [name], title: name }
          """)
        try await trial.withLibrary { try await body($0, upstream, trial) }
      }
    }
  }
}
