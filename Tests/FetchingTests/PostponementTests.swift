import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A server that asks us to wait` {
  @Test(arguments: [206, 301, 302, 308, 400, 401, 403, 404, 408, 425, 429, 500, 502, 503, 504])
  func `is left alone until the time it names, whatever its status`(_ status: Int) async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      count.next() == 1 ? .answer(status, ["Retry-After": "90", "Location": "/b"]) : .text("now")
    }) { server in
      try await withFetcher { trial in
        let until = trial.time.now.addingTimeInterval(90)
        guard case .postponed(until, .askedToWait(status)) = try await trial.get(server.url("/a"))
        else { throw FetchError.cancelled }
        guard case .postponed(until, .hostHeldBack) = try await trial.get(server.url("/b"))
        else { throw FetchError.cancelled }
        #expect(server.asked.count == 1)
        #expect(await trial.fetcher.heldBack() == ["127.0.0.1:\(server.port)": until])
        trial.time.advance(90)
        #expect(try await trial.get(server.url("/b")).text == "now")
        #expect(trial.time.pauses.isEmpty)
      }
    }
  }

  @Test func `before it sends us on is waited for once, and then followed`() async throws {
    try await withServer(answering: { asked in
      guard asked.target == "/a" else { return .text("there") }
      return .answer(301, ["Retry-After": "7200", "Location": "/b"])
    }) { server in
      try await withFetcher { trial in
        let first = try await trial.get(server.url("/a"))
        #expect(first.word == "postponed, the server asks us to wait (status 301)")
        trial.time.advance(7200)
        let second = try await trial.get(server.url("/a"))
        #expect(second.text == "there")
        #expect(server.asked.map(\.target) == ["/a", "/a", "/b"])
      }
    }
  }

  @Test(arguments: [200, 304])
  func `although it answered is left alone afterwards`(_ status: Int) async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      let headers = ["Retry-After": "90", "ETag": "\"1\""]
      return count.next() == 1
        ? .text("one", ["ETag": "\"1\""]) : .answer(status, headers, Array("one".utf8))
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"))
        #expect(second.text == "one")
        let third = try await trial.get(server.url("/a"))
        #expect(third.word == "postponed, the server asked us to wait, so nothing was sent")
        #expect(server.asked.count == 2)
      }
    }
  }

  @Test(arguments: [31_536_000, -31_536_000] as [TimeInterval])
  func `is asked again after a day at most, whatever the clock does meanwhile`(_ jump: TimeInterval)
    async throws
  {
    try await withServer(answering: { _ in .text("now") }) { server in
      try await withFetcher { trial in
        trial.time.advance(jump)
        let until = trial.time.now.addingTimeInterval(3600)
        await trial.fetcher.holdBack(["127.0.0.1:\(server.port)": until])
        trial.time.advance(-jump)
        let held = await trial.fetcher.heldBack().values.first ?? trial.time.now
        #expect(held <= trial.time.now.addingTimeInterval(3660))
        let far = trial.time.now.addingTimeInterval(86_400 * 900)
        await trial.fetcher.holdBack(["127.0.0.1:\(server.port)": far])
        let clamped = await trial.fetcher.heldBack().values.first ?? .distantFuture
        #expect(clamped <= trial.time.now.addingTimeInterval(86_400))
      }
    }
  }

  @Test func `is left alone after a restart too`() async throws {
    try await withServer(answering: { _ in .text("now") }) { server in
      try await withFetcher { trial in
        let until = trial.time.now.addingTimeInterval(90)
        await trial.fetcher.holdBack(["127.0.0.1:\(server.port)": until, "nonsense": until])
        let outcome = try await trial.get(server.url("/a"))
        guard case .postponed(until, .hostHeldBack) = outcome else { throw FetchError.cancelled }
        #expect(server.asked.isEmpty)
      }
    }
  }

  @Test func `without naming a time is asked a few times, then later`() async throws {
    try await withServer(answering: { _ in .answer(429) }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.word == "postponed, the server asks us to wait (status 429)")
        #expect(server.asked.count == 3)
        #expect(await trial.fetcher.heldBack().count == 1)
      }
    }
  }

  @Test func `because it is not ready is asked a few times, then later`() async throws {
    try await withServer(answering: { _ in .answer(202) }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.word == "postponed, the server is still preparing the answer")
        #expect(server.asked.count == 3)
        #expect(trial.time.pauses == [.seconds(2), .seconds(4)])
        #expect(await trial.fetcher.heldBack().isEmpty)
      }
    }
  }

  @Test(arguments: [("10", [Duration.seconds(10)], "changed"), ("3600", [], "postponed")])
  func `until it is ready is waited for when it takes less than half a minute`(
    _ wait: String, _ pauses: [Duration], _ word: String
  ) async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      count.next() == 1 ? .answer(202, ["Retry-After": wait]) : .text("ready")
    }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.word.hasPrefix(word))
        #expect(trial.time.pauses == pauses)
      }
    }
  }

  @Test func `between any two requests is given its pause`() async throws {
    try await withServer(answering: { _ in .text("one") }) { server in
      try await withFetcher {
        $0.loopbackSpacing = .seconds(3)
      } _: { trial in
        _ = try await trial.get(server.url("/a"))
        _ = try await trial.get(server.url("/b"))
        #expect(trial.time.pauses == [.seconds(3)])
      }
    }
  }
}
