import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// What every loader must survive: the copy stays, people are told, the next success clears it.
@Suite struct `A lying or broken upstream` {
  struct Misdeed: Sendable, CustomTestStringConvertible {
    var fault: Sandbox.Fault
    var told: String
    /// Whether the failure may pass, so that the same sync asks again.
    var isTriedAgain = false
    var testDescription: String { "\(fault)" }

    /// How long a server may be silent: briefly where it will be, else long.
    var patience: Duration {
      if case .hang = fault { .seconds(4) } else { .seconds(20) }
    }
  }

  static let misdeeds: [Misdeed] = [
    Misdeed(fault: .wrongShape, told: "the server refuses: This API has been retired"),
    Misdeed(fault: .html, told: "a web page titled “Synthetic” came instead of records"),
    Misdeed(fault: .cut(percent: 60), told: "the answer breaks off after"),
    Misdeed(fault: .truncated(), told: "localhost gave no whole answer", isTriedAgain: true),
    Misdeed(fault: .closed, told: "localhost gave no whole answer", isTriedAgain: true),
    Misdeed(fault: .status(500), told: "the server answered 500", isTriedAgain: true),
    Misdeed(fault: .status(503), told: "the server answered 503", isTriedAgain: true),
    Misdeed(fault: .status(404), told: "the server answered 404"),
    Misdeed(fault: .status(400), told: "the server answered 400"),
    Misdeed(fault: .status(204), told: "the answer is empty"),
    Misdeed(
      fault: .hang(.seconds(60)), told: "localhost did not answer in time", isTriedAgain: true),
    Misdeed(fault: .redirect(to: "/nowhere"), told: "the server answered 404"),
    Misdeed(fault: .redirect(to: "/api/v2/main/stations"), told: "the server sent us elsewhere"),
    Misdeed(fault: .dropped("id"), told: "120 of 120 records cannot be kept"),
  ]

  @Test(arguments: misdeeds)
  func `leaves the copy as it is, is told in plain words, and is forgiven`(misdeed: Misdeed)
    async throws
  {
    try await withStations(patience: misdeed.patience) { library, upstream, trial in
      let before = try Copy(library, "stops")
      try await upstream.state.change("1", in: "stations", to: ["city": "Elsewhere"])
      let bytes = try await library.existing("stops").json(TableQuery(limit: 1000)).bytes
      trial.clock.advance(hours: 25)
      await upstream.state.inject(misdeed.fault, at: "/api/v2/main/stations", requests: 20)
      let outcome = try await library.sync("stops")
      #expect(outcome?.words.contains(misdeed.told) == true, "\(outcome?.words ?? "")")
      #expect(try Copy(library, "stops") == before)
      let after = try await library.existing("stops").json(TableQuery(limit: 1000)).bytes
      #expect(after == bytes)
      let status = try #require(try await library.status(of: "stops"))
      #expect(status.trouble?.kind == .failed)
      #expect(status.trouble?.what.contains(misdeed.told) == true)
      #expect(status.trouble?.since == trial.clock.now)
      #expect(status.lastSuccess == trial.clock.now.addingTimeInterval(-25 * 3600))
      let tries = await upstream.takePaths().count { $0.hasSuffix("/stations") }
      if case .redirect = misdeed.fault {} else { #expect(tries == (misdeed.isTriedAgain ? 2 : 1)) }

      await upstream.state.clearFaults()
      let early = try await library.sync("stops")
      #expect(early?.words == "not due")
      trial.clock.advance(seconds: 80)
      let late = try await library.sync("stops")
      #expect(late?.words == "+0 ~1 -0")
      #expect(try await library.trouble("stops") == nil)
    }
  }

  @Test func `is asked again within a sync, and recovers`() async throws {
    try await withStations { library, upstream, trial in
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.status(500), at: "/api/v2/main/stations")
      await upstream.state.inject(.status(202), at: "/api/v2/main/station_keywords")
      let outcome = try await library.sync("stops")
      #expect(outcome == .unchanged)
      #expect(await upstream.takePaths().count == 4)
    }
  }

  @Test func `backs off longer after each failure, and the first one dates the trouble`()
    async throws
  {
    try await withStations { library, upstream, trial in
      trial.clock.advance(hours: 25)
      let began = trial.clock.now
      await upstream.state.inject(.status(500), at: "/api", requests: 1000)
      var waits: [TimeInterval] = []
      for _ in 0..<5 {
        _ = try await library.sync("stops")
        let status = try #require(try await library.status(of: "stops"))
        let next = try #require(status.nextCheck)
        waits.append(next.timeIntervalSince(trial.clock.now))
        #expect(status.trouble?.since == began)
        #expect(status.trouble?.nextAttempt == next)
        trial.clock.advance(seconds: waits.last ?? 0)
      }
      for (number, wait) in waits.enumerated() {
        let full = 60 * pow(2, Double(number))
        #expect((0.75 * full...1.25 * full).contains(wait))
      }
    }
  }

  @Test func `that sends far fewer rows is held until a person accepts`() async throws {
    try await withStations { library, upstream, trial in
      let before = try Copy(library, "stops")
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.shrunken(percent: 50), at: "/api/v2/main/stations", requests: 3)
      let outcome = try await library.sync("stops")
      #expect(outcome == .held(was: 120, wouldBe: 60))
      #expect(try Copy(library, "stops") == before)
      let trouble = try await library.trouble("stops")
      #expect(trouble?.kind == .held)
      #expect(trouble?.what == "the answer keeps only 60 of the copy's 120 records")
      #expect(trouble?.nextAttempt == nil)
      trial.clock.advance(hours: 25)
      let again = try await library.sync("stops")
      #expect(again == .held(was: 120, wouldBe: 60))
      let accepted = try await library.accept("stops")
      #expect(accepted?.words == "+0 ~0 -60")
      #expect(try await library.trouble("stops") == nil)
      #expect(try library.existing("stops").count() == 60)
    }
  }

  @Test func `that sends even less than a person accepted is held again`() async throws {
    try await withStations { library, upstream, trial in
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.shrunken(percent: 50), at: "/api/v2/main/stations")
      let outcome = try await library.sync("stops")
      #expect(outcome == .held(was: 120, wouldBe: 60))
      await upstream.state.inject(.shrunken(percent: 10), at: "/api/v2/main/stations")
      let less = try await library.accept("stops")
      #expect(less == .held(was: 120, wouldBe: 12))
      #expect(try library.existing("stops").count() == 120)
    }
  }

  @Test func `may redirect to where the answer is`() async throws {
    try await withStations { library, upstream, trial in
      trial.clock.advance(hours: 25)
      let elsewhere = "/api/v2/main/stations?moved"
      await upstream.state.inject(.redirect(to: elsewhere), at: "/api/v2/main/stations")
      let outcome = try await library.sync("stops")
      #expect(outcome == .unchanged)
    }
  }

  @Test func `that renames and retypes fields is told, and nothing stored is lost`() async throws {
    try await withStations { library, upstream, trial in
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.renamed("hits", to: "visits"), at: "/api/v2/main/stations")
      _ = try await library.sync("stops")
      let status = try #require(try await library.status(of: "stops"))
      #expect(
        status.drift.map(\.drift) == [.renamed("hits", from: "hits", to: "visits")])
      let record = try #require(try Copy(library, "stops").records.first)
      let hits = try #require(library.dataset("stops")?.index(of: "hits"))
      #expect(try Copy(library, "stops").records.allSatisfy { !$0.values[hits].isAbsent })
      #expect(record.extra?.contains("\"visits\":") == true)
      trial.clock.advance(hours: 25)
      let back = try await library.sync("stops")
      #expect(back == .unchanged)
      #expect(try await library.status(of: "stops")?.drift == [])
    }
  }

  private func withStations(
    patience: Duration = .seconds(20),
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { whole in
      var trial = whole
      trial.patience = patience
      try await withUpstream { [trial] upstream in
        try trial.declare(Declared.stations(upstream.base))
        let outcome = try await whole.withLibrary { try await $0.sync("stops") }
        try #require(outcome?.words == "+120 ~0 -0")
        _ = await upstream.takeRequests()
        try await trial.withLibrary { try await body($0, upstream, trial) }
      }
    }
  }
}
