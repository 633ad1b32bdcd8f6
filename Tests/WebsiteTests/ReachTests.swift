import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Where others reach a server` {
  @Test func `is nowhere while it listens on loopback`() throws {
    for host in ["127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]"] {
      #expect(try Reach(listeningOn: host, port: 8080, identity: nil) == nil, "\(host)")
    }
  }

  @Test(arguments: [
    ("192.168.1.5", 8080, "http://192.168.1.5:8080"),
    ("127.example.org", 80, "http://127.example.org"),
    ("192.168.1.5", 80, "http://192.168.1.5"),
    ("fd00::2", 8080, "http://[fd00::2]:8080"), ("almanac.local", 81, "http://almanac.local:81"),
  ])
  func `is the address that it listens on`(host: String, port: Int, address: String) throws {
    let reach = try #require(try Reach(listeningOn: host, port: port, identity: nil))
    #expect(reach.addresses == [address] && !reach.isSecure && reach.isTrusted)
  }

  @Test func `is every number of the machine, containers' last and its own none`() {
    let devices = [
      ("lo", "127.0.0.1"), ("lo", "::1"), ("docker0", "172.17.0.1"), ("eth0", "fd00::2"),
      ("eth0", "fe80::1"), ("wlan0", "192.168.1.5"), ("eth1", "169.254.3.4"), ("eth0", "10.0.0.7"),
    ].map { (device: $0.0, number: $0.1) }
    #expect(Reach.ranked(devices) == ["192.168.1.5", "10.0.0.7", "fd00::2", "172.17.0.1"])
  }

  @Test(arguments: [
    ("https://almanac.example.org", "https://almanac.example.org", true),
    ("https://almanac.example.org/", "https://almanac.example.org", true),
    ("http://10.0.0.7:81", "http://10.0.0.7:81", false),
  ])
  func `is the proxy before it, where a person says so`(
    given: String, address: String, isSecure: Bool
  ) throws {
    let reach = try Reach(public: given)
    #expect(reach.addresses == [address] && reach.isSecure == isSecure)
  }

  @Test(arguments: [
    "almanac.example.org", "ftp://almanac.example.org", "https://", "https://a/b", "https://a?b",
    "https://a#b", "https://me@a", "", "https://a b",
  ])
  func `is refused where it is no address`(given: String) {
    #expect(throws: ReachProblem(address: given)) { try Reach(public: given) }
  }

  static let hosts: [(String, String, Bool)] = [
    ("0.0.0.0", "192.168.1.5:8080", true), ("0.0.0.0", "[fd00::2]:8080", true),
    ("0.0.0.0", "fd00::2", false), ("0.0.0.0", "evil.example", false),
    ("0.0.0.0", "192.168.1.5.evil.example", false), ("0.0.0.0", "1", false),
    ("0.0.0.0", "[192.168.1.5]", false),
    ("127.0.0.1", "192.168.1.5:8080", false), ("127.0.0.1", "almanac.example.org", true),
    ("127.0.0.1", "almanac.example.org:8443", true), ("127.0.0.1", "example.org", false),
  ]

  @Test(arguments: hosts)
  func `is asked by numbers, by the address it is known at, and by no other name`(
    host: String, asked: String, isOurs: Bool
  ) throws {
    var options = Website.Options(host: host)
    if options.isLoopback { options.reach = try Reach(public: "https://almanac.example.org") }
    #expect(HostRule(options).isOurs(HostRule.name(of: asked)) == isOurs)
  }

  @Test func `takes the right to act from who shows no token`() async throws {
    var proxied = Website.Options(share: TrialLibrary.share)
    proxied.reach = try Reach(public: "https://almanac.example.org")
    let named = Website.Options(allowedHosts: ["almanac.example.org"], share: TrialLibrary.share)
    for options in [proxied, named] {
      try await TrialLibrary.ask(options: options) { client in
        let answer = try await client.execute(uri: "/stones/retry", method: .post)
        #expect(answer.status == .forbidden)
      }
    }
  }

  @Test func `is on the page about it, with a code, and nowhere else`() async throws {
    var options = Website.Options(share: TrialLibrary.share)
    let about = "/about?lang=sk"
    try await TrialLibrary.ask(options: options) { client in
      let page = String(buffer: try await client.execute(uri: about, method: .get).body)
      #expect(!page.contains("id=\"phone\""))
    }
    options.reach = try Reach(public: "https://almanac.example.org")
    try await TrialLibrary.ask(options: options) { client in
      let page = String(buffer: try await client.execute(uri: about, method: .get).body)
      #expect(page.contains(#"<a href="https://almanac.example.org">"#))
      #expect(page.contains("<title>QR kód adresy https://almanac.example.org</title>"))
      #expect(!page.contains("class=\"held\""))
    }
  }

  @Test func `warns where a phone would do less`() throws {
    let words = try Catalogue(contentsOf: `A translation`.file("pl"))
    let plain = try #require(Reach(["http://10.0.0.7"]))
    #expect(PhoneNote(plain, words).warning == words.say("install.insecure"))
    let unnamed = try #require(Reach(["https://10.0.0.7"], isTrusted: false))
    #expect(PhoneNote(unnamed, words).warning == words.say("install.untrusted"))
  }

  @Test(arguments: [true, false])
  func `makes cookies come back encrypted, where it is https`(isSecure: Bool) async throws {
    var options = Website.Options(share: TrialLibrary.share)
    options.reach = try Reach(public: "\(isSecure ? "https" : "http")://almanac.example.org")
    try await TrialLibrary.ask(options: options) { client in
      let answer = try await client.execute(
        uri: "/preferences", method: .post, body: ByteBuffer(string: "units=metric&language=pl"))
      let cookies = answer.headers[values: .setCookie]
      #expect(cookies.count == 2)
      #expect(cookies.allSatisfy { $0.hasSuffix("; SameSite=Lax" + (isSecure ? "; Secure" : "")) })
    }
  }
}

@Suite struct `A QR code` {
  @Test func `has its three finders, and a quiet zone around`() throws {
    let code = try #require(QRCode("http://192.168.1.5:8080"))
    let side = code.rows.count
    #expect(code.rows.allSatisfy { $0.count == side } && side >= 21 && code.side == side + 8)
    for (top, left) in [(0, 0), (0, side - 7), (side - 7, 0)] {
      #expect(code.rows[top][left..<left + 7].allSatisfy { $0 })
      #expect(code.rows[top + 1][left..<left + 7].map { $0 ? 1 : 0 } == [1, 0, 0, 0, 0, 0, 1])
    }
    #expect(code.path.hasPrefix("M4 4h7v1h-7z"))
  }

  @Test func `is none where the text is too long for any`() {
    #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
  }
}
