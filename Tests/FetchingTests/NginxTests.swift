import Foundation
import Testing

@testable import AlmanacFetching

/// A fetcher with the clock of the day, since nginx dates its answers itself.
private func withToday(_ body: (Trial) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await withFetcher(in: folder, ManualTime(startingAt: Date()), { _ in }, body)
}

@Suite(.enabled(if: Nginx.isExpected), .timeLimit(.minutes(5))) struct `An nginx as origin` {
  private let rows = (1...500).map { "\($0),Łódź\n" }.joined()

  @Test func `confirms with 304 what it sent before, packed or not, until the file changes`()
    async throws
  {
    let log = try await withNginx { nginx in
      try nginx.write(rows, to: "plain/data.csv")
      try nginx.write("[1]", to: "plain/small.json")
      try await withToday { trial in
        for (path, text) in [("/plain/data.csv", rows), ("/plain/small.json", "[1]")] {
          var words: [String] = []
          for _ in 1...3 { words.append(try await trial.get(nginx.url(path)).word) }
          #expect(words == ["changed", "not modified, confirmed", "not modified, confirmed"])
          #expect(try await trial.get(nginx.url(path)).text == text)
        }
        try nginx.write("new", to: "plain/data.csv", hoursAgo: 1)
        let outcome = try await trial.get(nginx.url("/plain/data.csv"))
        #expect(outcome.word == "changed" && outcome.text == "new")
      }
    }
    let asked = log.map(\.description)
    let confirmed = ["200", "304", "304", "304"]
    #expect(
      asked == confirmed.map { "GET /plain/data.csv \($0)" }
        + confirmed.map { "GET /plain/small.json \($0)" } + ["GET /plain/data.csv 200"])
    #expect(log[1].ifNoneMatch.hasPrefix("W/\"") && log[5].ifNoneMatch.hasPrefix("\""))
  }

  @Test func `is not asked while its answer is fresh, as it states or as its age suggests`()
    async throws
  {
    let folders: [(String, Double)] = [("minute", 60), ("hour", 3600), ("plain", 3600)]
    let log = try await withNginx { nginx in
      for (folder, _) in folders { try nginx.write("[1]", to: "\(folder)/a.json") }
      for (folder, seconds) in folders {
        // A clock of its own for each, since that of nginx stands still meanwhile.
        try await withToday { trial in
          let url = try nginx.url("/\(folder)/a.json")
          _ = try await trial.get(url)
          trial.time.advance(seconds - 5)
          let early = try await trial.get(url, [], .cachedIfFresh)
          #expect(early.word == "not modified, stillFresh")
          trial.time.advance(60)
          let late = try await trial.get(url, [], .cachedIfFresh)
          #expect(late.word == "not modified, confirmed")
        }
      }
    }
    #expect(
      log.map(\.description)
        == folders.flatMap { ["GET /\($0.0)/a.json 200", "GET /\($0.0)/a.json 304"] })
  }

  @Test func `is asked each time for what it dates back to 1970`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write("[1]", to: "never/a.json")
      try await withToday { trial in
        for _ in 1...2 { _ = try await trial.get(nginx.url("/never/a.json"), [], .cachedIfFresh) }
      }
    }
    #expect(log.map(\.description) == ["GET /never/a.json 200", "GET /never/a.json 304"])
  }

  @Test func `has its variants kept apart`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write(rows, to: "language/data.csv")
      try await withToday { trial in
        for language in ["pl", "en", "pl", "en"] {
          let outcome = try await trial.get(
            nginx.url("/language/data.csv"), [HTTPHeader("Accept-Language", language)],
            .cachedIfFresh)
          #expect(outcome.text == rows)
          #expect(outcome.payload?.header("Vary") == "Accept-Encoding, Accept-Language")
        }
        #expect(trial.files.count == 2)
      }
    }
    #expect(log.count == 2)
  }

  @Test func `that moved something is followed with GET alone`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write("[1]", to: "plain/data.csv")
      try await withToday { trial in
        let words = [
          try await trial.get(nginx.url("/moved")).word,
          try await trial.get(nginx.url("/moved")).word,
        ]
        #expect(words == ["changed", "not modified, confirmed"])
      }
    }
    #expect(
      log.map(\.description) == [
        "GET /moved 301", "GET /plain/data.csv 200", "GET /moved 301", "GET /plain/data.csv 304",
      ])
  }

  @Test func `that limits its callers is left alone for as long as it asks`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write("[1]", to: "slow/a.json")
      try await withToday { trial in
        let url = try nginx.url("/slow/a.json")
        _ = try await trial.get(url)
        let until = trial.time.now.addingTimeInterval(120)
        let second = try await trial.get(url)
        guard case .postponed(until, .askedToWait(429)) = second else { throw FetchError.cancelled }
        trial.time.advance(119)
        guard case .postponed(until, .hostHeldBack) = try await trial.get(nginx.url("/plain/x"))
        else { throw FetchError.cancelled }
      }
    }
    #expect(log.map(\.description) == ["GET /slow/a.json 200", "GET /slow/a.json 429"])
  }

  @Test func `sees one request of many that want the same at once`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write(rows, to: "minute/data.csv")
      let url = try nginx.url("/minute/data.csv")
      try await withToday { trial in
        try await withThrowingTaskGroup(of: String?.self) { group in
          for _ in 1...20 {
            group.addTask { try await trial.get(url, [], .cachedIfFresh).text }
          }
          for try await text in group { #expect(text == rows) }
        }
      }
    }
    #expect(log.map(\.description) == ["GET /minute/data.csv 200"])
  }

  @Test func `gives parts, and the cache gives them once it has the whole`() async throws {
    let log = try await withNginx { nginx in
      try nginx.write("0123456789", to: "minute/a.json")
      try await withToday { trial in
        let url = try nginx.url("/minute/a.json")
        let part = RelayRequest("GET", url, headers: [HTTPHeader("Range", "bytes=2-4")])
        for request in [part, RelayRequest("GET", url), part] {
          let answer = try await trial.fetcher.relay(request)
          let text = String(decoding: answer.body, as: UTF8.self)
          #expect(text == (request == part ? "234" : "0123456789"))
          #expect(answer.status == (request == part ? 206 : 200))
        }
        let gone = try await trial.fetcher.relay(RelayRequest("GET", try nginx.url("/gone")))
        #expect(gone.status == 410)
      }
    }
    #expect(
      log.map(\.description) == [
        "GET /minute/a.json 206", "GET /minute/a.json 200", "GET /gone 410",
      ])
    #expect(log.map(\.range) == ["bytes=2-4", "-", "-"])
  }
}
