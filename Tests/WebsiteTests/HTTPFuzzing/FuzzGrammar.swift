import Foundation

@testable import AlmanacWebsite

/// Makes requests of every route, with odd values in every part that the server reads.
struct FuzzGrammar: Sendable {
  /// The routes, from the router's own table.
  let routes: [(method: String, path: String)]
  /// The tags that pages have, so that comparing them goes deep.
  let tags: [String]
  /// What subscriptions may name: nobody is asked at it.
  let endpoint: String

  static let datasets = ["stones", "lands", "trades", "ticks", "notes", "none"]
  static let ids = ["s1", "bare", "a%2Fb%20c", "AA", "1", "3", "x", "none"]
  static let fields = [
    "name", "mass", "year", "flag", "place", "price", "side", "amount", "modified",
  ]
  static let names = [
    "q", "sort", "offset", "limit", "view", "collation", "lang", "units", "lat", "lon", "id",
    "radius",
    "from", "to", "anchor-id", "anchor-lead", "rows-as", "last-version", "go-to", "before", "after",
    "kind", "sync", "field", "part", "version", "zoom", "west", "east", "north", "south", "back",
    "fall",
    "mass.min", "mass.max", "year.min", "place.known", "name", "side", "open", "section", "columns",
    "language", "theme", "density", "text", "greeting", "dataset", "request", "model",
  ]

  /// One case: some requests on one connection, sound or broken.
  func make(_ dice: inout Dice) -> FuzzCase {
    let isBroken = dice.oneIn(3)
    var (bytes, methods, least) = ([UInt8](), [String](), Int?.none)
    for _ in 0...dice.below(8) {
      let request = request(&dice)
      bytes += request.bytes
      methods.append(request.method)
      // What a client sends after it said that it closes need not be answered (RFC 9112 §9.6).
      if least == nil, request.closes { least = methods.count }
    }
    if isBroken { breakUp(&bytes, &dice) }
    return FuzzCase(
      bytes: bytes, methods: isBroken ? nil : methods, leastAnswers: least ?? methods.count,
      cuts: cuts(bytes.count, &dice))
  }

  private func cuts(_ count: Int, _ dice: inout Dice) -> [Int] {
    guard dice.oneIn(4), count > 1 else { return [] }
    return Set((0...dice.below(3)).map { _ in 1 + dice.below(count - 1) }).sorted()
  }

  private func request(
    _ dice: inout Dice
  ) -> (method: String, bytes: [UInt8], closes: Bool) {
    let route = routes[dice.below(routes.count)]
    let method =
      dice.oneIn(12)
      ? dice.pick(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY"])
      : route.method == "GET" && dice.oneIn(6) ? "HEAD" : route.method
    var lines = ["\(method) \(target(route.path, &dice)) HTTP/1.1", "Host: localhost"]
    if route.path.hasSuffix("/live"), !dice.oneIn(20) { lines.append("Accept: application/json") }
    for _ in 0..<dice.below(5) { lines.append(field(&dice)) }
    let body = ["POST", "PUT", "PATCH", "QUERY"].contains(method) ? body(route.path, &dice) : []
    let closes = lines.contains { $0.hasPrefix("Connection:") && $0.contains("close") }
    return (method, framed(lines, body, &dice), closes)
  }

  private func target(_ path: String, _ dice: inout Dice) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard let open = part.firstIndex(of: "{"), let close = part.lastIndex(of: "}") else {
        return dice.oneIn(60) ? encoded(dice.pick(OddValues.texts)) : String(part)
      }
      let name = String(part[part.index(after: open)..<close])
      return part[..<open] + value(name, &dice) + part[part.index(after: close)...]
    }
    let query = (0..<dice.below(4)).map { _ in parameter(&dice) }.joined(separator: "&")
    return parts.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
  }

  private func value(_ name: String, _ dice: inout Dice) -> String {
    if dice.oneIn(10) { return encoded(dice.pick(OddValues.texts + OddValues.numbers)) }
    return switch name {
    case "dataset": dice.pick(Self.datasets)
    case "id": dice.pick(Self.ids)
    case "field": dice.pick(Self.fields)
    default: dice.pick(["x", "first.js", "almanac.svg", "0", "stones"])
    }
  }

  private func parameter(_ dice: inout Dice) -> String {
    let name = dice.oneIn(12) ? encoded(dice.pick(OddValues.texts)) : dice.pick(Self.names)
    let value =
      switch dice.below(5) {
      case 0, 1: dice.pick(OddValues.numbers)
      case 2:
        dice.pick(Self.fields + Self.ids + ["-mass", "-modified", "en", "pl", "metric", "html"])
      case 3: dice.pick(OddValues.dates)
      default: dice.pick(OddValues.texts)
      }
    return "\(name)=\(encoded(value))"
  }

  /// A text as a sound address may hold it; percent signs stay, be they an encoding or none.
  private func encoded(_ text: String) -> String {
    String(
      text.utf8.flatMap { byte -> [Character] in
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
          ? [Character(UnicodeScalar(byte))]
          : Array("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      })
  }

  private func field(_ dice: inout Dice) -> String {
    if dice.oneIn(4) { return "If-None-Match: \(tag(&dice))" }
    let names = OddValues.fields.keys.sorted()
    let name = dice.pick(names)
    // A second Host is a fault of framing, and not of a value.
    guard name != "Host" else { return "X-Odd: \(clean(dice.pick(OddValues.texts)))" }
    let own = OddValues.fields[name] ?? []
    let value = dice.oneIn(5) ? dice.pick(OddValues.texts + OddValues.numbers) : dice.pick(own)
    return "\(name): \(clean(value))"
  }

  private func clean(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
  }

  private func tag(_ dice: inout Dice) -> String {
    let tag = dice.pick(tags + ["\"\"", "*", "\"x\"", "W/", "\""])
    let bare = tag.replacing("W/", with: "").replacing("\"", with: "")
    return switch dice.below(4) {
    case 0: tag
    case 1: "W/\"\(bare)-early-\(dice.pick(OddValues.numbers))\""
    case 2: "\(tag), W/\"\(bare)\(dice.pick(["-", "-early", "-early-", "-gzip"]))\", *"
    default: "\"\(bare)\(clean(dice.pick(OddValues.texts)))\""
    }
  }

  private func body(_ path: String, _ dice: inout Dice) -> [UInt8] {
    if dice.oneIn(8) { return Array(repeating: 0x61, count: dice.below(20_000)) }
    if path == "/subscriptions" { return Array(wish(&dice).utf8) }
    let form = (0..<dice.below(5)).map { _ in parameter(&dice) }.joined(separator: "&")
    return Array(form.utf8)
  }

  private func wish(_ dice: inout Dice) -> String {
    let watch = dice.pick([
      #"{"dataset":"stones"}"#, #"{"dataset":"stones","id":"s1"}"#, #"{"dataset":"ticks"}"#,
      #"{"dataset":"lands","query":"population.min=1e400"}"#, "{}", "[]", "null", #"{"dataset":1}"#,
      #"{"dataset":"stones","query":"%ff=%"}"#,
    ])
    let to = dice.oneIn(2) ? endpoint : "https://127.0.0.1/\(dice.below(9))"
    let auth = dice.pick(["BTBZMqHH6r4Tts7J_aSIgg", "BTBZMqHH6r4Tts7J_aSIgg==", "", "=", "AAAA"])
    return """
      {"subscription":{"endpoint":"\(to)","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLex\
      hqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"\(auth)"}},"watch":\(watch)}
      """
  }

  private func framed(_ lines: [String], _ body: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let head = { (more: [String]) in
      Array(((lines + more).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
    guard !body.isEmpty else { return head([]) }
    guard dice.oneIn(3) else { return head(["Content-Length: \(body.count)"]) + body }
    var bytes = head(["Transfer-Encoding: chunked"])
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + dice.below(4096))
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
      rest = rest.dropFirst(chunk.count)
    }
    return bytes + Array((dice.oneIn(3) ? "0\r\nX-Trailer: 1\r\n\r\n" : "0\r\n\r\n").utf8)
  }

  private func breakUp(_ bytes: inout [UInt8], _ dice: inout Dice) {
    for _ in 0...dice.below(4) where !bytes.isEmpty {
      let place = dice.below(bytes.count)
      switch dice.below(7) {
      case 0: bytes[place] ^= UInt8(1 << dice.below(8))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.below(40)))
      case 2: bytes = Array(bytes.prefix(place))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
      case 4: bytes[place] = UInt8(dice.below(256))
      default:
        bytes.insert(contentsOf: dice.pick(OddValues.breaks).utf8, at: lineStart(bytes, place))
      }
    }
  }

  /// The beginning of the line that a place is in, where a header field stands.
  private func lineStart(_ bytes: [UInt8], _ place: Int) -> Int {
    (bytes[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }
}

/// What is sent on one connection.
struct FuzzCase: Sendable {
  var bytes: [UInt8]
  /// The methods of its requests where each is sound; nothing where anything may have become of them.
  var methods: [String]?
  /// How many of its requests are answered at least where each is sound.
  var leastAnswers = 0
  /// After how many bytes a pause is made.
  var cuts: [Int]

  /// The bytes as a line that can be read, and that a shell's printf takes.
  var shown: String {
    bytes.map { byte in
      switch byte {
      case UInt8(ascii: "\\"): "\\\\"
      case 0x20...0x7E: String(UnicodeScalar(byte))
      case 0x0D: "\\r"
      case 0x0A: "\\n"
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
