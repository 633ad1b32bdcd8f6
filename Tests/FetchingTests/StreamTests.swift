import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `An open stream` {
  private func open(_ trial: Trial, _ url: URL, after id: String? = nil) async throws(FetchError)
    -> ByteStream
  {
    try await trial.fetcher.openStream(FetchRequest(url, mayBePrivate: true), lastEventID: id)
  }

  @Test func `hands out the bytes as they come and ends with the answer`() async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      .pieces(["Content-Type": "text/event-stream"]) {
        let number = count.next()
        return number > 3 ? nil : Array("data: \(number)\n\n".utf8)
      }
    }) { server in
      try await withFetcher { trial in
        let stream = try await open(trial, server.url("/events"), after: "41")
        var bytes: [UInt8] = []
        for try await piece in stream { bytes += piece }
        #expect(String(decoding: bytes, as: UTF8.self) == "data: 1\n\ndata: 2\n\ndata: 3\n\n")
        #expect(stream.headers.first("content-type") == "text/event-stream")
        let asked = try #require(server.asked.first)
        #expect(asked.header("Last-Event-ID") == "41")
        #expect(asked.header("Accept")?.hasPrefix("text/event-stream") == true)
        #expect(asked.header("Accept-Encoding") == "identity")
      }
    }
  }

  @Test func `slows the server down to the pace of its reader`() async throws {
    let written = Counter()
    let piece = [UInt8](repeating: 1, count: 1 << 16)
    try await withServer(answering: { _ in
      .pieces([:]) {
        written.next()
        return piece
      }
    }) { server in
      try await withFetcher { trial in
        let stream = try await open(trial, server.url("/events"))
        var read = 0
        var ahead = 0
        for try await bytes in stream {
          read += bytes.count
          ahead = max(ahead, written.value << 16 - read)
          for _ in 0..<20 { await Task.yield() }
          if read > 32 << 20 { break }
        }
        #expect(ahead < 16 << 20)
      }
    }
  }

  @Test func `keeps no other request out`() async throws {
    try await withServer(answering: { asked in
      guard asked.target == "/events" else { return .text("one") }
      let count = Counter()
      return .pieces([:]) {
        if count.next() == 1 { return [1] }
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return nil
      }
    }) { server in
      try await withFetcher { trial in
        let stream = try await open(trial, server.url("/events"))
        var pieces = stream.makeAsyncIterator()
        #expect(try await pieces.next() == [1])
        #expect(try await trial.get(server.url("/a")).text == "one")
      }
    }
  }

  @Test func `that falls silent is broken off`() async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      .pieces([:]) {
        if count.next() == 1 { return [1] }
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return nil
      }
    }) { server in
      try await withFetcher {
        $0.streamIdleTimeout = .milliseconds(200)
      } _: { trial in
        await #expect(throws: FetchError.timedOut(host: "127.0.0.1")) {
          for try await _ in try await open(trial, server.url("/events")) {}
        }
      }
    }
  }

  @Test func `is refused with the server's reason`() async throws {
    try await withServer(answering: { asked in
      asked.target == "/wait" ? .answer(503, ["Retry-After": "30"]) : .answer(404)
    }) { server in
      try await withFetcher { trial in
        await #expect(throws: FetchError.self) { try await open(trial, server.url("/events")) }
        let until = trial.time.now.addingTimeInterval(30)
        let wait = FetchError.postponed(until: until, because: .askedToWait(status: 503))
        await #expect(throws: wait) { try await open(trial, server.url("/wait")) }
        let held = FetchError.postponed(until: until, because: .hostHeldBack)
        await #expect(throws: held) { try await open(trial, server.url("/events")) }
        #expect(server.asked.count == 2)
      }
    }
  }

  @Test func `that is packed is refused`() async throws {
    try await withServer(answering: { _ in .pieces(["Content-Encoding": "gzip"]) { nil } }) {
      server in
      try await withFetcher { trial in
        let why = "it is packed as gzip, which we did not ask for"
        await #expect(throws: FetchError.undecodable(why: why)) {
          try await open(trial, server.url("/events"))
        }
      }
    }
  }

  @Test func `follows redirects and reaches no private address from data`() async throws {
    try await withServer(answering: { asked in
      asked.target == "/old" ? .answer(307, ["Location": "/new"]) : .pieces([:]) { nil }
    }) { server in
      try await withFetcher { trial in
        let stream = try await open(trial, server.url("/old"))
        #expect(stream.url == server.url("/new"))
        await #expect(throws: FetchError.privateAddress(host: "127.0.0.1")) {
          try await trial.fetcher.openStream(FetchRequest(server.url("/old")))
        }
      }
    }
  }
}
