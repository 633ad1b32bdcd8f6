import NIOCore
import NIOEmbedded
import Testing

@testable import AlmanacWebsite

@Suite struct `A slow hand` {
  static let request = "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"
  static let post = "POST / HTTP/1.1\r\nHost: localhost\r\n"

  @Test func `that sends nothing is let go of after a minute`() throws {
    let trial = try WireTrial()
    trial.pass(.seconds(59))
    #expect(trial.isOpen)
    trial.pass(.seconds(1))
    #expect(try !trial.isOpen && trial.received().isEmpty)
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nA"])
  func `that sends half a head is answered with 408`(_ half: String) throws {
    let trial = try WireTrial()
    trial.pass(.seconds(40))
    try trial.send(half)
    trial.pass(.seconds(14))
    #expect(try trial.received().isEmpty)
    trial.pass(.seconds(1))
    #expect(WireTrial.statuses(try trial.received()) == [408])
    trial.pass(.seconds(2))
    #expect(!trial.isOpen)
  }

  @Test func `that sends a head byte by byte wins no time by it`() throws {
    let trial = try WireTrial()
    for byte in "GET / HTTP/1.1\r\nA: b" {
      try trial.send(String(byte))
      trial.pass(.seconds(1))
    }
    #expect(WireTrial.statuses(try trial.received()) == [408])
  }

  @Test func `that sends half a body is answered with 408, and the body is no whole one`() throws {
    let trial = try WireTrial()
    try trial.send(Self.post + "Content-Length: 100\r\n\r\nabc")
    trial.pass(.seconds(15))
    #expect(WireTrial.statuses(try trial.received()) == [408])
    trial.pass(.seconds(2))
    #expect(throws: RequestFault.tooSlow) { try trial.channel.throwIfErrorCaught() }
    #expect(!trial.isOpen)
  }

  @Test func `that keeps the least rate may take its time with a body`() throws {
    let trial = try WireTrial()
    try trial.send(Self.post + "Content-Length: 60000\r\n\r\n")
    for _ in 0..<60 {
      trial.pass(.seconds(1))
      try trial.send(String(repeating: "a", count: 1000))
    }
    #expect(try trial.received().isEmpty && trial.isOpen)
  }

  @Test func `may be silent for hours in a live window`() throws {
    let trial = try WireTrial()
    try trial.send(Self.request)
    try trial.answer(stream: true)
    trial.pass(.seconds(3 * 3600))
    #expect(trial.isOpen)
    try trial.end()
    trial.pass(.seconds(60))
    #expect(!trial.isOpen)
  }

  @Test func `is not ours: an answer that never comes is 503, and one that never ends ends`() throws
  {
    let trial = try WireTrial()
    try trial.send(Self.request)
    trial.pass(.seconds(600))
    let text = try trial.received()
    #expect(WireTrial.statuses(text) == [503] && text.contains("Retry-After: 10"))
  }

  @Test func `that says nothing after an answer is let go of after a minute`() throws {
    let trial = try WireTrial()
    for _ in 0..<3 {
      trial.pass(.seconds(50))
      try trial.send(Self.request)
      try trial.answer()
    }
    #expect(trial.isOpen)
    trial.pass(.seconds(60))
    #expect(!trial.isOpen)
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na", false, [503]),
    (String(repeating: request, count: 20), true, [200]), (request, true, [200]),
  ])
  func `does not keep the server from ending`(
    _ text: String, _ isStream: Bool, _ statuses: [Int]
  ) throws {
    let trial = try WireTrial()
    try trial.send(text)
    if isStream { try trial.answer(stream: true) }
    trial.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    trial.pass(.seconds(5))
    trial.pass(.seconds(2))
    #expect(WireTrial.statuses(try trial.received()) == statuses)
    #expect(!trial.isOpen)
  }
}
