import Foundation
import Testing

@testable import AlmanacFetching

@Suite struct `A private address` {
  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1",
    "192.88.99.1", "2001:2::1", "2001:1ff::1",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
    "2001::1", "::127.0.0.1",
  ])
  func `is recognised in every spelling`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(PrivateAddress.contains(address))
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
    "192.167.1.1", "2606:4700:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8",
    "2002:808:808::",
  ])
  func `is not one of the public network`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(!PrivateAddress.contains(address))
  }

  @Test(arguments: ["localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]"])
  func `is refused in a URL found in data, however it is written`(_ host: String) async throws {
    let url = try #require(URL(string: "http://\(host):9/"))
    try await withFetcher { trial in
      await #expect {
        try await trial.fetcher.fetch(FetchRequest(url))
      } throws: {
        if case .privateAddress = $0 as? FetchError { true } else { false }
      }
    }
  }

  @Test func `is allowed to a URL of a dataset file, and to a host that is named`() async throws {
    try await withServer(answering: { _ in .text("hello") }) { server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/"))
        #expect(outcome.text == "hello")
      }
      try await withFetcher {
        $0.allowedPrivateHosts = ["127.0.0.1"]
      } _: { trial in
        let outcome = try await trial.fetcher.fetch(FetchRequest(server.url("/")))
        #expect(outcome.text == "hello")
      }
    }
  }

  @Test func `is refused where a redirect leads to it`() async throws {
    try await withServer(
      answering: { asked in
        .answer(302, ["Location": "http://localhost:\(asked.header("X-Port") ?? "1")/secret"])
      },
      { server in
        try await withFetcher {
          $0.allowedPrivateHosts = ["127.0.0.1"]
        } _: { trial in
          await #expect(throws: FetchError.privateAddress(host: "localhost")) {
            try await trial.fetcher.fetch(FetchRequest(server.url("/public")))
          }
          #expect(server.asked.map(\.target) == ["/public"])
        }
      })
  }

  @Test func `is refused once more when the connection turns out to lead there`() async throws {
    try await withServer(answering: { _ in .text("secret") }) { server in
      let wire = Transport(
        Fetcher.Configuration(cacheDirectory: URL(filePath: "/"), contact: ""))
      await #expect(throws: FetchError.privateAddress(host: "127.0.0.1")) {
        try await wire.get(server.url("/"), [], mayBePrivate: false)
      }
      try await wire.shutdown()
      #expect(server.asked.isEmpty)
    }
  }

  @Test func `opens no file to data`() async throws {
    try await withFetcher { trial in
      await #expect(throws: FetchError.unusable(why: "data may not name files")) {
        try await trial.fetcher.fetch(FetchRequest(URL(filePath: "/etc/hostname")))
      }
    }
  }
}
