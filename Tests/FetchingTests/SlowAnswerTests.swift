import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `An answer that drips` {
  /// Bytes of one arrival, and the seconds from one to the next.
  @Test(arguments: [
    (1, 20.0, 40.0), (99, 1, 30), (2999, 30, 30), (10, 0.5, 30), (100, 0.5, nil), (3000, 30, nil),
    (10_000, 90, nil), (1 << 20, 29, nil),
  ])
  func `is too slow after a window of too few bytes, and no sooner`(
    bytes: Int, pause: Double, expected: Double?
  ) {
    var rate = LeastRate(100, over: .seconds(30), from: .seconds(5))
    var (time, stopped): (Double, Double?) = (0, nil)
    while time < 3600, stopped == nil {
      time += pause
      if rate.isTooSlow(after: bytes, at: .seconds(5 + time)) { stopped = time }
    }
    #expect(stopped == expected)
  }

  @Test func `is too slow when it stalls after a quick beginning`() {
    var rate = LeastRate(100, over: .seconds(30), from: .zero)
    var judged = (0..<60).map { rate.isTooSlow(after: 1 << 20, at: .seconds($0)) }
    judged.append(rate.isTooSlow(after: 1, at: .seconds(80)))
    #expect(!judged.contains(true))
    let isSlow = rate.isTooSlow(after: 1, at: .seconds(91))
    #expect(isSlow)
  }

  @Test func `gives the door of its host free after half a minute, not after hours`() async throws {
    let looks = Counter()
    try await withServer(answering: { asked in
      asked.target == "/a" ? .drips(200, Self.dripping(looks)) : .text("one")
    }) { server in
      try await withDrips(looks) { fetcher in
        let slow = FetchRequest(server.url("/a"), mayBePrivate: true)
        let error = FetchError.brokenOff(host: "127.0.0.1", why: "it sends too slowly")
        await #expect(throws: error) { try await fetcher.fetch(slow) }
        #expect(looks.value <= 6)
        let quick = FetchRequest(server.url("/b"), mayBePrivate: true)
        let outcome = try await fetcher.fetch(quick)
        #expect(outcome.text == "one")
      }
    }
  }

  @Test func `in the text of an error is read for a few seconds`() async throws {
    let looks = Counter()
    try await withServer(answering: { _ in .drips(404, Self.dripping(looks)) }) { server in
      try await withDrips(looks) { fetcher in
        let request = FetchRequest(server.url("/a"), mayBePrivate: true)
        await #expect {
          try await fetcher.fetch(request)
        } throws: {
          guard case .httpStatus(404, _, let text) = $0 as? FetchError else { return false }
          return text.hasPrefix("A")
        }
        #expect(looks.value <= 4)
      }
    }
  }

  /// A byte for every look at the clock, for ever.
  private static func dripping(_ looks: Counter) -> @Sendable () async -> [UInt8]? {
    let sent = Counter()
    return {
      // The clock is looked at twice before the first byte is.
      while looks.value < sent.value + 1, !Task.isCancelled { await Task.yield() }
      sent.next()
      return Task.isCancelled ? nil : [0x41]
    }
  }

  @Test func `in its head is broken off after a minute`() async throws {
    try await withServer(answering: { _ in .silence }) { server in
      try await withFetcher {
        ($0.headTimeout, $0.tries) = (.milliseconds(50), 1)
      } _: { trial in
        await #expect(throws: FetchError.timedOut(host: "127.0.0.1")) {
          try await trial.get(server.url("/a"))
        }
      }
    }
  }

  @Test func `keeps no message from the same host`() async throws {
    let (start, go) = AsyncStream<Void>.makeStream()
    try await withServer(answering: { asked in
      if asked.method == "GET" { for await _ in start {} }
      return .text("taken")
    }) { server in
      try await withFetcher {
        $0.allowedPrivateHosts = ["127.0.0.1"]
      } _: { trial in
        async let slow = trial.get(server.url("/a"))
        while server.asked.isEmpty { await Task.yield() }
        let answer = try await trial.fetcher.post(PostRequest(server.url("/push"), body: Data()))
        #expect(answer.status == 200)
        go.finish()
        #expect(try await slow.text == "taken")
      }
    }
  }

  /// A fetcher for which twenty seconds pass at every look at the clock.
  private func withDrips(
    _ looks: Counter, _ body: (Fetcher) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder fails no test
    var configuration = Fetcher.Configuration(cacheDirectory: folder, contact: "")
    configuration.tries = 1
    let fetcher = Fetcher(configuration, uptime: { .seconds(looks.next() * 20) })
    do { try await body(fetcher) } catch {
      try await fetcher.shutdown()
      throw error
    }
    try await fetcher.shutdown()
  }
}
