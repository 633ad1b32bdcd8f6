import AlmanacDeclarations
import Foundation

/// Takes an HTTP/1.1 answer apart (RFC 9112): its status, then the bytes of its body.
struct AnswerReader {
  /// The status; nothing until the head is there.
  private(set) var status: Int?
  /// Whether the body ended.
  private(set) var isComplete = false
  private var buffer: [UInt8] = []
  private var isChunked = false
  private var length: Int?
  /// How much of the present chunk is still to come; nothing between chunks.
  private var chunk: Int?

  /// The bytes of the body in what arrived.
  ///
  /// - Throws: `Failure` for what is no such answer.
  mutating func receive(_ bytes: [UInt8]) throws -> [UInt8] {
    buffer += bytes
    guard try readHead() else { return [] }
    if isChunked { return try dechunked() }
    defer { buffer = [] }
    guard let left = length else { return buffer }
    length = left - min(left, buffer.count)
    isComplete = length == 0
    return Array(buffer.prefix(left))
  }

  private mutating func readHead() throws -> Bool {
    if status != nil { return true }
    guard let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard buffer.count < 65_536 else {
        throw Failure("The owner's answer has no end of its head.")
      }
      return false
    }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer.removeSubrange(..<end.upperBound)
    guard let code = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure("The owner's answer is no HTTP: \(lines[0].prefix(80))")
    }
    status = code
    for line in lines.dropFirst() { readHeader(line.lowercased()) }
    return true
  }

  private mutating func readHeader(_ line: String) {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let value = parts[1].trimmingCharacters(in: .whitespaces)
    if parts[0] == "transfer-encoding" { isChunked = value == "chunked" }
    if parts[0] == "content-length" { length = Int(value).map { max($0, 0) } }
  }

  private mutating func dechunked() throws -> [UInt8] {
    var body: [UInt8] = []
    while !isComplete, try readSize(), let left = chunk, buffer.count > 0 {
      let taken = min(left, buffer.count)
      body += buffer[..<taken]
      buffer.removeFirst(taken)
      chunk = left - taken
    }
    return body
  }

  /// Reads the size of the next chunk, if the present one is over; false where more must come.
  private mutating func readSize() throws -> Bool {
    if let chunk, chunk > 0 { return true }
    let start = chunk == nil ? 0 : 2  // after the line's end behind the chunk before
    guard buffer.count >= start,
      let end = buffer[start...].firstRange(of: [0x0D, 0x0A])
    else { return false }
    let line = String(decoding: buffer[start..<end.lowerBound], as: UTF8.self)
    guard let size = Int(line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces), radix: 16),
      size >= 0
    else { throw Failure("The owner's answer has a chunk of no size: \(line.prefix(80))") }
    buffer.removeSubrange(..<end.upperBound)
    isComplete = size == 0
    chunk = size
    return !isComplete
  }
}

/// Puts the lines of our own `text/event-stream` together to events (WHATWG HTML, section 9.2.6).
struct EventReader {
  /// An event with data.
  struct Event: Equatable {
    var kind: String
    var id: String?
    var data: [UInt8]
  }

  private var buffer: [UInt8] = []
  private var (kind, id, data) = ("", String?.none, [UInt8]())

  /// The events that end in what arrived.
  mutating func receive(_ bytes: [UInt8]) -> [Event] {
    buffer += bytes
    var (events, rest) = ([Event](), buffer[...])
    while let end = rest.firstIndex(of: 0x0A) {
      if let event = take(rest[..<end]) { events.append(event) }
      rest = rest[(end + 1)...]
    }
    buffer = Array(rest)
    return events
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> Event? {
    guard !line.isEmpty else { return end() }
    let parts = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let value = parts[1].first == 0x20 ? parts[1].dropFirst() : parts[1]
    switch String(decoding: parts[0], as: UTF8.self) {
    case "event": kind = String(decoding: value, as: UTF8.self)
    case "id": id = String(decoding: value, as: UTF8.self)
    case "data": data += (data.isEmpty ? [] : [0x0A]) + value
    default: break
    }
    return nil
  }

  private mutating func end() -> Event? {
    defer { (kind, id, data) = ("", nil, []) }
    return data.isEmpty ? nil : Event(kind: kind.isEmpty ? "message" : kind, id: id, data: data)
  }
}
