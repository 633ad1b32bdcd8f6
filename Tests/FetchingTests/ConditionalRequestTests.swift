import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A due request` {
  @Test func `sends the validators of the stored answer, even one fresh for a year`() async throws {
    let year = ["Cache-Control": "max-age=31536000, immutable"]
    let validators = ["ETag": "\"v1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
    try await withServer(answering: { asked in
      asked.header("If-None-Match") == "\"v1\""
        ? .answer(304) : .text("one", year.merging(validators) { $1 })
    }) { server in
      try await withFetcher { trial in
        let first = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"))
        #expect([first.word, second.word] == ["changed", "not modified, confirmed"])
        #expect(second.text == "one")
        #expect(server.asked.last?.header("If-Modified-Since") == validators["Last-Modified"])
      }
    }
  }

  @Test func `takes over the headers of a 304 and keeps the others`() async throws {
    try await withServer(answering: { asked in
      asked.header("If-None-Match") == nil
        ? .text("one", ["ETag": "\"v1\"", "X-Kind": "a", "Content-Type": "text/csv"])
        : .answer(304, ["ETag": "\"v1\"", "X-Kind": "b"])
    }) { server in
      try await withFetcher { trial in
        let first = try await trial.get(server.url("/a"))
        trial.time.advance(90)
        _ = try await trial.get(server.url("/a"))
        let third = try await trial.get(server.url("/a"))
        #expect(first.payload?.header("x-kind") == "a")
        #expect(third.payload?.header("X-Kind") == "b")
        #expect(third.payload?.contentType == "text/csv")
        #expect(third.payload?.receivedAt == trial.time.now)
        #expect(trial.files.count == 1)
      }
    }
  }

  @Test func `compares the bytes when the answer has no validators`() async throws {
    let bodies = ["same", "same", "other"]
    let count = Counter()
    try await withServer(answering: { _ in .text(bodies[count.next() - 1]) }) { server in
      try await withFetcher { trial in
        var words: [String] = []
        for _ in bodies { words.append(try await trial.get(server.url("/a")).word) }
        #expect(words == ["changed", "not modified, identical", "changed"])
        #expect(server.asked.allSatisfy { $0.header("If-None-Match") == nil })
      }
    }
  }

  @Test func `asks for the whole answer when a 304 speaks of other bytes`() async throws {
    try await withServer(answering: { asked in
      asked.header("If-None-Match") == nil
        ? .text("one", ["ETag": "\"v1\""]) : .answer(304, ["ETag": "\"v2\""])
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"))
        #expect(second.word == "not modified, identical")
        #expect(server.asked.count == 3)
      }
    }
  }

  @Test func `does not ask for ever when every answer is a 304`() async throws {
    let count = Counter()
    try await withServer(answering: { _ in
      count.next() == 1 ? .text("one", ["ETag": "\"v1\""]) : .answer(304, ["ETag": "\"v2\""])
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        await #expect(throws: FetchError.self) { try await trial.get(server.url("/a")) }
        #expect(server.asked.count == 3)
      }
    }
  }

  @Test func `fails on a 304 that nobody asked for`() async throws {
    try await withServer(answering: { _ in .answer(304) }) { server in
      try await withFetcher { trial in
        await #expect(throws: FetchError.self) { try await trial.get(server.url("/a")) }
      }
    }
  }

  @Test func `says who asks and what can be unpacked`() async throws {
    try await withServer(answering: { _ in .text("one") }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a?q=%C5%81%C3%B3d%C5%BA&x=1"))
        let asked = try #require(server.asked.first)
        #expect(asked.method == "GET")
        #expect(asked.target == "/a?q=%C5%81%C3%B3d%C5%BA&x=1")
        #expect(asked.header("User-Agent") == "Almanac/0.1 (+https://example.org/about)")
        #expect(asked.header("Accept-Encoding") == "gzip, deflate")
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A fresh stored answer` {
  @Test(arguments: [
    (["Cache-Control": "max-age=60"], 59.0, true), (["Cache-Control": "max-age=60"], 60, false),
    (["Cache-Control": "max-age=60", "Age": "30"], 29, true),
    (["Cache-Control": "max-age=60", "Age": "30"], 31, false),
    (["Cache-Control": "max-age=60, no-cache"], 1, false),
    (["Cache-Control": "max-age=\"60\""], 59, true), (["Cache-Control": "max-age=x"], 1, false),
    (["Expires": "0"], 0, false), ([:], 0, false),
    (["Cache-Control": "s-maxage=600"], 1, false),
    (["Cache-Control": "max-age=9", "Expires": "Fri, 06 Nov 2093 08:49:37 GMT"], 10, false),
    (["Expires": "Fri, 06 Nov 2093 08:49:37 GMT"], 1_000_000, true),
  ])
  func `is served without asking, and only while it is fresh`(
    _ headers: [String: String], _ later: Double, _ isServed: Bool
  ) async throws {
    try await withServer(answering: { _ in .text("one", headers) }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        trial.time.advance(later)
        let second = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(second.word == "not modified, \(isServed ? "stillFresh" : "identical")")
        #expect(server.asked.count == (isServed ? 1 : 2))
      }
    }
  }

  @Test func `ages from the date its origin wrote`() async throws {
    let headers = ["Cache-Control": "max-age=60", "Date": "Tue, 14 Jul 2026 03:32:40 GMT"]
    try await withServer(answering: { _ in .text("one", headers) }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(second.word == "not modified, stillFresh")
        trial.time.advance(21)
        let third = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(third.word == "not modified, identical")
      }
    }
  }
}
