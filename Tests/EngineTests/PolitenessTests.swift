import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A polite library` {
  static let both = ["/api/v2/main/station_keywords", "/api/v2/main/stations"]

  @Test func `asks each resource once a day at most, with validators, across restarts`()
    async throws
  {
    try await withStations { upstream, trial in
      try await trial.withLibrary { library in
        let first = try await library.sync("stops")
        #expect(first?.words == "+120 ~0 -0")
        let asked = await upstream.takePaths().sorted()
        #expect(asked == Self.both)
        let again = try await library.sync("stops")
        #expect(again?.words == "not due")
      }
      trial.clock.advance(hours: 23.9)
      try await trial.withLibrary { library in
        let early = try await library.sync("stops")
        #expect(early?.words == "not due")
        #expect(await upstream.takePaths() == [])
        let before = try Copy(library, "stops")
        trial.clock.advance(hours: 0.2)
        let due = try await library.sync("stops")
        #expect(due == .unchanged)
        #expect(await upstream.takePaths().sorted() == Self.both.map { "304? \($0)" })
        #expect(try Copy(library, "stops") == before)
        let next = try await library.sync("stops")
        #expect(next?.words == "not due")
      }
    }
  }

  @Test func `waits as long as a server asks, across a restart, whoever wants to try again`()
    async throws
  {
    try await withStations { upstream, trial in
      await upstream.state.inject(.status(429, retryAfter: "7200"), at: "/api")
      try await trial.withLibrary { library in
        let outcome = try await library.sync("stops")
        #expect(outcome?.words == "postponed")
        let trouble = try await library.trouble("stops")
        #expect(trouble?.kind == .postponed)
        #expect(trouble?.what == "the server asks us to wait (status 429)")
        #expect(trouble?.nextAttempt == trial.clock.now.addingTimeInterval(7200))
      }
      _ = await upstream.takeRequests()
      trial.clock.advance(hours: 1.9)
      try await trial.withLibrary { library in
        let command = try await library.sync("stops")
        let retry = try await library.retry("stops")
        let accept = try await library.accept("stops")
        #expect(
          [command, retry, accept].map { $0?.words } == Array(repeating: "postponed", count: 3))
        #expect(await upstream.takePaths() == [])
        trial.clock.advance(hours: 0.2)
        let outcome = try await library.sync("stops")
        #expect(outcome?.words == "+120 ~0 -0")
        let trouble = try await library.trouble("stops")
        #expect(trouble == nil)
      }
    }
  }

  @Test func `leaves a host alone for its other datasets too, after a restart`() async throws {
    try await withStations { upstream, trial in
      let other = Declared.stations(upstream.base).replacing("id: stops", with: "id: others")
      await upstream.state.inject(.status(429, retryAfter: "7200"), at: "/api")
      try await trial.withLibrary { library in _ = try await library.sync("stops") }
      try trial.declare(other, as: "two")
      _ = await upstream.takeRequests()
      try await trial.withLibrary { library in
        let outcome = try await library.sync("others")
        #expect(outcome?.words == "postponed")
        #expect(await upstream.takePaths() == [])
      }
    }
  }

  @Test func `lets a person try again once a minute`() async throws {
    try await withStations { upstream, trial in
      await upstream.state.inject(.status(404), at: "/api", requests: 100)
      try await trial.withLibrary { library in
        let first = try await library.sync("stops")
        #expect(first?.words.hasPrefix("failed: the server answered 404") == true)
        let timer = try await library.sync("stops")
        #expect(timer?.words == "not due")
        _ = await upstream.takeRequests()
        trial.clock.advance(seconds: 59)
        let early = try await library.retry("stops")
        #expect(early?.words == "postponed")
        #expect(await upstream.takePaths() == [])
        trial.clock.advance(seconds: 1)
        let now = try await library.retry("stops")
        #expect(now?.words.hasPrefix("failed") == true)
        let again = try await library.retry("stops")
        #expect(again?.words == "postponed")
        trial.clock.advance(seconds: 60)
        await upstream.state.clearFaults()
        let late = try await library.retry("stops")
        #expect(late?.words == "+120 ~0 -0")
      }
    }
  }

  @Test func `lets a person accept once a minute, as any other request by hand, across restarts`()
    async throws
  {
    try await withStations { upstream, trial in
      try await trial.withLibrary { library in _ = try await library.sync("stops") }
      trial.clock.advance(hours: 25)
      await upstream.state.inject(.shrunken(percent: 50), at: "/api/v2/main/stations", requests: 9)
      try await trial.withLibrary { library in
        let held = try await library.sync("stops")
        #expect(held?.words == "held: 120 would be 60")
        await upstream.state.clearFaults()
        await upstream.state.inject(
          .shrunken(percent: 40), at: "/api/v2/main/stations", requests: 9)
        let accepted = try await library.accept("stops")
        #expect(accepted?.words == "held: 120 would be 48")
        _ = await upstream.takeRequests()
        let again = try await library.accept("stops")
        #expect(again?.words == "postponed")
      }
      try await trial.withLibrary { library in
        let restarted = try await library.accept("stops")
        #expect(restarted?.words == "postponed")
        let retried = try await library.retry("stops")
        #expect(retried?.words == "postponed")
        #expect(await upstream.takePaths() == [])
        trial.clock.advance(seconds: 60)
        let late = try await library.accept("stops")
        #expect(late?.words == "+0 ~0 -72")
      }
    }
  }

  @Test(arguments: [8760.0, -8760])
  func `is locked out by no wait that a clock noted which was a year off`(hours: Double)
    async throws
  {
    try await withStations { upstream, trial in
      try await trial.withLibrary { library in
        trial.clock.advance(hours: hours)
        await upstream.state.inject(.status(429, retryAfter: "3600"), at: "/api")
        let told = try await library.sync("stops")
        #expect(told?.words == "postponed")
        trial.clock.advance(hours: -hours)
        await upstream.state.inject(.status(500), at: "/api", requests: 4)
        _ = try await library.sync("stops")
      }
      trial.clock.advance(hours: 25)
      await upstream.state.clearFaults()
      try await trial.withLibrary { library in
        let outcome = try await library.sync("stops")
        #expect(outcome?.words == "+120 ~0 -0")
      }
    }
  }

  @Test func `does not ask by timer where only a visit may`() async throws {
    try await withStations(more: "refresh: { every: 24h, when: opened }") { upstream, trial in
      try await trial.withLibrary { library in
        let status = try await library.status(of: "stops")
        #expect(status?.nextCheck == nil)
        try await running(library) {
          for _ in 0..<20 { await Task.yield() }
          #expect(await upstream.takePaths() == [])
          library.opened("stops")
          try await until { try library.existing("stops").count() == 120 }
        }
      }
    }
  }

  @Test func `asks by itself when a check is due`() async throws {
    try await withStations { _, trial in
      try await trial.withLibrary { library in
        try await running(library) {
          try await until { try library.existing("stops").count() == 120 }
        }
        let status = try await library.status(of: "stops")
        #expect(status?.nextCheck == trial.clock.now.addingTimeInterval(86_400))
      }
    }
  }

  @Test func `tells which variable of the environment is missing, and asks nobody`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        let yaml = Declared.stations(upstream.base)
        try trial.declare(yaml.replacing("\"1\"", with: "\"${KOLEO_VERSION}\""))
        try await trial.withLibrary { library in
          let outcome = try await library.sync("stops")
          let why = "KOLEO_VERSION is not set in the environment, so nobody was asked"
          #expect(outcome == .failed(why))
          let trouble = try await library.trouble("stops")
          #expect(trouble?.kind == .failed && trouble?.what == why)
          #expect(await upstream.takePaths() == [])
        }
        var informed = trial
        informed.environment = ["KOLEO_VERSION": "1"]
        informed.clock.advance(seconds: 60)
        try await informed.withLibrary { library in
          let outcome = try await library.retry("stops")
          #expect(outcome?.words == "+120 ~0 -0")
        }
      }
    }
  }

  private func withStations(
    more: String = "", _ body: @Sendable @escaping (Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        try trial.declare(Declared.stations(upstream.base, more: more))
        try await body(upstream, trial)
      }
    }
  }
}
