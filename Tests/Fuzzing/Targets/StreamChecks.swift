@testable import AlmanacDecoding

/// What a reader gives, one thing after another.
private enum Given: Equatable {
  case packet(Packet)
  case failure(DecodingFailure)
}

/// Packets are the same however the stream is cut: the first bytes choose framing, limit and cuts.
func checkEvents(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let framing: PacketReader.Framing = choices.byte() == UInt8(ascii: "l") ? .lines : .events
  let (limit, size) = (Int(choices.byte()) * 4, Int(choices.byte() & 31) + 1)
  let stream = choices.rest
  let whole = read(stream, framing, limit, chunks: max(stream.count, 1))
  for chunks in [1, size] {
    let parts = read(stream, framing, limit, chunks: chunks)
    require(parts.given == whole.given, "chunks of \(chunks) give the same packets")
    require(parts.reader.lastEventID == whole.reader.lastEventID, "and the same last id")
    require(parts.reader.reconnectAfter == whole.reader.reconnectAfter, "and the same pause")
  }
  if framing == .events { checkNames(stream, whole.given, limit) }
}

private func read(
  _ stream: Bytes, _ framing: PacketReader.Framing, _ limit: Int, chunks: Int
) -> (given: [Given], reader: PacketReader) {
  var reader = PacketReader(decoder: Sample.json.decoder, framing: framing, limit: limit)
  var given: [Given] = []
  for start in stride(from: 0, to: stream.count, by: chunks) {
    reader.receive(stream.part(start..<min(start + chunks, stream.count)))
    take(&reader, &given)
  }
  reader.finish()
  take(&reader, &given)
  return (given, reader)
}

private func take(_ reader: inout PacketReader, _ given: inout [Given]) {
  while true {
    do {
      guard let packet = try reader.next() else { return }
      given.append(.packet(packet))
    } catch let failure as DecodingFailure {
      given.append(.failure(failure))
    } catch {
      require(false, "only decoding fails, not \(error)")
    }
  }
}

/// The events of a stream whose lines are all short are those of a plain reading of the standard.
private func checkNames(_ stream: Bytes, _ given: [Given], _ limit: Int) {
  guard stream.count < limit else { return }
  let events = EventModel.events(Array(stream))
  require(given.count == events.count, "\(events.count) events give \(given.count) packets")
  for case (.packet(let packet), let event) in zip(given, events) {
    require(packet.event == event.name, "the event \(event.name) is called \(packet.event)")
    if let id = event.id { require(packet.cursor == id, "its id is its cursor") }
  }
}

/// Server-sent events by the letter of the standard (WHATWG HTML, section 9.2.6).
enum EventModel {
  static func events(_ stream: [UInt8]) -> [(name: String, id: String?)] {
    var events: [(name: String, id: String?)] = []
    var (name, data, id) = ("", [UInt8](), [UInt8]())
    for line in LineModel.lines(stream) {
      if line.isEmpty {
        if data.count > 1 {
          let text = String(decoding: id, as: UTF8.self)
          events.append((name.isEmpty ? "message" : name, text.isEmpty ? nil : text))
        }
        (name, data) = ("", [])
      } else if let value = value(of: line, "data") {
        data += value + [0x0A]
      } else if let value = value(of: line, "event") {
        name = String(decoding: value, as: UTF8.self)
      } else if let value = value(of: line, "id"), !value.contains(0) {
        id = value
      }
    }
    return events
  }

  private static func value(of line: [UInt8], _ field: String) -> [UInt8]? {
    guard line != Array(field.utf8) else { return [] }
    guard line.starts(with: (field + ":").utf8) else { return nil }
    let value = line.dropFirst(field.utf8.count + 1)
    return Array(value.first == 0x20 ? value.dropFirst() : value)
  }
}

/// Lines cut the plain way.
enum LineModel {
  /// The whole lines of a text without their ends, and without a mark at its start.
  static func lines(_ text: [UInt8]) -> [[UInt8]] {
    var rest = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    var lines: [[UInt8]] = []
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(Array(rest[..<end]))
      let isPair = rest[end...].starts(with: [0x0D, 0x0A])
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    return lines
  }
}

/// Lines are those of the model wherever the chunks are cut, and a long one is told of once.
func checkLines(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let (limit, size) = (Int(choices.byte()), Int(choices.byte() & 15) + 1)
  let text = choices.rest
  var buffer = LineBuffer(limit: limit)
  var found: [[UInt8]?] = []
  for start in stride(from: 0, to: text.count, by: size) {
    buffer.append(text.part(start..<min(start + size, text.count)))
    take(&buffer, &found)
  }
  buffer.append([0x0A])
  take(&buffer, &found)
  let isOpen = text.last.map { $0 != 0x0A && $0 != 0x0D } ?? true
  let isAfterReturn = text.last == 0x0D
  let whole = Array(text) + (isOpen || !isAfterReturn ? [0x0A] : [])
  let lines = LineModel.lines(whole).map { line in line.count > limit ? nil : line }
  let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
  guard !hasMark else { return }
  require(found == lines, "\(lines) are cut as \(found)")
}

private func take(_ buffer: inout LineBuffer, _ found: inout [[UInt8]?]) {
  while true {
    do throws(DecodingFailure) {
      guard let line = try buffer.next() else { return }
      found.append(Array(line))
    } catch {
      found.append(nil)
    }
  }
}
