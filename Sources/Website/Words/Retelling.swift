/// Says in a language what the engine says in English.
///
/// The engine speaks English, to logs and programs as well. Each of its sentences is a phrase of the
/// English catalogue under `told.`, with names for what changes in it; the sentence of the same key
/// in the other language tells the same. What is not among them stays as it is.
struct Retelling: Sendable {
  /// The beginning of the keys of sentences.
  static let prefix = "told."
  /// The beginning of the keys of what a sentence expects: "a whole number".
  static let expectation = "told.what."

  /// The names of what may be a sentence itself.
  static let clauseNames: Set = ["what", "why"]

  private let sentences: [Sentence]
  private let expectations: [Sentence]

  /// Nothing is retold.
  static let none = Retelling(english: [:])

  /// Takes the sentences from the English phrases.
  init(english: [String: Catalogue.Phrase]) {
    let all = english.compactMap { key, phrase -> Sentence? in
      guard key.hasPrefix(Self.prefix), case .text(let text) = phrase else { return nil }
      return Sentence(key: key, text: text)
    }.sorted { ($1.rank, $0.key) < ($0.rank, $1.key) }
    sentences = all.filter { !$0.key.hasPrefix(Self.expectation) }
    expectations = all.filter { $0.key.hasPrefix(Self.expectation) }
  }

  /// A text of one sentence or several, in the words of a language.
  func tell(_ text: String, in words: Catalogue) -> String { told(text, words) ?? text }

  private func told(_ text: String, _ words: Catalogue) -> String? {
    inParts(text, words) ?? whole(text, sentences, words)
  }

  /// Two sentences or more, each of which can be told; a full stop may stand between mere clauses.
  private func inParts(_ text: String, _ words: Catalogue) -> String? {
    for space in text.indices where text[space] == " " && space > text.startIndex {
      let mark = text[text.index(before: space)]
      guard mark == "." || mark == "?" else { continue }
      let first = String(text[..<space])
      let rest = String(text[text.index(after: space)...])
      guard let more = told(rest, words) else { continue }
      let clause = String(first.dropLast())
      if let one = whole(clause, sentences, words) { return one + String(mark) + " " + more }
      if let one = whole(first, sentences, words) { return one + " " + more }
    }
    return nil
  }

  private func whole(_ text: String, _ among: [Sentence], _ words: Catalogue) -> String? {
    for sentence in among {
      guard let values = sentence.values(in: text) else { continue }
      let told = values.map { name, value in (name, part(value, name, words)) }
      return words.say(sentence.key, Dictionary(uniqueKeysWithValues: told))
    }
    return nil
  }

  /// What fills a name: an expectation, one reason or several, or something that stays as it is.
  private func part(_ value: String, _ name: String, _ words: Catalogue) -> String {
    switch name {
    case "what": whole(value, expectations, words) ?? tell(value, in: words)
    case "why":
      told(value, words) ?? whole(value, expectations, words) ?? list(value, words) ?? value
    default: value
    }
  }

  private func list(_ value: String, _ words: Catalogue) -> String? {
    let told = value.split(separator: ", ").map { whole(String($0), sentences, words) }
    guard !told.contains(nil) else { return nil }
    return told.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Retelling {
  /// An English sentence with names in it.
  private struct Sentence: Sendable {
    let key: String
    /// What stands before, between and after the names; one more than there are names.
    let literals: [String]
    let names: [String]

    /// How early it is looked for: what joins others first, then what says more.
    var rank: Int {
      let isJoint = Set(names).isSubset(of: Retelling.clauseNames) && names.count == 2
      return (isJoint ? 10_000 : 0) + literals.reduce(0) { $0 + $1.utf8.count }
    }

    init(key: String, text: String) {
      self.key = key
      let parts = text.split(separator: "{", omittingEmptySubsequences: false)
      let named = parts.dropFirst().map { $0.split(separator: "}", maxSplits: 1) }
      names = named.map { String($0[0]) }
      literals = [String(parts[0])] + named.map { $0.count > 1 ? String($0[1]) : "" }
    }

    /// What fills the names where a text is this sentence; each as short as it can be.
    func values(in text: String) -> [String: String]? {
      guard let first = literals.first, text.hasPrefix(first) else { return nil }
      guard let last = names.last, let end = literals.last else { return text == first ? [:] : nil }
      var values: [String: String] = [:]
      var rest = text.dropFirst(first.count)
      for (name, literal) in zip(names, literals.dropFirst()).dropLast() {
        guard let range = rest.firstRange(of: literal) else { return nil }
        values[name] = String(rest[..<range.lowerBound])
        rest = rest[range.upperBound...]
      }
      guard rest.count > end.count, rest.hasSuffix(end) else { return nil }
      values[last] = String(rest.dropLast(end.count))
      return values
    }
  }
}
