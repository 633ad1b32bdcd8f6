/// A text in several languages, keyed by language code (`en`, `pl`, `sk`, `ru`).
public struct Words: Sendable, Hashable {
  /// Each language code with its text.
  public var byLanguage: [String: String]

  /// Makes words from texts keyed by language code.
  public init(_ byLanguage: [String: String]) {
    self.byLanguage = byLanguage
  }

  /// Makes words from one English text.
  public init(english: String) {
    byLanguage = ["en": english]
  }

  /// The text in a language, else in English, else in any language that has one.
  public func text(in language: String) -> String {
    byLanguage[language] ?? byLanguage["en"] ?? byLanguage.min { $0.key < $1.key }?.value ?? ""
  }
}
