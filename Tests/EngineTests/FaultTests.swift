import AlmanacDeclarations
import AlmanacSandbox
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The table of faults` {
  @Test(arguments: FaultTable.rows)
  func `says what is told, what is kept and when it is asked again`(row: FaultRow) async throws {
    try await withStage(row) { stage in
      try await stage.change()
      stage.trial.clock.advance(hours: 25)
      await stage.misbehave()
      try await stage.impatient.withLibrary { library in
        let before = try Copy(library, FaultStage.dataset)
        let outcome = try await library.sync(FaultStage.dataset)
        let sent = await stage.upstream.takeRequests().count
        #expect(sent == row.requests)
        let status = try #require(try await library.status(of: FaultStage.dataset))
        #expect(status.told(stage.upstream.base) == row.told)
        #expect(status.again(at: stage.trial.clock.now) == row.again)
        switch row.kept {
        case .copy: #expect(try Copy(library, FaultStage.dataset) == before)
        case .applied(let counts): #expect(outcome?.words == counts)
        }
        _ = try await library.sync(FaultStage.dataset)
        #expect(await stage.upstream.takeRequests().isEmpty)
      }
      try await stage.checkThatAllIsForgiven()
    }
  }

  @Test func `has certificates that are taken where nothing is wrong with them`() async throws {
    let row = FaultRow(name: "none", door: .secured(.good), told: "", requests: 0)
    try await withStage(row) { stage in
      stage.trial.clock.advance(hours: 25)
      try await stage.impatient.withLibrary { library in
        let outcome = try await library.sync(FaultStage.dataset)
        #expect(outcome == .unchanged)
      }
    }
  }

  @Test func `is the one that people read`() throws {
    let file = Repository.root.appending(path: "Notes/faults.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("|---") })
    let written = lines[(start + 1)...].prefix { $0.hasPrefix("| ") }
    #expect(Array(written) == FaultTable.rows.map(\.markdown))
    #expect(Set(FaultTable.rows.map(\.name)).count == FaultTable.rows.count)
    #expect(FaultTable.rows.count >= 30)
  }
}

extension FaultStage {
  /// The trial with the patience and the limits that the row needs.
  var impatient: Trial {
    var trial = trial
    trial.patience = row.patience
    trial.tries = 3
    trial.mostBytes = 2_000_000
    trial.environment["BASE"] = door
    return trial
  }

  /// Orders the row's faults; the last goes on until it is taken back.
  func misbehave() async {
    for (index, fault) in row.faults.enumerated() {
      let isLast = index == row.faults.count - 1
      await upstream.state.inject(fault.here(upstream.base), at: path, requests: isLast ? 1000 : 1)
    }
  }

  /// Once the upstream is well again, the copy becomes what it says and the trouble is over.
  func checkThatAllIsForgiven() async throws {
    await upstream.state.clearFaults()
    trial.clock.advance(hours: 25)
    try await trial.withLibrary { library in
      if row.again == .person { trial.clock.advance(hours: 1) }
      let outcome = try await library.sync(Self.dataset)
      if row.kept == .copy { #expect(outcome?.words == "+0 ~1 -0") }
      let status = try #require(try await library.status(of: Self.dataset))
      #expect(status.told(upstream.base) == "")
    }
  }
}

extension Sandbox.Fault {
  /// The fault with `PORT` in its addresses filled in.
  fileprivate func here(_ base: String) -> Self {
    let port = base.split(separator: ":").last ?? ""
    switch self {
    case .redirect(let to, let status):
      return .redirect(to: to.replacing("PORT", with: port), status: status)
    case .linked(let to): return .linked(to: to.replacing("PORT", with: port))
    default: return self
    }
  }
}

extension DatasetStatus {
  /// The trouble, else what was set aside and what drifted; without what differs at each run.
  fileprivate func told(_ base: String) -> String {
    let aside = setAside.map { "\($0.count) set aside: \($0.reason)" }
    let words = trouble.map { [$0.what] } ?? (aside + drift.map(\.what))
    let port = base.split(separator: ":").last ?? ""
    return words.joined(separator: " · ").replacing(":\(port)", with: ":8081")
  }

  /// When the next check comes.
  fileprivate func again(at now: Date) -> FaultRow.Again? {
    if trouble?.kind == .held { return .person }
    guard let next = nextCheck else { return nil }
    let seconds = next.timeIntervalSince(now)
    switch trouble?.kind {
    case .postponed: return .served(Int(seconds.rounded()))
    case .failed: return (45...75).contains(seconds) ? .backoff : nil
    default: return seconds == 86_400 ? .due : nil
    }
  }
}
