import Foundation

/// A server as politeness sees it: a name and a port (an authority, RFC 3986 §3.2).
struct Authority: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let port: Int

  /// The server of an `http` or `https` URL, or `nil` when the URL names none.
  init?(_ url: URL) {
    guard let name = url.host(percentEncoded: false), !name.isEmpty,
      let standardPort = Self.standardPort(of: url),
      let port = UInt16(exactly: url.port ?? standardPort), port > 0
    else { return nil }
    self.name = Self.bare(name)
    self.port = Int(port)
  }

  /// The server that a stored text such as `example.org:443` names.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]).map(Int.init)
    else { return nil }
    name = Self.bare(String(text[..<colon]))
    self.port = port
  }

  var description: String {
    name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
  }

  var isLoopback: Bool {
    name == "localhost" || name.hasSuffix(".localhost")
      || (IPAddress(name)?.isLoopback ?? false)
  }

  private static func standardPort(of url: URL) -> Int? {
    switch url.scheme?.lowercased() {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// A dot at the end makes a name absolute, and names the same server.
  private static func bare(_ name: String) -> String {
    var bare = name.lowercased().drop { $0 == "[" }
    while bare.count > 1, bare.last == "." || bare.last == "]" { bare.removeLast() }
    return String(bare)
  }
}
