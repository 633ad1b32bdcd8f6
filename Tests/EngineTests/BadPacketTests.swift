import AlmanacDeclarations
import AlmanacDecoding
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// One wrong packet, and what must come of it.
struct BadPacket: Sendable, CustomTestStringConvertible {
  /// The sandbox's name of it.
  let flaw: String
  /// How many of the packet's ten records are not there afterwards.
  var missing = 0
  /// What must be told, and nothing else.
  var told = StreamCounts()
  /// The reason that must be told.
  var reason: String?

  var testDescription: String { flaw }

  static let all: [BadPacket] = [
    BadPacket(flaw: "duplicates", told: .with { $0.older = 10 }),
    BadPacket(flaw: "older", told: .with { $0.older = 10 }),
    BadPacket(flaw: "missing_fields"),
    BadPacket(flaw: "missing_ids", missing: 10, told: .with { $0.setAside = 10 }, reason: "no key"),
    BadPacket(flaw: "wordy_ids", missing: 10, told: .with { $0.setAside = 10 }, reason: "no key"),
    BadPacket(flaw: "non_numbers", told: .with { $0.illTyped = 10 }),
    BadPacket(flaw: "unlisted", told: .with { $0.unlisted = 10 }),
    BadPacket(flaw: "huge"),
    BadPacket(
      flaw: "too_large", missing: 10, told: .with { $0.setAside = 1 }, reason: "packet too large"),
    BadPacket(
      flaw: "broken", missing: 10, told: .with { $0.setAside = 1 }, reason: "packet breaks off"),
    BadPacket(
      flaw: "words", missing: 10, told: .with { $0.setAside = 1 }, reason: "packet is not JSON"),
    BadPacket(
      flaw: "page", missing: 10, told: .with { $0.setAside = 1 }, reason: "packet is a web page"),
    BadPacket(flaw: "empty", missing: 10),
    BadPacket(flaw: "long_line"), BadPacket(flaw: "noise"),
    BadPacket(flaw: "closed", told: .with { $0.reconnects = 1 }),
    BadPacket(flaw: "silent", told: .with { $0.reconnects = 1 }),
  ]
}

extension StreamCounts {
  fileprivate static func with(_ change: (inout StreamCounts) -> Void) -> StreamCounts {
    var counts = StreamCounts()
    change(&counts)
    return counts
  }
}

@Suite(.serialized, .timeLimit(.minutes(3))) struct `A stream with a wrong packet` {
  static let deals = Deals(records: 900, packet: 10)

  @Test(arguments: BadPacket.all)
  func `passes it, tells of it, and has the right total`(bad: BadPacket) async throws {
    try await withStream("packets=6&flaw=\(bad.flaw)") { upstream, trial in
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) { try await until(seconds: 60) { try table.lastPacket() >= 6 } }
        let counts = try await library.counts()
        let told = bad.told
        // The huge packet repeats its records, which changes nothing.
        #expect(counts.older == told.older || bad.flaw == "huge")
        #expect(counts.unlisted == told.unlisted)
        #expect(counts.illTyped == told.illTyped && counts.setAside == told.setAside)
        #expect(counts.reconnects >= told.reconnects && counts.dropped == 0)
        let reasons = try await library.status(of: "deals")?.setAside.map(\.reason)
        #expect(reasons == [bad.reason].compactMap { $0 })
        #expect(counts.inserted + counts.changed + counts.older == counts.received)
        let packets = try table.lastPacket()
        let copy = try Copy(library, "deals").records
        let (count, expected) = (try table.count(), packets * 10 - bad.missing)
        #expect(count == expected && copy.count == expected)
        let right = try Self.deals.expected(
          after: packets, at: Date(timeIntervalSince1970: 1_784_000_000), table.dataset)
        let others = right.filter { !(21...30).contains(Deals.key($0)) }
        #expect(copy.filter { !(21...30).contains(Deals.key($0)) } == others)
      }
      let requests = await upstream.takeRequests().count
      #expect(requests <= 8)  // one a second at most, however slow this machine is
    }
  }

  @Test func `that begins anew with each connection is merged, and asked ever less often`()
    async throws
  {
    try await withStream("flaw=restarted&packets=4") { upstream, trial in
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          try await until { try await library.counts().reconnects >= 1 }
          try await until { try await library.counts().received >= 80 }
        }
        let (count, counts) = (try table.count(), try await library.counts())
        #expect(count == 40 && counts.inserted == 40)
        #expect(counts.changed == 0 && counts.older == 40)
      }
    }
  }

  @Test func `that answers with a web page is told, and keeps what it has`() async throws {
    try await withStream("packets=2") { upstream, trial in
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          try await until { try table.lastPacket() >= 2 }
          await upstream.state.inject(.html, at: "/deals")
          try await until { try await library.trouble("deals") != nil }
          let trouble = try await library.trouble("deals")
          #expect(trouble?.what.hasPrefix("What came holds no packets") == true)
          try await until { try table.lastPacket() >= 4 }
          try await until { try await library.trouble("deals") == nil }
        }
      }
    }
  }

  private func withStream(
    _ query: String, _ body: @Sendable @escaping (Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      var trial = trial
      if query.contains("silent") { trial.patience = .milliseconds(700) }
      let patient = trial
      try await withUpstream { options in
        options.deals = Self.deals.recipe
      } _: { upstream in
        let yaml = Self.deals.declared(url: "\(upstream.base)/deals/stream?\(query)")
          .replacing("kind: stream", with: "kind: stream\n  revision: modified")
          .replacing(
            "side: { type: text }", with: "side: { type: text, choices: { buy: buy, sell: sell } }")
        try patient.declare(yaml)
        try await body(upstream, patient)
      }
    }
  }
}
