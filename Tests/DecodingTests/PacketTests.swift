import AlmanacDecoding
import AlmanacDeclarations
import Testing

@Suite struct `A packet reader` {
  static let decoder = RecordDecoder(
    dataset: dataset(field("price", .number), field("side", .text)))

  static let stream = """
    \u{FEFF}: hello\r\nretry: 3000\r\n\r\nid: 41\nevent: deals\ndata: [{"id":1,"price":1.5,\ndata: "side":"kupić"}]\n\n\
    event: heartbeat\rdata\r\rid:42\rdata:[{"id":2},{"id":2,"price":3}]\r\r:\n\nunknown: x\ndata: [{"id":9}]
    """

  static func packets(_ chunks: [[UInt8]], _ framing: PacketReader.Framing) throws -> (
    [Packet], PacketReader
  ) {
    var reader = PacketReader(decoder: decoder, framing: framing)
    var packets: [Packet] = []
    for chunk in chunks {
      reader.receive(chunk)
      while let packet = try reader.next() { packets.append(packet) }
    }
    reader.finish()
    while let packet = try reader.next() { packets.append(packet) }
    return (packets, reader)
  }

  @Test func `reads server-sent events`() throws {
    let (packets, reader) = try Self.packets([Array(Self.stream.utf8)], .events)
    #expect(packets.map(\.cursor) == ["41", "42"])
    #expect(packets.map(\.event) == ["deals", "message"])
    #expect(
      packets[0].records == [Record(id: .integer(1), values: [.number(1.5), .text("kupić")])])
    #expect(packets[1].records.map(\.id) == [.integer(2), .integer(2)])
    #expect(reader.lastEventID == "42")
    #expect(reader.reconnectAfter == .seconds(3))
  }

  @Test func `reads the same wherever the chunks are cut`() throws {
    let bytes = Array(Self.stream.utf8)
    let whole = try Self.packets([bytes], .events).0
    for cut in 0...bytes.count {
      #expect(try Self.packets([Array(bytes[..<cut]), Array(bytes[cut...])], .events).0 == whole)
    }
    #expect(try Self.packets(bytes.map { [$0] }, .events).0 == whole)
  }

  @Test func `reads a packet or a record on each line`() throws {
    let text = "[{\"id\":1},{\"id\":2}]\r\n\n{\"id\":3,\"side\":\"buy\"}\n{\"id\":4}"
    for size in 1...9 {
      let bytes = Array(text.utf8)
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      let packets = try Self.packets(chunks, .lines).0
      #expect(packets.map { $0.records.map(\.id.description) } == [["1", "2"], ["3"], ["4"]])
    }
  }

  @Test func `goes on after a packet that is broken or too large`() throws {
    var reader = PacketReader(decoder: Self.decoder, framing: .events, limit: 64)
    let large = String(repeating: "x", count: 30)
    reader.receive(
      "data: [{\"id\":\n\ndata: \(large)\ndata: \(large)\ndata: \(large)\n\ndata: \(large)\(large)\(large)"
        .utf8)
    #expect(throws: DecodingFailure.truncated(byte: 7)) { try reader.next() }
    #expect(throws: DecodingFailure.tooLarge(limit: 64)) { try reader.next() }
    #expect(throws: DecodingFailure.tooLarge(limit: 64)) { try reader.next() }
    #expect(try reader.next() == nil)
    reader.receive("\(large)\n\ndata: {\"id\":5}\n\n".utf8)
    #expect(try reader.next()?.records.map(\.id) == [.integer(5)])
    #expect(try reader.next() == nil)
  }

  @Test func `keeps the records of a packet that holds NaN or Infinity`() throws {
    var reader = PacketReader(decoder: Self.decoder, framing: .lines)
    reader.receive(
      """
      [{"id":1,"price":NaN,"side":"NaN, \\"Infinity\\""},{"id":2,"price":-Infinity},{"id":3,"price":2}]
      [{"id":4,"price":NaN},
      [{"id":5,"price":None}]

      """.utf8)
    let packet = try #require(try reader.next())
    #expect(packet.records.map(\.id) == [.integer(1), .integer(2), .integer(3)])
    #expect(packet.records[0].values == [.absent, .text("NaN, \"Infinity\"")])
    #expect(packet.records[2].values == [.number(2), .absent] && packet.nonNumbers == 2)
    #expect(throws: DecodingFailure.self) { try reader.next() }
    #expect(throws: DecodingFailure.self) { try reader.next() }
    #expect(try reader.next() == nil)
  }

  @Test func `keeps what it can of a packet whose records mostly have no key`() throws {
    var reader = PacketReader(decoder: Self.decoder, framing: .lines)
    let bad = repeatElement("{\"price\":1}", count: 30).joined(separator: ",")
    reader.receive("[\(bad),{\"id\":7}]\n".utf8)
    let packet = try #require(try reader.next())
    #expect(packet.records.map(\.id) == [.integer(7)])
    #expect(packet.page.setAside.map(\.count) == [30])
  }

  @Test func `knows its framing by the content type`() {
    #expect(PacketReader.Framing(contentType: "text/event-stream; charset=utf-8") == .events)
    #expect(PacketReader.Framing(contentType: "application/x-ndjson") == .lines)
  }
}
