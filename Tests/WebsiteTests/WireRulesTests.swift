import NIOEmbedded
import NIOHTTP1
import Testing

@testable import AlmanacWebsite

@Suite struct `A request against the protocol` {
  static let long = String(repeating: "a", count: 20_000)
  static let many = (0..<120).map { "A\($0): b\r\n" }.joined()
  static let host = "Host: localhost\r\n"

  @Test(arguments: [
    // RFC 9112, section 3.2: the host is said once, and is one.
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    // Section 6.1: how a body is sent.
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, gzip\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: identity\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding:\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: x\r\n\r\n", 400),
    ("POST / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    (
      "POST / HTTP/1.1\r\n\(host)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400
    ),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 9223372036854775807\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 1000001\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    // What is too long, and other versions and methods.
    ("GET /\(long) HTTP/1.1\r\n\(host)\r\n", 414),
    ("GET /\(long)", 414),
    ("GET / HTTP/1.1\r\n\(host)A: \(long)\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\n\(host)\(many)\r\n", 431),
    ("GET / HTTP/2.0\r\n\(host)\r\n", 505),
    ("GET / HTTP/9.9\r\n\(host)\r\n", 505),
    ("BREW / HTTP/1.1\r\n\(host)\r\n", 501),
    ("CONNECT a:1 HTTP/1.1\r\n\(host)\r\n", 501),
    // What is no HTTP.
    ("GET * HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)A b: c\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host): c\r\n\r\n", 400),
    ("\u{16}\u{3}\u{1}\u{2}\u{0} garbage\r\n\r\n", 400),
  ])
  func `gets one short answer, and then the end`(_ request: String, _ status: Int) throws {
    let trial = try WireTrial()
    try trial.send(request)
    let text = try trial.received()
    #expect(WireTrial.statuses(text) == [status], "\(request.prefix(80))")
    #expect(text.contains("Connection: close") && text.count < 400)
    try trial.send("GET / HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try trial.received().isEmpty)
    trial.pass(ConnectionLimits().linger)
    #expect(!trial.isOpen)
  }

  @Test(arguments: ["", "localhost", "127.0.0.1:8080", "[::1]:8080", "[::1]", "a-b.example:1"])
  func `differs from one with a host`(_ name: String) throws {
    let trial = try WireTrial()
    try trial.send("GET /a HTTP/1.1\r\nHost: \(name)\r\n\r\n")
    #expect(try trial.heads().map(\.uri) == ["/a"])
  }

  @Test func `waits for the answers to those before it`() throws {
    let trial = try WireTrial()
    let good = "GET /a HTTP/1.1\r\n\(Self.host)\r\n"
    try trial.send(good + good + "GET /b HTTP/1.1\r\n\r\n" + good)
    #expect(try trial.heads().map(\.uri) == ["/a", "/a"])
    #expect(try trial.received().isEmpty)
    try trial.answer()
    #expect(WireTrial.statuses(try trial.received()) == [200])
    try trial.answer()
    #expect(WireTrial.statuses(try trial.received()) == [200, 400])
  }

  @Test func `for a stream's head is answered by the head alone, and the next one after it`() throws
  {
    let trial = try WireTrial()
    try trial.send("HEAD / HTTP/1.1\r\n\(Self.host)\r\nGET /next HTTP/1.1\r\n\(Self.host)\r\n")
    try trial.answer(stream: true)
    try trial.end()
    let head = try trial.received()
    #expect(head.hasSuffix("trial\r\n\r\n") || head.hasSuffix("chunked\r\n\r\n"), "\(head)")
    try trial.answer()
    #expect(WireTrial.statuses(try trial.received()) == [200])
  }

  @Test func `in its body ends the body with an error, as no whole one`() throws {
    let trial = try WireTrial()
    try trial.send("POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n5\r\nabc")
    try trial.send("deXX")
    #expect(WireTrial.statuses(try trial.received()) == [400])
    trial.pass(ConnectionLimits().linger)
    #expect(throws: RequestFault.malformed) { try trial.channel.throwIfErrorCaught() }
    #expect(!trial.isOpen)
  }

  @Test func `with a target in absolute form is asked under the target's name`() throws {
    let trial = try WireTrial()
    try trial.send("GET http://evil.example/a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try trial.heads().map { $0.headers["host"] } == [["evil.example"]])
  }

  @Test(arguments: [
    "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\n\(host)Connection: Close\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
  ])
  func `is the last where it says so, is old or wants another protocol`(_ text: String) throws {
    let trial = try WireTrial()
    try trial.send(text + "GET /next HTTP/1.1\r\n\(Self.host)\r\n")
    let heads = try trial.heads()
    #expect(heads.count == 1 && heads[0].headers["connection"] == ["close"])
    try trial.answer(stream: true)
    let text = try trial.received()
    #expect(text.lowercased().contains("connection: close"))
    #expect(text.contains("chunked") == (heads[0].version.minor == 1))
  }
}
