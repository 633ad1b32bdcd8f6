/// A sentence for people: English as it is, and by its key in any language that knows it.
///
/// It is written as a string: `"There is no field \"\(name)\"."`. The key is that sentence with `{}`
/// in the place of each value, by which a catalogue finds its own words for it; programs are not
/// told sentences but kinds and values. Two messages are equal that say the same in English.
public struct Message: Sendable {
  /// The English sentence with `{}` in the place of each value.
  public let key: String
  /// The values in the order in which the English sentence has them.
  public let values: [Part]

  /// What fills a place of a sentence.
  public enum Part: Sendable, Hashable {
    /// A name, or anything that is the same in all languages.
    case text(String)
    /// How many; decides a plural form.
    case number(Int)
    /// A clause or another sentence, which has a key of its own.
    case message(Message)
  }

  /// Makes a message of a sentence's key and its values.
  public init(key: String, values: [Part]) {
    self.key = key
    self.values = values
  }

  /// The sentence with a hint behind it, which begins with its own space or is empty.
  public func hinted(_ hint: Message) -> Message {
    hint.key.isEmpty ? self : "\(self)\(hint)"
  }

  /// One sentence after the other, both of which are told by their own keys.
  public func followed(by next: Message?) -> Message {
    next.map { "\(self) \($0)" } ?? self
  }
}

extension Message {
  /// The same sentence with its texts changed, such as to mask a secret in them.
  public func mapTexts(_ change: (String) -> String) -> Message {
    Message(
      key: change(key),
      values: values.map { value in
        switch value {
        case .text(let text): .text(change(text))
        case .number: value
        case .message(let message): .message(message.mapTexts(change))
        }
      })
  }
}

extension Message: CustomStringConvertible {
  /// The sentence in English.
  public var description: String {
    let pieces = key.split(separator: "{}", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for (value, piece) in zip(values, pieces.dropFirst()) { text += value.description + piece }
    return text
  }
}

extension Message.Part: CustomStringConvertible {
  /// The value in English.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .message(let message): message.description
    }
  }
}

extension Message: Hashable {
  /// Whether both say the same in English.
  public static func == (first: Message, second: Message) -> Bool {
    first.description == second.description
  }

  /// Hashes what is said in English.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Message: ExpressibleByStringInterpolation {
  /// A sentence without values.
  public init(stringLiteral text: String) { self.init(key: text, values: []) }

  /// A sentence with values.
  public init(stringInterpolation: Interpolation) {
    self.init(key: stringInterpolation.key, values: stringInterpolation.values)
  }

  /// Collects the words of a sentence and its values.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var values: [Part] = []

    /// Begins a sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
    }

    /// Takes words of the sentence itself.
    public mutating func appendLiteral(_ literal: String) { key += literal }

    /// Takes a number of things.
    public mutating func appendInterpolation(_ number: Int) { append(.number(number)) }

    /// Takes a clause.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Takes an error, by its own message where it has one.
    public mutating func appendInterpolation(_ error: any Error) {
      append((error as? any MessageError).map { .message($0.message) } ?? .text("\(error)"))
    }

    /// Takes a word of the project's own, such as a type's name.
    public mutating func appendInterpolation(_ value: some RawRepresentable<String>) {
      append(.text(value.rawValue))
    }

    /// Takes anything else, which is the same in all languages.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.text(value.description))
    }

    private mutating func append(_ value: Part) {
      key += "{}"
      values.append(value)
    }
  }

  /// A sentence that is written in two pieces.
  public static func + (first: Message, second: Message) -> Message {
    Message(key: first.key + second.key, values: first.values + second.values)
  }
}

/// An error that says in any language what happened.
public protocol MessageError: Error, CustomStringConvertible {
  /// What happened, what still works, what next.
  var message: Message { get }
}

extension MessageError {
  /// The message in English.
  public var description: String { message.description }
}
