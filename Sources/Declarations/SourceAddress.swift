import Foundation

/// An address of a source as a dataset file writes it.
enum SourceAddress {
  /// What a person is told to write.
  static let expected: Message =
    "an address (http://, https://, file:///, or a path beside this file)"

  /// The address with a scheme; a path becomes a file address beside the dataset file.
  static func absolute(_ text: String, beside directory: URL) -> String? {
    if text.hasPrefix("${") { return text }
    switch scheme(of: text) {
    case nil: return fileAddress(text, directory)
    case "http", "https": return isWeb(text) ? text : nil
    case "file": return text.lowercased().hasPrefix("file:///") ? text : nil
    default: return nil
    }
  }

  /// Whether a text is an http or https address with a host.
  static func isWeb(_ text: String) -> Bool {
    guard ["http", "https"].contains(scheme(of: text)), !text.contains(where: \.isWhitespace)
    else { return false }
    let plain = text.replacing(#/\$?\{[^}]*\}/#, with: "x")
    let host = URLComponents(string: plain)?.host ?? ""
    return plain.contains("://") && !host.isEmpty
  }

  private static func scheme(of text: String) -> String? {
    text.prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):/#).map { $0.1.lowercased() }
  }

  /// `{id}`, `${NAME}` and `${NAME:-default}` stay as they are: they are filled in later.
  private static func fileAddress(_ path: String, _ directory: URL) -> String {
    let placeholder = #/\$?\{[^}]*\}/#
    let kept = path.matches(of: placeholder).map { String($0.0) }
    let plain = path.replacing(placeholder, with: "{}")
    let address = URL(filePath: plain, relativeTo: directory).absoluteURL.absoluteString
    return kept.reduce(address) { $0.replacing("%7B%7D", with: $1, maxReplacements: 1) }
  }
}

/// `${NAME}` and `${NAME:-default}` in the texts of a dataset file.
enum EnvironmentNames {
  /// What is wrong with them; nothing when each is well written.
  static func complaint(in text: String) -> Message? {
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      rest = rest[start.lowerBound...]
      guard let name = rest.prefixMatch(of: #/\$\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\}/#) else {
        return "expected ${NAME} or ${NAME:-default} after \"${\"."
      }
      rest = rest[name.range.upperBound...]
    }
    return nil
  }

  /// Whether a text is one name of the environment and nothing else.
  static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: #/\$\{[A-Za-z_][A-Za-z0-9_]*\}/#) != nil
  }
}
