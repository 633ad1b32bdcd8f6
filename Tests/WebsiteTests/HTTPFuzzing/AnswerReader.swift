/// Reads the answers on one connection as strictly as RFC 9112 writes them.
struct AnswerReader {
  private let bytes: [UInt8]
  private var place = 0

  /// One whole answer, as far as it is judged.
  struct Answer: Equatable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: Int

    static func == (left: Answer, right: Answer) -> Bool {
      left.status == right.status && left.body == right.body
    }

    func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether the server says that it closes the connection, or may have given up reading it.
    var isLast: Bool {
      first("connection")?.lowercased() == "close"
        || [400, 408, 413, 414, 417, 421, 431, 501, 503, 505].contains(status)
    }

    /// Whether it goes on as long as somebody reads it.
    var isStream: Bool { first("content-type")?.hasPrefix("text/event-stream") == true }
  }

  /// What is wrong with an answer.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// The next final answer; interim ones are passed over.
  ///
  /// - Parameter method: What was asked; nothing where that is not known, and then an answer without
  ///   its body is taken for one to HEAD.
  mutating func next(_ method: String?) throws(Fault) -> Answer {
    while true {
      var answer = try head()
      if (100..<200).contains(answer.status) { continue }
      // What is no HTTP has no method: its refusal may have a body, though it began with HEAD.
      let isRefused = [400, 414, 431, 501, 505].contains(answer.status) && answer.isLast
      let hasMore = isRefused && !isAtEnd && !startsAnswer(at: place)
      let isBare = method == "HEAD" && !hasMore || [204, 304].contains(answer.status)
      let isGuessed = method == nil && (isAtEnd || startsAnswer(at: place))
      if !isBare, !isGuessed, !answer.isStream { answer.body = try body(answer) }
      return answer
    }
  }

  private mutating func head() throws(Fault) -> Answer {
    let line = try line()
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].count == 3,
      let status = Int(parts[1]), (100...599).contains(status)
    else { throw Fault(description: "no status line: \(line.prefix(80))") }
    var fields: [(name: String, value: String)] = []
    while true {
      let line = try self.line()
      if line.isEmpty { break }
      fields.append(try Self.field(line))
    }
    let lengths = fields.filter { $0.name == "content-length" }
    let codings = fields.filter { $0.name == "transfer-encoding" }
    guard lengths.count + codings.count <= 1 else {
      throw Fault(description: "\(lengths.count) lengths and \(codings.count) codings")
    }
    return Answer(status: status, fields: fields, body: 0)
  }

  private static func field(_ line: String) throws(Fault) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: ":") else {
      throw Fault(description: "no field: \(line)")
    }
    let name = line[..<colon].lowercased()
    let tokens = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
    guard !name.isEmpty, name.allSatisfy(tokens.contains) else {
      throw Fault(description: "no field's name: \(name)")
    }
    if name.hasPrefix("x-injected") { throw Fault(description: "a field was injected: \(line)") }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
    else { throw Fault(description: "a control character in \(name)") }
    return (name, String(value))
  }

  /// A line without its end, which must be CR LF.
  private mutating func line() throws(Fault) -> String {
    guard let end = bytes[place...].firstIndex(of: 10), end > place, bytes[end - 1] == 13 else {
      throw Fault(description: "a head without its end: \(shown)")
    }
    defer { place = end + 1 }
    return String(decoding: bytes[place..<(end - 1)], as: UTF8.self)
  }

  private mutating func body(_ answer: Answer) throws(Fault) -> Int {
    if let length = answer.first("content-length") {
      guard let count = Int(length), count >= 0 else {
        throw Fault(description: "no length: \(length)")
      }
      return try take(count)
    }
    guard answer.first("transfer-encoding") == "chunked" else {
      defer { place = bytes.count }
      return bytes.count - place
    }
    var sum = 0
    while true {
      let line = try line()
      guard let count = Int(line.prefix { $0 != ";" }, radix: 16), count >= 0 else {
        throw Fault(description: "no size of a chunk: \(line.prefix(40))")
      }
      if count == 0 { break }
      sum += try take(count)
      guard try self.line().isEmpty else { throw Fault(description: "a chunk without its end") }
    }
    while try !line().isEmpty {}
    return sum
  }

  private mutating func take(_ count: Int) throws(Fault) -> Int {
    guard bytes.count - place >= count else {
      throw Fault(description: "\(bytes.count - place) bytes of \(count)")
    }
    place += count
    return count
  }

  private func startsAnswer(at place: Int) -> Bool { bytes[place...].starts(with: "HTTP/1.".utf8) }

  private var shown: String {
    String(decoding: bytes[place...].prefix(80), as: UTF8.self).debugDescription
  }
}
