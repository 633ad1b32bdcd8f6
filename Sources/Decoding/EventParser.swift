/// Puts the lines of a `text/event-stream` together to events (WHATWG HTML, section 9.2.6).
struct EventParser: Sendable {
  /// An event with data.
  struct Event {
    var name: String
    var id: String?
    var data: [UInt8]
  }

  /// The id of the last event that ended.
  private(set) var lastID: String?
  /// How long to wait before connecting again, where the stream says so.
  private(set) var reconnectAfter: Duration?

  private let limit: Int
  private var id: String?
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var isSkipping = false

  init(limit: Int, lastID: String?) {
    self.limit = limit
    self.lastID = lastID
    id = lastID
  }

  /// Passes over the rest of the present event.
  mutating func skip() {
    isSkipping = true
    data = []
  }

  /// Takes a line; gives the event that ends with it, if it has data.
  ///
  /// Throws for an event of more than `limit` bytes of data, once, and passes over it.
  mutating func take(_ line: ArraySlice<UInt8>) throws(DecodingFailure) -> Event? {
    guard !line.isEmpty else { return end() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    guard colon > line.startIndex else { return nil }
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    try take(String(decoding: line[..<colon], as: UTF8.self), value)
    return nil
  }

  private mutating func take(
    _ field: String, _ value: ArraySlice<UInt8>
  ) throws(DecodingFailure) {
    switch field {
    case "data": try add(value)
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id":
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      let digits = String(decoding: value, as: UTF8.self)
      guard digits.utf8.allSatisfy({ $0.digit != nil }), let wait = Int64(digits) else { return }
      reconnectAfter = .milliseconds(wait)
    default: break
    }
  }

  private mutating func add(_ value: ArraySlice<UInt8>) throws(DecodingFailure) {
    guard !isSkipping else { return }
    guard data.count + value.count < limit else {
      skip()
      throw .tooLarge(limit: limit)
    }
    if hasData { data.append(UInt8(ascii: "\n")) }
    data.append(contentsOf: value)
    hasData = true
  }

  /// Ends the present event; without data there is none, but its id counts.
  private mutating func end() -> Event? {
    defer { (name, data, hasData, isSkipping) = ("", [], false, false) }
    lastID = id
    guard hasData, !isSkipping, !data.isEmpty else { return nil }
    let id = id.flatMap { $0.isEmpty ? nil : $0 }
    return Event(name: name.isEmpty ? "message" : name, id: id, data: data)
  }
}
