extension SoQL {
  /// A word of a query.
  enum Token: Sendable, Hashable {
    case name(String)
    case text(String)
    case number(Double)
    case symbol(String)
  }

  /// The words of a query.
  ///
  /// Names are in lower case, because SoQL does not tell cases apart.
  static func tokens(of query: String) throws(Mistake) -> [Token] {
    var reader = TokenReader(query)
    var tokens: [Token] = []
    while let token = try reader.next() {
      tokens.append(token)
    }
    return tokens
  }
}

/// Cuts a query into words.
private struct TokenReader {
  private let characters: [Character]
  private var place = 0

  init(_ query: String) {
    characters = Array(query)
  }

  mutating func next() throws(SoQL.Mistake) -> SoQL.Token? {
    _ = take { $0.isWhitespace }
    guard place < characters.count else { return nil }
    switch characters[place] {
    case "'", "\"": return .text(try quoted(by: characters[place]))
    case "`": return .name(try quoted(by: "`").lowercased())
    case ":", "_", "a"..."z", "A"..."Z": return nameOrStar()
    case "0"..."9", ".": return try number()
    default: return try symbol()
    }
  }

  private mutating func take(while belongs: (Character) -> Bool) -> String {
    let start = place
    while place < characters.count, belongs(characters[place]) { place += 1 }
    return String(characters[start..<place])
  }

  /// A text in quotation marks; the mark twice stands for the mark itself.
  private mutating func quoted(by mark: Character) throws(SoQL.Mistake) -> String {
    var text = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      if character == mark {
        guard place < characters.count, characters[place] == mark else { return text }
        place += 1
      }
      text.append(character)
    }
    throw malformed("a closing \(mark)")
  }

  private mutating func nameOrStar() -> SoQL.Token {
    if characters[place...].starts(with: ":*") {
      place += 2
      return .symbol(":*")
    }
    let name = take { $0.isLetter || $0.isNumber || [":", "_", "@", "-"].contains($0) }
    return .name(name.lowercased())
  }

  private mutating func number() throws(SoQL.Mistake) -> SoQL.Token {
    var digits = take { $0.isNumber || $0 == "." }
    if place < characters.count, ["e", "E"].contains(characters[place]) {
      digits.append(characters[place])
      place += 1
      digits += take { $0.isNumber || $0 == "+" || $0 == "-" }
    }
    guard let number = SoQL.number(digits) else { throw malformed("a number") }
    return .number(number)
  }

  private mutating func symbol() throws(SoQL.Mistake) -> SoQL.Token {
    let rest = characters[place...]
    for symbol in ["<=", ">=", "!=", "<>", "=", "<", ">", "(", ")", ",", "*", "-", "+"]
    where rest.starts(with: symbol) {
      place += symbol.count
      return .symbol(symbol == "<>" ? "!=" : symbol)
    }
    throw malformed("a name, a number, a quoted text or an operator")
  }

  private func malformed(_ expected: String) -> SoQL.Mistake {
    let found = place < characters.count ? "`\(characters[place])'" : "end of input"
    return SoQL.Mistake(
      code: "query.compiler.malformed",
      message: "Could not parse SoQL query at line 1 character \(place + 1): "
        + "Expected \(expected), but got \(found)")
  }
}
