import Crypto
import Foundation
import Testing

@testable import AlmanacNotifying

@Suite struct `The server's key` {
  /// RFC 8292 §2.4.
  enum Example {
    static let token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJl"
      + "eHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOe"
      + "pC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    static let key =
      "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    static let claims = ServerKey.Claims(
      aud: "https://push.example.net", exp: 1_453_523_768, sub: "mailto:push@example.com")
  }

  @Test func `signs what the example of RFC 8292 signs, and checks out as the example does`() throws
  {
    let token = try ServerKey().token(Example.claims)
    let (own, theirs) = (token.split(separator: "."), Example.token.split(separator: "."))
    #expect(own[0] == theirs[0])
    #expect(own[1] == theirs[1])
    #expect(try Self.isSound(Example.token, Example.key))
    #expect(try !Self.isSound(Example.token.replacing("Q", with: "R"), Example.key))
  }

  @Test func `names the push service, for less than a day, and whom to ask`() throws {
    let key = ServerKey()
    let endpoint = try #require(URL(string: "HTTPS://Push.Example.net:443/p/JzLQ3raZJfFBR0"))
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let header = try key.authorization(for: endpoint, contact: "mailto:a@b.example", at: now)
    let parts = try #require(header.wholeMatch(of: /vapid t=([^,]+), k=([A-Za-z0-9_-]+)/))
    #expect(try Self.isSound(String(parts.1), String(parts.2)))
    #expect(String(parts.2) == key.publicText)
    let text = try #require(Base64URL.bytes(String(parts.1.split(separator: ".")[1])))
    let claims = try JSONDecoder().decode(ServerKey.Claims.self, from: Data(text))
    #expect(claims.aud == "https://push.example.net")
    #expect(claims.sub == "mailto:a@b.example")
    #expect((1_800_000_001...1_800_086_400).contains(claims.exp))
  }

  @Test(arguments: [
    ("me@example.org", "mailto:me@example.org"), ("https://example.org/a", "https://example.org/a"),
    ("mailto:a@b", "mailto:a@b"), ("", nil), ("somebody", nil), ("http://example.org", nil),
  ])
  func `tells a contact that a token may name`(_ given: String, _ told: String?) {
    #expect(ServerKey.contact(given) == told)
  }

  @Test func `is made once and kept for its owner's eyes`() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "push.key")
      let first = try ServerKey.kept(in: file)
      #expect(try ServerKey.kept(in: file).publicText == first.publicText)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["push.key"])
    }
  }

  @Test func `is made anew where a start was cut off before it had its name`() throws {
    try Self.withFolder { folder in
      try Data("half".utf8).write(to: folder.appending(path: ".push.key.part"))
      let key = try ServerKey.kept(in: folder.appending(path: "push.key"))
      #expect(
        try ServerKey.kept(in: folder.appending(path: "push.key")).publicText == key.publicText)
    }
  }

  @Test(arguments: ["", "not a key", "AAAA"])
  func `is never replaced where its file holds none`(_ text: String) throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "push.key")
      try Data(text.utf8).write(to: file)
      #expect(throws: KeyFileProblem.self) { try ServerKey.kept(in: file) }
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  private static func isSound(_ token: String, _ key: String) throws -> Bool {
    let parts = token.split(separator: ".")
    let point = try #require(Base64URL.bytes(key))
    let signature = try #require(Base64URL.bytes(String(parts[2])))
    return try P256.Signing.PublicKey(x963Representation: point).isValidSignature(
      P256.Signing.ECDSASignature(rawRepresentation: signature),
      for: Data("\(parts[0]).\(parts[1])".utf8))
  }

  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover fails no test
    try body(folder)
  }
}
