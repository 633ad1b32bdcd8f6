import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `The cache` {
  private let year = ["Cache-Control": "max-age=31536000"]

  @Test func `survives a restart`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let time = ManualTime()
    try await withServer(answering: { [year] _ in .text("one", year) }) { server in
      try await withFetcher(in: folder, time) { _ = try await $0.get(server.url("/a")) }
      try await withFetcher(in: folder, time) {
        let outcome = try await $0.get(server.url("/a"), [], .cachedIfFresh)
        #expect(outcome.word == "not modified, stillFresh")
        #expect(outcome.text == "one")
      }
    }
  }

  @Test func `is one file per answer, for its owner only`() async throws {
    try await withServer(answering: { [year] asked in .text(asked.target, year) }) { server in
      try await withFetcher { trial in
        for path in ["/a", "/a?x=1", "/a?x=2", "/a?x=2#part"] {
          _ = try await trial.get(server.url(path))
        }
        #expect(trial.files.count == 3)
        for file in trial.files {
          let facts = try FileManager.default.attributesOfItem(atPath: file.path)
          #expect(facts[.posixPermissions] as? NSNumber == 0o600)
        }
      }
    }
  }

  @Test func `keeps the answers to different credentials apart, and no secret on disk`()
    async throws
  {
    try await withServer(answering: { [year] asked in
      .text("for \(asked.header("X-App-Token")?.prefix(3) ?? "nobody")", year)
    }) { server in
      try await withFetcher { trial in
        for token in ["AAA-secret", "BBB-secret"] {
          let headers = [HTTPHeader("X-App-Token", token)]
          let first = try await trial.get(server.url("/a?key=query-secret"), headers)
          let again = try await trial.get(
            server.url("/a?key=query-secret"), headers, .cachedIfFresh)
          #expect(first.text == "for \(token.prefix(3))")
          #expect(again.word == "not modified, stillFresh")
        }
        let anonymous = try await trial.get(server.url("/a?key=query-secret"), [], .cachedIfFresh)
        #expect(anonymous.text == "for nobody")
        #expect(try !trial.disk(holds: "secret"))
      }
    }
  }

  @Test func `never shows data what a dataset file fetched from a private network`() async throws {
    try await withServer(answering: { [year] _ in .text("secret", year) }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        await #expect(throws: FetchError.privateAddress(host: "127.0.0.1")) {
          try await trial.fetcher.fetch(
            FetchRequest(server.url("/a"), freshness: .cachedIfFresh, mayBePrivate: false))
        }
      }
    }
  }

  @Test func `keeps the variants that Vary names apart`() async throws {
    let headers = ["Vary": "accept-language, Accept-Encoding", "Cache-Control": "max-age=60"]
    try await withServer(answering: { asked in
      .text(asked.header("Accept-Language") ?? "none", headers)
    }) { server in
      try await withFetcher { trial in
        for _ in 1...2 {
          for language in ["pl", "en"] {
            let outcome = try await trial.get(
              server.url("/a"), [HTTPHeader("Accept-Language", language)], .cachedIfFresh)
            #expect(outcome.text == language)
          }
        }
        #expect(server.asked.count == 2)
        #expect(trial.files.count == 2)
      }
    }
  }

  @Test func `never uses an answer with Vary: * again`() async throws {
    let headers = ["Vary": "*", "Cache-Control": "max-age=60", "ETag": "\"v1\""]
    try await withServer(answering: { _ in .text("one", headers) }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        let second = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(second.word == "changed")
        #expect(server.asked.allSatisfy { $0.header("If-None-Match") == nil })
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `does not write what must not be stored`() async throws {
    let headers = ["Cache-Control": "private, no-store", "ETag": "\"v1\""]
    try await withServer(answering: { _ in .text("one", headers) }) { server in
      try await withFetcher { trial in
        let first = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"))
        #expect(first.text == "one" && second.word == "changed")
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `keeps no cookies`() async throws {
    try await withServer(answering: { _ in .text("one", ["Set-Cookie": "id=secret"]) }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.payload?.header("Set-Cookie") == nil)
        #expect(try !trial.disk(holds: "secret"))
      }
    }
  }

  @Test func `takes a cut off file for a miss and removes it`() async throws {
    try await withStored("one") { trial, file, whole, get in
      for place in stride(from: 0, to: whole.count, by: 10) {
        try whole.prefix(place).write(to: file)
        let outcome = try await get()
        #expect(outcome.word == "changed")
        #expect(trial.files.count == 1)
      }
    }
  }

  @Test func `never hands over an altered byte, whichever it is`() async throws {
    let body = String(repeating: "0123456789", count: 20)
    try await withStored(body) { trial, file, whole, get in
      var misses = 0
      for place in stride(from: 0, to: whole.count, by: 7) {
        var altered = whole
        altered[place] ^= 1
        try altered.write(to: file)
        let outcome = try await get()
        #expect(outcome.text == body)
        #expect(outcome.payload?.header("Cache-Control") == "max-age=31536000")
        if outcome.word == "changed" { misses += 1 }
        #expect(place >= body.utf8.count || outcome.word == "changed")
        #expect(trial.files.count == 1)
      }
      #expect(misses > 50)
    }
  }

  /// Stores an answer and hands over its file; `get` asks for it again from a fresh start.
  private func withStored(
    _ body: String,
    _ work: (Trial, URL, Data, () async throws -> FetchOutcome) async throws -> Void
  ) async throws {
    try await withServer(answering: { [year] _ in .text(body, year) }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let file = try #require(trial.files.first)
        try await work(trial, file, try Data(contentsOf: file)) {
          try await trial.get(server.url("/a"), [], .cachedIfFresh)
        }
      }
    }
  }

  @Test func `lets the least recently used answers go when it is full`() async throws {
    let body = String(repeating: "x", count: 10_000)
    try await withServer(answering: { _ in .text(body, ["Cache-Control": "max-age=9999"]) }) {
      server in
      try await withFetcher {
        $0.maxCacheBytes = 40_000
      } _: { trial in
        for path in ["/a", "/b", "/c", "/a", "/d"] {
          _ = try await trial.get(server.url(path), [], .cachedIfFresh)
          trial.time.advance(1)
        }
        #expect(trial.files.count == 3)
        for path in ["/a", "/c", "/d"] {
          let outcome = try await trial.get(server.url(path), [], .cachedIfFresh)
          #expect(outcome.word == "not modified, stillFresh")
        }
        let gone = try await trial.get(server.url("/b"), [], .cachedIfFresh)
        #expect(gone.word == "changed")
      }
    }
  }

  @Test func `still hands over an answer that it has no room for`() async throws {
    try await withServer(answering: { _ in .text("large") }) { server in
      try await withFetcher {
        $0.maxCacheBytes = 3
      } _: { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.text == "large")
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `hands over an empty body as well`() async throws {
    try await withServer(answering: { _ in .text("", ["ETag": "\"v1\""]) }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.text == "")
        #expect(try await trial.get(server.url("/a")).text == "")
      }
    }
  }
}
