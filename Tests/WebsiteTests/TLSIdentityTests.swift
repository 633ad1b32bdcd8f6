import Foundation
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A certificate and its key` {
  /// A folder of its own, with what openssl makes there.
  struct Workshop {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// A certificate for two days, and its key.
    func make(_ name: String, names: String = "DNS:almanac.test,IP:10.0.0.7") throws {
      try openssl([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=almanac.test", "-addext", "subjectAltName=\(names)",
        "-out", path("\(name).pem"), "-keyout", path("\(name).key"),
      ])
    }

    func openssl(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func identity(_ certificate: String, _ key: String, now: Date = Date()) throws(TLSProblem)
      -> TLSIdentity
    {
      try TLSIdentity(certificate: path(certificate), key: path(key), now: now)
    }

    func remove() throws { try FileManager.default.removeItem(at: folder) }
  }

  @Test func `say whom they are for, and until when`() throws {
    let workshop = try Workshop()
    try workshop.make("good", names: "DNS:Almanac.test,DNS:*.example.org,IP:10.0.0.7,IP:fd00::2")
    let identity = try workshop.identity("good.pem", "good.key")
    #expect(identity.names == ["almanac.test", "*.example.org", "10.0.0.7", "fd00::2"])
    #expect(abs(identity.end.timeIntervalSinceNow - 2 * 86_400) < 600)
    try workshop.remove()
  }

  @Test func `are refused with the reason where they cannot serve`() throws {
    let workshop = try Workshop()
    try workshop.make("good")
    try workshop.make("other")
    try workshop.write("empty.pem", "")
    try workshop.openssl([
      "pkey", "-in", workshop.path("good.key"), "-aes256", "-passout", "pass:secret", "-out",
      workshop.path("locked.key"),
    ])
    let cases: [(String, String, TLSProblem)] = [
      ("none.pem", "good.key", .missing(workshop.path("none.pem"))),
      ("good.pem", "none.key", .missing(workshop.path("none.key"))),
      ("good.key", "good.key", .noCertificate(workshop.path("good.key"))),
      ("empty.pem", "good.key", .noCertificate(workshop.path("empty.pem"))),
      ("good.pem", "good.pem", .noKey(workshop.path("good.pem"))),
      ("good.pem", "locked.key", .noKey(workshop.path("locked.key"))),
      (
        "good.pem", "other.key",
        .mismatch(certificate: workshop.path("good.pem"), key: workshop.path("other.key"))
      ),
    ]
    for (certificate, key, problem) in cases {
      #expect(throws: problem) { _ = try workshop.identity(certificate, key) }
    }
    try workshop.remove()
  }

  @Test func `are refused before and after their time`() throws {
    let workshop = try Workshop()
    try workshop.make("good")
    let path = workshop.path("good.pem")
    let end = try workshop.identity("good.pem", "good.key").end
    #expect(throws: TLSProblem.expired(path, end)) {
      _ = try workshop.identity("good.pem", "good.key", now: end + 1)
    }
    do {
      _ = try workshop.identity("good.pem", "good.key", now: end - 30 * 86_400)
      Issue.record("taken too early")
    } catch {
      guard case .notYetGood(path, _) = error else { throw error }
    }
    try workshop.remove()
  }

  @Test func `are renewed by others that are good, and by no others`() throws {
    let workshop = try Workshop()
    try workshop.make("good", names: "DNS:one.test")
    let identity = try workshop.identity("good.pem", "good.key")
    try workshop.make("good", names: "DNS:two.test")
    try identity.renew(now: Date())
    #expect(identity.names == ["two.test"])
    try workshop.write("good.pem", "half a certif")
    #expect(throws: TLSProblem.noCertificate(workshop.path("good.pem"))) {
      try identity.renew(now: Date())
    }
    #expect(identity.names == ["two.test"])
    try workshop.remove()
  }

  @Test func `stand for the names that a phone is told`() throws {
    let workshop = try Workshop()
    try workshop.make("named", names: "DNS:localhost,DNS:*.x.org,DNS:almanac.test,IP:10.9.9.9")
    let named = try workshop.identity("named.pem", "named.key")
    let known = try #require(try Reach(listeningOn: "10.0.0.7", port: 443, identity: named))
    #expect(known.addresses == ["https://almanac.test"] && known.isTrusted && known.isSecure)
    try workshop.make("plain", names: "DNS:localhost")
    let plain = try workshop.identity("plain.pem", "plain.key")
    let unknown = try #require(try Reach(listeningOn: "10.0.0.7", port: 8443, identity: plain))
    #expect(unknown.addresses == ["https://10.0.0.7:8443"] && !unknown.isTrusted)
    try workshop.remove()
  }
}
