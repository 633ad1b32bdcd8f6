import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `A stream` {
  static let deals = Deals(records: 900, packet: 10)

  @Test func `of a server is kept exactly once by id, and goes on where it was after a restart`()
    async throws
  {
    try await withServer { upstream, trial in
      var stops: [Int] = []
      for goal in [20, 60, 150] {
        try await trial.withLibrary { library in
          let table = try library.existing("deals")
          try await running(library) { try await until { try table.lastPacket() >= goal } }
          let packets = try table.lastPacket()
          stops.append(packets)
          let expected = try Self.deals.expected(
            after: packets, at: Date(timeIntervalSince1970: 1_784_000_000), table.dataset)
          #expect(try Copy(library, "deals").records == expected)
          #expect(try Copy(library, "deals").changes == 0)
        }
      }
      let requests = await upstream.state.requests()
      let resumed = requests.compactMap { $0.headers["last-event-id"].flatMap { Int($0) } }
      #expect(stops.dropLast().allSatisfy(resumed.contains) == true)
    }
  }

  @Test func `of the simulator is kept exactly once by id, across restarts`() async throws {
    try await withTrial { trial in
      try trial.declare(Self.deals.declared())
      for goal in [30, 120] {
        try await trial.withLibrary { library in
          let table = try library.existing("deals")
          try await running(library) { try await until { try table.lastPacket() >= goal } }
          let packets = try table.lastPacket()
          let expected = try Self.deals.expected(
            after: packets, at: trial.clock.now, table.dataset)
          #expect(try Copy(library, "deals").records == expected)
          let status = try await library.status(of: "deals")
          #expect(status?.origin == .simulator && status?.nextCheck == nil)
        }
      }
    }
  }

  @Test(arguments: [
    "-modified", "modified", "price", "-price", "instrument", "-instrument", "side",
  ])
  func `has the order of a naive sort at every moment, in windows of one version`(sort: String)
    async throws
  {
    try await withTrial { trial in
      try trial.declare(Self.deals.declared())
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        let term = SortTerm(sort)
        try await running(library) {
          var versions: Set<String> = []
          while try versions.count < 12 || table.lastPacket() < 110 {
            trial.clock.advance(seconds: 1)
            let all = try await table.window(TableQuery(sort: [term], limit: 1000))
            let part = try await table.window(TableQuery(sort: [term], offset: 40, limit: 30))
            #expect(all.rows.count == all.total && all.total % 10 == 0)
            #expect(all.rows == Deals.sorted(all.rows, by: term, table.dataset))
            #expect(Set(all.rows.map(\.id)).count == all.total)
            if part.version == all.version {
              #expect(part.rows == Array(all.rows.dropFirst(40).prefix(30)))
            }
            versions.insert(all.version)
            try await Task.sleep(for: .milliseconds(5))
          }
        }
        let last = try await table.window(TableQuery(sort: [term], limit: 1000))
        let expected = Deals.sorted(
          try Copy(library, "deals").records, by: term, table.dataset)
        #expect(last.rows == expected && last.total == 900)
      }
    }
  }

  @Test func `meets filters while packets arrive`() async throws {
    try await withTrial { trial in
      try trial.declare(Self.deals.declared())
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        let query = try TableQuery(
          parameters: [("side", "buy"), ("price.min", "60.5"), ("sort", "-price")],
          dataset: table.dataset)
        try await running(library) {
          for _ in 0..<20 {
            let window = try await table.window(query)
            #expect(window.rows.allSatisfy { $0.values[3] == .text("buy") } == true)
            #expect(window.rows == Deals.sorted(window.rows, by: SortTerm("-price"), table.dataset))
            try await Task.sleep(for: .milliseconds(5))
          }
        }
      }
    }
  }

  @Test func `is searched while packets arrive, and never shows what was not asked for`()
    async throws
  {
    try await withTrial { trial in
      let yaml = Self.deals.declared().replacing("search: []", with: "search: [instrument]")
      try trial.declare(yaml)
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          for _ in 0..<40 {
            let window = try await table.window(TableQuery(search: "jpy", limit: 1000))
            #expect(window.rows.allSatisfy { $0.values[1] == .text("USD/JPY") } == true)
            try await Task.sleep(for: .milliseconds(2))
          }
        }
      }
    }
  }

  @Test func `that breaks is told, comes back by itself, and loses nothing`() async throws {
    try await withServer { upstream, trial in
      await upstream.state.inject(.status(500), at: "/deals")
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          try await until { try await library.trouble("deals") != nil }
          let trouble = try await library.trouble("deals")
          #expect(trouble?.kind == .failed && trouble?.what.contains("500") == true)
          try await until { try table.lastPacket() >= 30 }
          try await until { try await library.trouble("deals") == nil }
          try await until { try await library.status(of: "deals")?.stream?.rate ?? 0 > 0 }
        }
        let expected = try Self.deals.expected(
          after: try table.lastPacket(), at: Date(timeIntervalSince1970: 1_784_000_000),
          table.dataset)
        #expect(try Copy(library, "deals").records == expected)
      }
    }
  }

  @Test func `is never synced like a list`() async throws {
    try await withTrial { trial in
      try trial.declare(Self.deals.declared())
      try await trial.withLibrary { library in
        let outcome = try await library.sync("deals")
        #expect(outcome?.words == "not due")
      }
    }
  }

  private func withServer(
    _ body: @Sendable @escaping (Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      try await withUpstream { options in
        options.deals = Self.deals.recipe
      } _: { upstream in
        try trial.declare(Self.deals.declared(url: "\(upstream.base)/deals/stream?packets=40"))
        try await body(upstream, trial)
      }
    }
  }
}
