import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A server that asks us to wait` {
  @Test(arguments: [429, 503])
  func `is left alone until the time it names`(_ status: Int) async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      count.next() == 1 ? .answer(status, ["Retry-After": "90"]) : .text("now")
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
