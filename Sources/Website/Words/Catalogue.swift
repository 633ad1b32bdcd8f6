import AlmanacEngine
import Foundation

/// Everything the pages say in one language, by key; read from `share/words/LANGUAGE.json`.
package struct Catalogue: Sendable {
  /// The language's code, such as `en`.
  package let language: String
  /// The phrases by key.
  let phrases: [String: Phrase]

  /// The units that numbers are told in.
  var units = UnitSystem.metric

  /// How messages are found by their English sentences.
  var sentences = Sentences.none
  /// The name of the number that decides a plural form.
  static let countName = "count"

  /// How the engine's own sentences are said; as they are, in English.
  var retelling = Retelling.none

  /// One phrase: a text, or one text for each plural category.
  enum Phrase: Sendable, Hashable {
    case text(String)
    case counted([String: String])
  }

  /// The phrase of a key with its `{names}` filled in; the key in brackets when there is none.
  package func say(_ key: String, _ values: [String: String] = [:]) -> String {
    guard case .text(let text) = phrases[key] else { return "[\(key)]" }
    return Self.fill(text, values)
  }

  /// The phrase of a key in the form that a number takes; `{count}` is the number, grouped.
  package func count(_ key: String, _ number: Int, _ values: [String: String] = [:]) -> String {
    guard case .counted(let forms) = phrases[key] else { return "[\(key)]" }
    let category = PluralRule.category(of: number, in: language).rawValue
    let grouped = NumberText(words: self).integer(Int64(number))
    let form = forms[category] ?? forms["other"] ?? "[\(key)]"
    return Self.fill(form, values.merging(["count": grouped]) { given, _ in given })
  }

  /// The phrase of a key in the form that a number with decimals takes, as it is written.
  func count(_ key: String, _ number: Double, written: String) -> String {
    guard case .counted(let forms) = phrases[key] else { return "[\(key)]" }
    let category = PluralRule.category(of: number, in: language).rawValue
    return Self.fill(forms[category] ?? forms["other"] ?? "[\(key)]", ["count": written])
  }

  /// What the engine says in English, in this language as far as it is known.
  package func retell(_ text: String) -> String { retelling.tell(text, in: self) }

  /// Whether there is a phrase for a key.
  func has(_ key: String) -> Bool { phrases[key] != nil }

  /// Fills `{names}` in one pass, so that a value may contain braces of its own.
  private static func fill(_ text: String, _ values: [String: String]) -> String {
    guard text.contains("{") else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      filled += rest[..<open] + (values[name] ?? "{\(name)}")
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

extension Catalogue {
  /// Reads the catalogue of a language from its file.
  init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    phrases = try JSONDecoder().decode([String: Phrase].self, from: data)
    language = file.deletingPathExtension().lastPathComponent
  }
}

extension Catalogue.Phrase: Decodable {
  /// Reads a text or an object of texts.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .text(try container.decode(String.self))
    } catch is DecodingError {
      self = .counted(try container.decode([String: String].self))
    }
  }
}
