import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Who may ask` {
  @Test(arguments: [
    ("localhost", true), ("localhost:8080", true), ("127.0.0.1:1", true), ("[::1]", true),
    ("[::1]:8080", true), ("LOCALHOST", true), ("almanac.example:80", true),
    ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
    ("localhost:80x", false), ("", false),
  ])
  func `only under our own names`(host: String, isOurs: Bool) async throws {
    var options = Website.Options(port: 0, share: TrialLibrary.share)
    options.allowedHosts = ["almanac.example"]
    try await TrialLibrary.with(options: options) { website in
      try await website.application(logger: Logger(label: "test")).test(.live) { client in
        let port = try #require(client.port)
        let status = try await TestClient.withClient(host: "127.0.0.1", port: port) { live in
          try await live.execute(.init("/stones.json", method: .get, authority: host)).status
        }
        let isHost = host != "localhost:80x"  // else it is no host at all (RFC 9112, section 3.2)
        #expect(status == (isOurs ? .ok : isHost ? .misdirectedRequest : .badRequest))
      }
    }
  }

  static let origins: [(String?, String?, HTTPResponse.Status)] = [
    ("same-origin", nil, .seeOther), ("none", nil, .seeOther),
    ("cross-site", nil, .forbidden), ("same-site", nil, .forbidden),
    (nil, "http://localhost", .seeOther), (nil, "http://evil.example", .forbidden),
    (nil, "null", .forbidden), (nil, nil, .seeOther),
    ("cross-site", "http://localhost", .forbidden),
  ]

  @Test(arguments: origins)
  func `only our own pages change something`(
    site: String?, origin: String?, status: HTTPResponse.Status
  ) async throws {
    try await TrialLibrary.ask { client in
      var headers = HTTPFields()
      let name = try #require(HTTPField.Name("Sec-Fetch-Site"))
      headers[name] = site
      headers[.origin] = origin
      let answer = try await client.execute(uri: "/stones/retry", method: .post, headers: headers)
      #expect(answer.status == status)
    }
  }

  static let tokens: [(String, String?, String?, Bool)] = [
    ("127.0.0.1", nil, nil, true), ("0.0.0.0", nil, nil, false), ("0.0.0.0", "secret", nil, false),
    ("0.0.0.0", "secret", "Bearer secret", true), ("0.0.0.0", "secret", "Bearer secreT", false),
    ("127.0.0.1", "secret", nil, false), ("0.0.0.0", nil, "Bearer ", false),
  ]

  @Test(arguments: tokens)
  func `acting from elsewhere needs the token`(
    host: String, token: String?, shown: String?, mayAct: Bool
  ) async throws {
    let options = Website.Options(host: host, adminToken: token, share: TrialLibrary.share)
    try await TrialLibrary.ask(options: options) { client in
      var headers = HTTPFields()
      headers[.authorization] = shown
      for action in ["retry", "accept"] {
        let answer = try await client.execute(
          uri: "/stones/\(action)", method: .post, headers: headers)
        #expect(answer.status == (mayAct ? .seeOther : .forbidden))
      }
    }
  }
}
