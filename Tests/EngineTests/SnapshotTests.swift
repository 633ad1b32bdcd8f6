import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A snapshot` {
  @Test(arguments: [("countries", 249), ("meteorites", 37), ("stations", 60)])
  func `shows real facts on a first start without network`(id: String, atLeast: Int) async throws {
    try await withTrial(hasBuiltIns: true) { trial in
      try await trial.withLibrary { library in
        #expect(library.problems.isEmpty)
        let table = try library.existing(id)
        #expect(try table.count() >= atLeast)
        let status = try #require(try await library.status(of: id))
        #expect(status.origin == .snapshot && status.lastSuccess == nil)
        #expect(try #require(status.copyDate) < Date())
        #expect(table.currentCredit == table.dataset.snapshot?.credit)
        #expect(try table.store.history() == (1, 0))
        #expect(try table.store.setAside().isEmpty)
      }
      let before = try await trial.withLibrary { try Copy($0, id).records }
      let again = try await trial.withLibrary { try Copy($0, id).records }
      #expect(again == before)
    }
  }

  @Test func `does not delay the first check`() async throws {
    try await withTrial(hasBuiltIns: true) { trial in
      try await trial.withLibrary { library in
        let status = try await library.status(of: "meteorites")
        #expect(status?.nextCheck == trial.clock.now)
      }
    }
  }

  @Test func `gives way to the upstream's answer without a flood of changes`() async throws {
    try await withStations { library, _, trial in
      let table = try library.existing("stations")
      let snapshot = table.currentCredit
      let outcome = try await library.sync("stations")
      #expect(outcome?.words == "+120 ~0 -0")
      #expect(try table.count() == 120)
      #expect(try table.store.history() == (2, 0))
      let status = try #require(try await library.status(of: "stations"))
      #expect(status.origin == .upstream && status.copyDate == trial.clock.now)
      #expect(table.currentCredit == table.dataset.credit && snapshot != table.currentCredit)
    }
  }

  @Test(arguments: [Sandbox.Fault.shrunken(percent: 0), .html, .status(500), .wrongShape])
  func `stays when the upstream has nothing to put in its place`(fault: Sandbox.Fault) async throws
  {
    try await withStations { library, upstream, _ in
      let before = try Copy(library, "stations")
      await upstream.state.inject(fault, at: "/api/v2/main/stations", requests: 100)
      let outcome = try await library.sync("stations")
      #expect(["held", "fail"].contains(outcome?.words.prefix(4) ?? ""))
      #expect(try Copy(library, "stations") == before)
      let status = try #require(try await library.status(of: "stations"))
      #expect(status.origin == .snapshot && status.trouble != nil)
    }
  }

  /// The built-in stations, asked of a sandbox.
  private func withStations(
    _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial(hasBuiltIns: true) { trial in
      try await withUpstream { upstream in
        try trial.declare(
          """
          id: stations
          extends: stations
          source:
            kind: json
            url: \(upstream.base)/api/v2/main/stations
            headers: { X-KOLEO-Version: "1" }
            join:
              keywords:
                { url: "\(upstream.base)/api/v2/main/station_keywords", on: station_id, take: keyword }
          """)
        try await trial.withLibrary { try await body($0, upstream, trial) }
      }
    }
  }
}
