package import AlmanacDeclarations

/// Finds the phrase of a message: by its English sentence, whose values have names in the catalogue.
struct Sentences: Sendable {
  /// Where the phrases of messages stand in a catalogue.
  static let prefixes = ["told.", "error.", "cli.", "drift."]

  /// A phrase, and the names of its values in the order of the English sentence.
  struct Entry: Sendable, Hashable {
    let key: String
    let names: [String]
  }

  private let entries: [String: Entry]

  /// No sentence is known.
  static let none = Sentences(english: [:])

  /// Takes the sentences from the English phrases; a counted one is known by its form `other`.
  init(english: [String: Catalogue.Phrase]) {
    var entries: [String: Entry] = [:]
    for (key, phrase) in english where Self.prefixes.contains(where: key.hasPrefix) {
      let (sentence, names) = Self.taken(apart: phrase.sentence)
      let earlier = entries[sentence]
      if earlier.map({ $0.key > key }) ?? true {
        entries[sentence] = Entry(key: key, names: names)
      }
    }
    self.entries = entries
  }

  /// How many sentences are known.
  var count: Int { entries.count }

  /// The phrase of a sentence with `{}` in the place of each value.
  subscript(_ sentence: some StringProtocol) -> Entry? { entries[String(sentence)] }

  /// The text with `{}` for each `{name}`, and the names.
  ///
  /// What stands in braces otherwise, such as `${NAME}`, is of the sentence itself.
  private static func taken(apart text: String) -> (sentence: String, names: [String]) {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    var (sentence, names) = (String(parts[0]), [String]())
    for part in parts.dropFirst() {
      let name = part.prefix { $0.isLowercase || $0 == "_" }
      if !name.isEmpty, part.dropFirst(name.count).first == "}" {
        names.append(String(name))
        sentence += "{}" + part.dropFirst(name.count + 1)
      } else {
        sentence += "{" + part
      }
    }
    return (sentence, names)
  }
}

extension Catalogue.Phrase {
  /// The text, or the form that most numbers take.
  fileprivate var sentence: String {
    switch self {
    case .text(let text): text
    case .counted(let forms): forms["other"] ?? ""
    }
  }
}

extension Catalogue {
  /// A message in this language, as far as it is known; else in English.
  package func tell(_ message: Message) -> String {
    let sentence = message.key
    guard sentence.contains(where: \.isLetter) else { return joined(message) }
    let bare = sentence.trimmingPrefix(while: \.isWhitespace)
    let margin = sentence.prefix(sentence.count - bare.count)
    guard let entry = sentences[bare], let phrase = phrases[entry.key] else {
      return retell(message.description)
    }
    switch phrase {
    case .text: return margin + say(entry.key, texts(message, entry.names) { "\($0)" })
    case .counted: return margin + counted(message, entry)
    }
  }

  /// A message that is nothing but values, such as two sentences, or what the engine said.
  private func joined(_ message: Message) -> String {
    let pieces = message.key.split(separator: "{}", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for (value, piece) in zip(message.values, pieces.dropFirst()) {
      text += self.text(value, isClause: true) { "\($0)" } + piece
    }
    return text
  }

  private func counted(_ message: Message, _ entry: Sentences.Entry) -> String {
    let numbers = NumberText(words: self)
    let values = texts(message, entry.names) { numbers.integer(Int64($0)) }
    for case (Self.countName, .number(let count)) in zip(entry.names, message.values) {
      return self.count(entry.key, count, values)
    }
    return retell(message.description)
  }

  private func texts(
    _ message: Message, _ names: [String], _ number: (Int) -> String
  ) -> [String: String] {
    let told = zip(names, message.values).map { name, value in
      (name, text(value, isClause: Retelling.clauseNames.contains(name), number))
    }
    return Dictionary(told) { first, _ in first }
  }

  /// What fills a place; a text that is a clause of the engine is told as far as it is known.
  private func text(
    _ value: Message.Part, isClause: Bool, _ number: (Int) -> String
  ) -> String {
    switch value {
    case .text(let text): isClause ? retell(text) : text
    case .number(let count): number(count)
    case .message(let message): tell(message)
    }
  }
}
