import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A server that falters` {
  @Test(arguments: [500, 502, 503, 504])
  func `is asked three times, ever more slowly`(_ status: Int) async throws {
    try await withServer(answering: { _ in .answer(status, [:], Array("broken".utf8)) }) { server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          guard case .httpStatus(status, _, "broken") = $0 as? FetchError else { return false }
          return true
        }
        #expect(server.asked.count == 3)
        #expect(trial.time.pauses == [.seconds(2), .seconds(4)])
      }
    }
  }

  @Test func `is forgiven when it recovers`() async throws {
    let count = Counter()
    try await withServer(answering: { _ in count.next() < 3 ? .answer(500) : .text("well") }) {
      server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.text == "well")
      }
    }
  }

  @Test(arguments: [400, 401, 403, 404, 410, 418, 206])
  func `is not asked again after an answer that is our mistake`(_ status: Int) async throws {
    let reason = Array("{\"message\":\"no such column\"}".utf8)
    try await withServer(answering: { _ in .answer(status, [:], reason) }) { server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          guard case .httpStatus(status, _, let body) = $0 as? FetchError else { return false }
          return status == 206 || body.contains("no such column")
        }
        #expect(server.asked.count == 1)
        #expect(trial.time.pauses.isEmpty)
      }
    }
  }

  @Test func `that is silent costs a timeout and is asked again`() async throws {
    try await withServer(answering: { _ in .silence }) { server in
      try await withFetcher {
        $0.idleTimeout = .milliseconds(50)
      } _: { trial in
        await #expect(throws: FetchError.timedOut(host: "127.0.0.1")) {
          try await trial.get(server.url("/a"))
        }
        #expect(trial.log.all.count == 3)
      }
    }
  }

  @Test func `that never ends is cut off after the whole time allowed`() async throws {
    let piece = [UInt8](repeating: 0, count: 1 << 16)
    try await withServer(answering: { _ in .pieces([:]) { piece } }) { server in
      try await withFetcher {
        $0.requestTimeout = .milliseconds(100)
        $0.tries = 1
      } _: { trial in
        await #expect(throws: FetchError.timedOut(host: "127.0.0.1")) {
          try await trial.get(server.url("/a"))
        }
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `that cuts the answer off leaves nothing behind`() async throws {
    try await withServer(answering: { _ in .cutOff(announced: 100, Array("half".utf8)) }) {
      server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          if case .brokenOff = $0 as? FetchError { true } else { false }
        }
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `that is not there is told in plain words`() async throws {
    let port = try await withServer(answering: { _ in .text("") }) { $0.port }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    try await withFetcher { trial in
      await #expect {
        try await trial.get(url)
      } throws: {
        "\($0)" == "127.0.0.1 could not be reached: connection refused"
      }
    }
  }

  @Test func `with an unknown name is told in plain words`() async throws {
    let url = try #require(URL(string: "http://no-such-host.invalid/"))
    try await withFetcher { trial in
      await #expect {
        try await trial.get(url)
      } throws: {
        "\($0)" == "no-such-host.invalid could not be reached: its name is not known"
      }
    }
  }
}

@Suite struct `The wait between two tries` {
  @Test func `doubles up to half a minute`() {
    let pauses = (1...6).map { Backoff().pause(after: $0, random: 0) }
    #expect(pauses == [2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
  }

  @Test func `is shortened by chance, to no less than its half`() {
    #expect(Backoff().pause(after: 2, random: 0.5) == .seconds(3))
    #expect(Backoff().pause(after: 2, random: 0.999) > .seconds(2))
    #expect(Backoff().pause(after: .max, random: 0) == .seconds(30))
  }
}
