import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// An upstream whose fields change: no sync stops, nothing stored is lost, and people are told.
@Suite struct `An upstream whose fields drift` {
  @Test func `is told with the day it began, until it is over`() async throws {
    try await withStops { library, upstream, trial in
      await upstream.state.inject(.renamed("hits", to: "visits"), at: Self.path, requests: 2)
      trial.clock.advance(hours: 25)
      let began = trial.clock.now
      _ = try await library.sync("stops")
      let note = DriftNote(.renamed("hits", from: "hits", to: "visits"), since: began)
      #expect(try await library.drift == [note])
      trial.clock.advance(hours: 25)
      _ = try await library.sync("stops")
      #expect(try await library.drift == [note])
      trial.clock.advance(hours: 25)
      _ = try await library.sync("stops")
      #expect(try await library.drift == [])
    }
  }

  @Test func `survives a restart of the program`() async throws {
    try await withStops { library, upstream, trial in
      await upstream.state.inject(.dropped("city"), at: Self.path)
      trial.clock.advance(hours: 25)
      let began = trial.clock.now
      _ = try await library.sync("stops")
      let note = DriftNote(.dropped("city"), since: began)
      #expect(try await library.drift == [note])
      let state = try library.existing("stops").store.state()
      #expect(state.driftNotes == [note])
    }
  }

  @Test(arguments: [
    Sandbox.Fault.dropped("city"), .renamed("city", to: "town"), .retyped("city"),
    .digits("hits"), .nested("city", levels: 3),
  ])
  func `keeps what is stored`(fault: Sandbox.Fault) async throws {
    try await withStops { library, upstream, trial in
      let before = try Copy(library, "stops").records.map(\.values)
      await upstream.state.inject(fault, at: Self.path)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stops")
      #expect(outcome?.words.hasPrefix("failed") == false)
      #expect(try Copy(library, "stops").records.map(\.values) == before)
      #expect(try await !library.drift.isEmpty)
    }
  }

  @Test func `is told of a field that became empty, whose old values the history has`()
    async throws
  {
    try await withStops { library, upstream, trial in
      await upstream.state.inject(.nulled("city"), at: Self.path)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("stops")
      #expect(outcome?.words == "+0 ~107 -0")
      #expect(
        try await library.drift.map(\.drift) == [.emptied("city")])
      #expect(try library.existing("stops").store.history().changes == 107)
    }
  }

  @Test func `of which only news are read tells what is new, and no more`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: never }"
        try trial.declare(Declared.portal(upstream.base, refresh: refresh))
        try await trial.withLibrary { library in
          _ = try await library.sync("stones")
          try await upstream.state.change(
            "5", in: Sandbox.meteorites, to: ["mass": nil, "weight": "7", "colour": "grey"])
          trial.clock.advance(hours: 25)
          let outcome = try await library.sync("stones")
          #expect(outcome?.words == "+0 ~1 -0")
          let status = try #require(try await library.status(of: "stones"))
          #expect(
            status.drift.map(\.drift) == [.added("colour"), .added("weight")])
        }
      }
    }
  }

  static let path = "/api/v2/main/stations"

  private func withStops(
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        try trial.declare(Declared.stations(upstream.base))
        try await trial.withLibrary { library in
          let outcome = try await library.sync("stops")
          try #require(outcome?.words == "+120 ~0 -0")
          try await body(library, upstream, trial)
        }
      }
    }
  }
}

extension Library {
  fileprivate var drift: [DriftNote] {
    get async throws { try await status(of: "stops")?.drift ?? [] }
  }
}
