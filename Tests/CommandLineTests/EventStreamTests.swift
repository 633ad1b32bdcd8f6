import Testing

@testable import AlmanacCommandLine

@Suite struct `An owner's answer` {
  static let events =
    "retry: 1000\n\n:\n\nevent: window\nid: e-1\ndata: {\"a\":1}\n\nevent: status\ndata:{}\n\n"

  /// The events in an answer that arrives in pieces of a size.
  private func events(in answer: String, by size: Int) throws -> ([EventReader.Event], AnswerReader)
  {
    var (reader, parser, events) = (AnswerReader(), EventReader(), [EventReader.Event]())
    let bytes = Array(answer.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let part = Array(bytes[start..<min(start + size, bytes.count)])
      events += parser.receive(try reader.receive(part))
    }
    return (events, reader)
  }

  @Test func `with a negative length holds nothing`() throws {
    var reader = AnswerReader()
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc"
    #expect(try reader.receive(Array(answer.utf8)).isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7, 10_000])
  func `is read however it is cut`(_ size: Int) throws {
    var chunked =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    var rest = Substring(Self.events)
    while !rest.isEmpty {
      let part = rest.prefix(11)
      rest = rest.dropFirst(11)
      chunked += String(part.utf8.count, radix: 16) + ";x=y\r\n" + part + "\r\n"
    }
    let (events, reader) = try events(in: chunked + "0\r\n\r\n", by: size)
    #expect(reader.status == 200 && reader.isComplete)
    #expect(events.map(\.kind) == ["window", "status"])
    #expect(events.map(\.id) == ["e-1", nil])
    #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["{\"a\":1}", "{}"])
  }

  @Test(arguments: [1, 5, 10_000])
  func `of a known length ends with it`(_ size: Int) throws {
    var reader = AnswerReader()
    var body: [UInt8] = []
    let answer = Array("HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nbody".utf8)
    for start in stride(from: 0, to: answer.count, by: size) {
      #expect(!reader.isComplete)
      body += try reader.receive(Array(answer[start..<min(start + size, answer.count)]))
    }
    #expect(reader.status == 404 && reader.isComplete && body == Array("body".utf8))
  }

  @Test(arguments: [
    "SSH-2.0-x\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
    String(repeating: "x", count: 70_000),
  ])
  func `that is none is a failure`(_ answer: String) {
    #expect(throws: Failure.self) {
      var reader = AnswerReader()
      _ = try reader.receive(Array(answer.utf8))
    }
  }
}
