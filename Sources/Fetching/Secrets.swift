import Foundation

/// Values that no text which leaves the process may show, such as keys from the environment.
///
/// A value is found in any letter case and in the forms in which servers echo it: percent-encoded,
/// Base64, escaped for JSON or HTML, and cut off at the end of a text. It is masked wherever it
/// stands if it has six bytes or more, and as a whole word if it has four or five. A shorter one is
/// left alone: it guards nothing, and would tear holes into every text.
public struct Secrets: Sendable {
  /// What stands for a secret that has no name.
  public static let mark = "•••"

  private let needles: [Needle]

  private struct Needle: Sendable, Hashable {
    /// In lower case.
    let bytes: [UInt8]
    let mark: String
    var isWord: Bool { bytes.count < Secrets.anywhere }
  }

  private static let anywhere = 6
  private static let asWord = 4

  /// Secrets by the names that are shown in their place, such as `${API_KEY}`.
  ///
  /// Of a value that is an address, the server's name is not secret, but all that follows it is.
  public init(_ named: [(name: String, value: String)] = []) {
    var marks: [[UInt8]: String] = [:]
    for (name, value) in named {
      for part in Self.parts(of: value) {
        for form in Self.forms(of: part) { marks[Self.lower(form), default: name] = name }
      }
    }
    needles = marks.filter { $0.key.count >= Self.asWord }
      .map { Needle(bytes: $0.key, mark: $0.value) }
      .sorted { ($1.bytes.count, $0.mark) < ($0.bytes.count, $1.mark) }
  }

  /// The text with every secret replaced by its name.
  ///
  /// Cost: O(bytes × secrets).
  public func masking(_ text: String) -> String {
    guard !needles.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let lower = Self.lower(text)
    var (result, place, isClean): ([UInt8], Int, Bool) = ([], 0, true)
    while place < bytes.count {
      if let (needle, length) = match(at: place, in: lower) {
        result += Array(needle.mark.utf8)
        place += length
        isClean = false
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return isClean ? text : String(decoding: result, as: UTF8.self)
  }

  private func match(at place: Int, in text: [UInt8]) -> (Needle, Int)? {
    for needle in needles where needle.bytes[0] == text[place] {
      let common = zip(needle.bytes, text[place...]).prefix { $0 == $1 }.count
      if common == needle.bytes.count, !needle.isWord || Self.isWord(place, common, text) {
        return (needle, common)
      }
      if common >= Self.anywhere, Self.isEnd(place + common, text) { return (needle, common) }
    }
    return nil
  }

  /// Whether nothing follows but what marks a cut.
  private static func isEnd(_ place: Int, _ text: [UInt8]) -> Bool {
    let rest = text[place...]
    return rest.count <= 8 && rest.allSatisfy { $0 >= 0x80 || [0x22, 0x27, 0x2E].contains($0) }
  }

  private static func isWord(_ place: Int, _ length: Int, _ text: [UInt8]) -> Bool {
    let end = place + length
    return (place == 0 || !isLetter(text[place - 1])) && (end == text.count || !isLetter(text[end]))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
  }

  private static func lower(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension Secrets {
  /// What is secret of a value: all of it, or of an address what follows its server.
  private static func parts(of value: String) -> [String] {
    guard value.contains("://"), let url = URL(string: value), Origin(url) != nil,
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return [value] + decoded(value) }
    let path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
    let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
    return [path + query, path].filter { $0.utf8.count > 1 } + inside(value)
  }

  /// What is secret inside of any address: name and password, and the values of its query.
  public static func inside(_ address: String) -> [String] {
    guard let parts = URLComponents(string: address) else { return [] }
    let login = parts.user.map { user in
      [user, parts.password ?? "", "\(user):\(parts.password ?? "")"]
    }
    return (login ?? []).filter { !$0.isEmpty } + (parts.queryItems ?? []).compactMap(\.value)
  }

  /// The name and password that a value for `Basic` stands for.
  private static func decoded(_ value: String) -> [String] {
    let last = value.split(separator: " ").last.map(String.init) ?? value
    guard let data = Data(base64Encoded: last), let text = String(bytes: data, encoding: .utf8),
      let colon = text.firstIndex(of: ":")
    else { return [] }
    return [text, String(text[text.index(after: colon)...])]
  }

  private static func forms(of value: String) -> Set<String> {
    let base64 = Data(value.utf8).base64EncodedString()
    let url = base64.replacing("+", with: "-").replacing("/", with: "_")
    let bare = Set([base64, url].flatMap { [$0, String($0.prefix { $0 != "=" })] })
    let encoded = percentEncoded(value)
    return bare.union([
      value, value.removingPercentEncoding ?? value, encoded, encoded.replacing("%20", with: "+"),
      value.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? value,
      value.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? value,
      escaped(value, [("\\", "\\\\"), ("\"", "\\\"")]),
      escaped(value, [("\\", "\\\\"), ("\"", "\\\""), ("/", "\\/")]),
      escaped(value, [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]),
      escaped(
        value, [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&#34;"), ("'", "&#39;")]),
    ])
  }

  private static func percentEncoded(_ value: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value
  }

  private static func escaped(_ text: String, _ pairs: [(String, String)]) -> String {
    pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
