import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A redirect` {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `is followed with a GET`(_ status: Int) async throws {
    try await withServer(answering: { asked in
      asked.target == "/old" ? .answer(status, ["Location": "new?x=1#part"]) : .text("here")
    }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/old"))
        #expect(outcome.text == "here")
        #expect(outcome.payload?.url == server.url("/new?x=1"))
        #expect(server.asked.map(\.method) == ["GET", "GET"])
      }
    }
  }

  @Test func `keeps credentials on the same host and drops them on another`() async throws {
    let secrets = ["Authorization", "Cookie", "X-App-Token", "X-KOLEO-Version"]
    let headers = secrets.map { HTTPHeader($0, "1") } + [HTTPHeader("Accept-Language", "pl")]
    try await withServer(answering: { _ in .text("there") }) { other in
      let elsewhere = other.url("/there").absoluteString
      try await withServer(answering: { asked in
        .answer(302, ["Location": asked.target == "/a" ? "/b" : elsewhere])
      }) { server in
        try await withFetcher { trial in
          _ = try await trial.get(server.url("/a"), headers)
          for secret in secrets {
            #expect(server.asked.allSatisfy { $0.header(secret) == "1" })
            #expect(other.asked.allSatisfy { $0.header(secret) == nil })
          }
          #expect(other.asked.map { $0.header("Accept-Language") } == ["pl"])
        }
      }
    }
  }

  @Test(arguments: [
    ("https://a.org/x", "https://a.org/y", true), ("https://a.org/x", "https://A.org:443/y", true),
    ("https://a.org/x", "http://a.org/y", false), ("http://a.org/x", "https://a.org/y", false),
    ("https://a.org/x", "https://b.org/y", false), ("http://a.org/", "http://a.org:81/", false),
    ("https://a.org/x", "https://a.org.evil.com/", false),
  ])
  func `takes credentials along only to the same scheme, host and port`(
    _ from: String, _ to: String, _ isKept: Bool
  ) throws {
    let headers = [HTTPHeader("authorization", "Bearer x"), HTTPHeader("ACCEPT", "text/csv")]
    let kept = RedirectRule.headers(
      headers, from: try #require(URL(string: from)), to: try #require(URL(string: to)))
    #expect(kept == (isKept ? headers : [HTTPHeader("ACCEPT", "text/csv")]))
  }

  @Test func `is followed ten times and no more`() async throws {
    try await withServer(answering: { asked in
      let step = Int(asked.target.dropFirst()) ?? 0
      return step == 0 ? .text("end") : .answer(302, ["Location": "/\(step - 1)"])
    }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/10"))
        #expect(outcome.text == "end")
        await #expect(throws: FetchError.badRedirect(why: "more than 10 times")) {
          try await trial.get(server.url("/11"))
        }
      }
    }
  }

  @Test func `in a circle is noticed`() async throws {
    try await withServer(answering: { asked in
      .answer(302, ["Location": asked.target == "/a" ? "/b" : "/a"])
    }) { server in
      try await withFetcher { trial in
        let circle = FetchError.badRedirect(why: "in a circle (\(server.url("/a")))")
        await #expect(throws: circle) { try await trial.get(server.url("/a")) }
        #expect(server.asked.count == 2)
      }
    }
  }

  @Test(arguments: [nil, "file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)"])
  func `to no web address is refused`(_ location: String?) async throws {
    try await withServer(answering: { _ in
      .answer(302, location.map { ["Location": $0] } ?? [:])
    }) { server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          if case .badRedirect = $0 as? FetchError { true } else { false }
        }
      }
    }
  }

  @Test func `to a signed download that changes each time still spares the bytes`() async throws {
    let count = Counter()
    try await withServer(answering: { asked in
      guard asked.target.hasPrefix("/signed") else {
        return .answer(302, ["Location": "/signed?signature=secret\(count.next())"])
      }
      return asked.header("If-None-Match") == "\"v1\""
        ? .answer(304) : .text("rows", ["ETag": "\"v1\""])
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/download"))
        let second = try await trial.get(server.url("/download"))
        #expect(second.word == "not modified, confirmed")
        #expect(second.payload?.url == server.url("/signed"))
        #expect(
          server.asked.filter { $0.target == "/download" }.allSatisfy {
            $0.header("If-None-Match") == nil
          })
        #expect(try !trial.disk(holds: "secret"))
      }
    }
  }

  @Test func `to another path carries no validators of the first`() async throws {
    let count = Counter()
    try await withServer(answering: { asked in
      guard asked.target == "/a" else { return .text(asked.target, ["ETag": "\"v1\""]) }
      return .answer(302, ["Location": "/\(count.next())"])
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"))
        #expect(second.word == "changed")
        #expect(server.asked.allSatisfy { $0.header("If-None-Match") == nil })
      }
    }
  }

  @Test(arguments: [
    (301, [:], true), (308, [:], true), (302, [:], false), (307, [:], false),
    (302, ["Cache-Control": "max-age=60"], true), (301, ["Cache-Control": "no-store"], false),
  ])
  func `limits how long the answer behind it is fresh`(
    _ status: Int, _ headers: [String: String], _ isFresh: Bool
  ) async throws {
    try await withServer(answering: { asked in
      asked.target == "/a"
        ? .answer(status, headers.merging(["Location": "/b"]) { $1 })
        : .text("b", ["Cache-Control": "max-age=60"])
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let second = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(second.word == "not modified, \(isFresh ? "stillFresh" : "identical")")
      }
    }
  }
}
