import Foundation

/// The members of a field that lists directives, such as `Cache-Control` (RFC 9111 §5.2).
struct Directives: Sendable, Hashable {
  /// One `name` or `name=argument`; the argument without its quotes.
  struct Directive: Sendable, Hashable {
    let name: String
    let argument: String?
  }

  let all: [Directive]

  /// The directives of a field's combined value; what is no directive is passed over.
  init(_ value: String) {
    all = Self.split(value).compactMap(Directive.init)
  }

  /// The members of a list field without the space around them, empty ones left out
  /// (RFC 9110 §5.6.1); commas inside of quotes do not separate.
  static func split(_ value: String) -> [Substring] {
    var isQuoted = false
    var isEscaped = false
    let members = value.unicodeScalars.split { character in
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    return members.map { Substring($0).trimmed }.filter { !$0.isEmpty }
  }
}

extension Directives.Directive {
  /// A name, or a name and an argument with nothing between (RFC 9110 §5.6.6); names are compared
  /// without case.
  fileprivate init?(_ member: Substring) {
    let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { return nil }
    self.name = name.trimmed.lowercased()
    guard parts.count > 1 else {
      argument = nil
      return
    }
    let isSpaced = name.last == " " || parts[1].first == " "
    argument = isSpaced ? "" : Self.unquoted(parts[1])
  }

  /// A quoted string without its quotes and escapes (RFC 9110 §5.6.4); other text as it is.
  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}

extension Substring {
  /// The text without spaces and tabs around it (RFC 9110 §5.6.3).
  var trimmed: Substring {
    var text = self
    while let first = text.unicodeScalars.first, first == " " || first == "\t" {
      text.unicodeScalars.removeFirst()
    }
    while let last = text.unicodeScalars.last, last == " " || last == "\t" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}
