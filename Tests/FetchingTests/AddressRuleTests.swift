import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `The rule for addresses found in data` {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(arguments: [
    "https://127.0.0.1/push", "https://[::1]/push", "https://[::ffff:10.0.0.1]/push",
    "https://169.254.169.254/latest", "https://localhost/push", "https://LOCALHOST:8443/push",
    "https://100.64.0.1/", "https://[fd00::1]/", "https://2130706433/", "https://127.1/",
  ])
  func `refuses what is not public`(_ text: String) async throws {
    let address = try url(text)
    await #expect {
      try await AddressRule().check(address)
    } throws: {
      if case .privateAddress = $0 as? FetchError { true } else { false }
    }
  }

  @Test func `passes a public address, which takes no look-up`() async throws {
    try await AddressRule().check(url("https://9.9.9.9/push"))
    #expect(!AddressRule().refusesAtSight(try url("https://9.9.9.9/push")))
    #expect(!AddressRule().refusesAtSight(try url("https://push.example/")))
  }

  @Test(arguments: ["https://localhost/", "https://push.localhost/", "https://[::1]/"])
  func `sees spelled-out private addresses at once`(_ text: String) throws {
    #expect(AddressRule().refusesAtSight(try url(text)))
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://9.9.9.9/", "https:///nowhere", "data:,x"])
  func `takes addresses of the web alone`(_ text: String) async throws {
    let address = try url(text)
    await #expect {
      try await AddressRule().check(address)
    } throws: {
      if case .unusable = $0 as? FetchError { true } else { false }
    }
  }

  @Test(arguments: ["127.0.0.1", " 127.0.0.1 ", "[::1]", "LocalHost"])
  func `lets a host be private that a person has named, and no other`(_ name: String) async throws {
    let rule = AddressRule(allowedPrivateHosts: [name, ""])
    let host = name.trimmingCharacters(in: .whitespaces)
    try await rule.check(url("https://\(host)/push"))
    #expect(!rule.refusesAtSight(try url("https://\(host)/push")))
    let other = try url("https://10.0.0.1/push")
    await #expect(throws: FetchError.privateAddress(host: "10.0.0.1")) {
      try await rule.check(other)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A message to an address found in data` {
  @Test func `is sent once, and the answer is told whatever it says`() async throws {
    try await withServer(answering: { _ in
      .answer(429, ["Retry-After": "120"], Array("slow down".utf8))
    }) { server in
      try await withFetcher {
        $0.allowedPrivateHosts = ["127.0.0.1"]
      } _: { trial in
        let message = PostRequest(
          server.url("/push?a=b"), headers: [HTTPHeader("TTL", "60")], body: Data("sealed".utf8))
        let answer = try await trial.fetcher.post(message)
        #expect(answer.status == 429)
        #expect(answer.text == "slow down")
        #expect(answer.retryAfter == trial.time.now.addingTimeInterval(120))
        let asked = try #require(server.asked.first)
        #expect(server.asked.count == 1)
        #expect(asked.method == "POST")
        #expect(asked.target == "/push?a=b")
        #expect(asked.header("TTL") == "60")
        #expect(asked.header("Content-Length") == "6")
        #expect(asked.header("User-Agent") == "Almanac/0.1 (+https://example.org/about)")
      }
    }
  }

  @Test func `never reaches a private address that nobody has allowed`() async throws {
    try await withServer(answering: { _ in .answer(201) }) { server in
      try await withFetcher { trial in
        await #expect(throws: FetchError.privateAddress(host: "127.0.0.1")) {
          try await trial.fetcher.post(PostRequest(server.url("/push"), body: Data()))
        }
        #expect(server.asked.isEmpty)
      }
    }
  }

  @Test func `is not carried on to where a redirect points`() async throws {
    try await withServer(answering: { _ in .answer(307, ["Location": "/other"]) }) { server in
      try await withFetcher {
        $0.allowedPrivateHosts = ["127.0.0.1"]
      } _: { trial in
        let answer = try await trial.fetcher.post(PostRequest(server.url("/push"), body: Data()))
        #expect(answer.status == 307)
        #expect(server.asked.map(\.target) == ["/push"])
      }
    }
  }

  @Test func `waits while its host is held back`() async throws {
    try await withServer(answering: { _ in .answer(201) }) { server in
      try await withFetcher {
        $0.allowedPrivateHosts = ["127.0.0.1"]
      } _: { trial in
        let until = trial.time.now.addingTimeInterval(60)
        await trial.fetcher.holdBack(["127.0.0.1:\(server.port)": until])
        await #expect(throws: FetchError.postponed(until: until, because: .hostHeldBack)) {
          try await trial.fetcher.post(PostRequest(server.url("/push"), body: Data()))
        }
        #expect(server.asked.isEmpty)
      }
    }
  }
}
