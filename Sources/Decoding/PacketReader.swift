/// Reads packets from a stream whose bytes come in chunks, cut anywhere.
///
/// Give it chunks with `receive(_:)` and take packets with `next()` until there is none. After a failure
/// it goes on with the next packet. Memory: one packet of at most `limit` bytes, and the chunks that were
/// received and not yet taken.
///
/// ```swift
/// reader.receive(chunk)
/// while let packet = try reader.next() { apply(packet) }
/// ```
public struct PacketReader: Sendable {
  /// How packets are told apart.
  public enum Framing: Sendable, Hashable {
    /// Server-sent events (WHATWG HTML, section 9.2): the data of each is a packet.
    case events
    /// JSON texts on lines of their own (NDJSON): each is a packet.
    case lines

    /// The framing of a content type: events for `text/event-stream`, else lines.
    public init(contentType: String) {
      self = contentType.lowercased().hasPrefix("text/event-stream") ? .events : .lines
    }
  }

  /// The id of the last event, to be sent as `Last-Event-ID` when the stream is asked for again.
  public var lastEventID: String? { events.lastID }

  /// How long to wait before asking again, where the stream says so.
  public var reconnectAfter: Duration? { events.reconnectAfter }

  private let decoder: RecordDecoder
  private let framing: Framing
  private var lines: LineBuffer
  private var events: EventParser

  /// Makes a reader at the start of a connection.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that a packet may have; 16 MiB if not given.
  ///   - cursor: The id of the last event of an earlier connection.
  public init(
    decoder: RecordDecoder, framing: Framing, limit: Int = 16 << 20,
    resumingAfter cursor: String? = nil
  ) {
    self.decoder = decoder
    self.framing = framing
    lines = LineBuffer(limit: limit)
    events = EventParser(limit: limit, lastID: cursor)
  }

  /// Takes the next bytes of the stream.
  public mutating func receive(_ chunk: some Collection<UInt8>) {
    lines.append(chunk)
  }

  /// Notes that the stream has ended: a last line without its end counts, an unfinished event does not.
  public mutating func finish() {
    if framing == .lines { lines.append([UInt8(ascii: "\n")]) }
  }

  /// The next packet that has come whole; nothing where more bytes are needed.
  ///
  /// Throws `DecodingFailure` for a packet that is too large or holds no records.
  public mutating func next() throws -> Packet? {
    while let line = try nextLine() {
      switch framing {
      case .lines:
        guard line.contains(where: { $0 > 0x20 }) else { continue }
        return try packet(line, event: "message", id: nil)
      case .events:
        guard let event = try events.take(line) else { continue }
        return try packet(event.data, event: event.name, id: event.id)
      }
    }
    return nil
  }

  private mutating func nextLine() throws -> ArraySlice<UInt8>? {
    do throws(DecodingFailure) {
      return try lines.next()
    } catch {
      events.skip()
      throw error
    }
  }

  private func packet(
    _ data: some Collection<UInt8>, event: String, id: String?
  ) throws -> Packet {
    do {
      return try decoded(data, event: event, id: id)
    } catch DecodingFailure.malformed(let byte, let near) {
      // Programs that write NaN write it among good records, which never come again.
      guard let mended = NonNumbers.replaced(in: data) else {
        throw DecodingFailure.malformed(byte: byte, near: near)
      }
      var packet = try decoded(mended.bytes, event: event, id: id)
      packet.nonNumbers = mended.count
      return packet
    }
  }

  private func decoded(
    _ data: some Collection<UInt8>, event: String, id: String?
  ) throws -> Packet {
    var packet = Packet(cursor: id, event: event, records: [], page: DecodedPage())
    packet.page = try decoder.decodePacket(data) { packet.records.append($0) }
    packet.cursor = id ?? packet.page.cursor?.text
    return packet
  }
}
