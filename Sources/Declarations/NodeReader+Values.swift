import Yams

extension NodeReader {
  /// A text as it is written: `no`, `1e3` and `2011-01-01` are texts here, whatever YAML makes of
  /// them.
  var text: String? { text(expected: "a text") }

  func text(expected: Message) -> String? {
    guard let word = word else {
      wrong(expected: expected)
      return nil
    }
    return word
  }

  /// The text, without complaint where there is none.
  var word: String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty, !isNothing else { return nil }
    return scalar.string
  }

  var texts: [String] { elements.compactMap(\.text) }

  /// A whole number in decimal digits.
  func integer(in range: ClosedRange<Int>) -> Int? {
    guard let number = word.flatMap({ Int($0) }), range.contains(number) else {
      wrong(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// A finite decimal number.
  var number: Double? {
    guard let number = word.flatMap(Self.number) else {
      wrong(expected: "a number")
      return nil
    }
    return number
  }

  /// A finite number as `-12.5` or `1e3`; YAML's octals, base 60 and infinities are none.
  static func number(_ text: String) -> Double? {
    let digits = Set("0123456789+-.eE".utf8)
    guard text.utf8.allSatisfy(digits.contains), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// The path of a value in a source's record.
  var path: FieldPath? {
    guard let text = text(expected: "a path such as names.common") else { return nil }
    let path = FieldPath(text)
    if path.components.isEmpty { wrong(expected: "a path such as names.common") }
    return path
  }

  /// One path or several, of which the first that has a value wins.
  var paths: [FieldPath] {
    if isEmpty { complain("expected at least one path.") }
    if parts.isEmpty, !isList { wrong(expected: "a path such as names.common, or a list of paths") }
    return parts.compactMap(\.path)
  }

  /// One of the cases of an enumeration, by its name.
  func choice<T: CaseIterable & RawRepresentable<String>>(of type: T.Type) -> T? {
    choice(T.allCases.map(\.rawValue)).flatMap(T.init(rawValue:))
  }

  /// `true` or `false`.
  var boolean: Bool? {
    guard let word, ["true", "false"].contains(word) else {
      wrong(expected: "true or false")
      return nil
    }
    return word == "true"
  }

  /// One of a few words.
  func choice(_ names: [String]) -> String? {
    let expected: Message = "one of \(names.joined(separator: ", "))"
    guard let text = text(expected: expected) else { return nil }
    if names.contains(text) { return text }
    complain(
      Message("expected \(expected), found \(kind).")
        .hinted(NearestWord.hint(for: text, among: names)))
    return nil
  }

  /// A text, or texts by language.
  var words: Words? {
    guard isMapping else {
      return text(expected: "a text, or texts by language").map(Words.init(english:))
    }
    var byLanguage: [String: String] = [:]
    for (language, value) in entries {
      if !Self.isLanguage(language) {
        value.complain("expected a language code of two letters, such as en or pl.")
      }
      byLanguage[language] = value.text ?? ""
    }
    if byLanguage["en"] == nil { complain("expected a text for en (English).") }
    return Words(byLanguage)
  }

  /// Whether a word can be a language code: two letters.
  static func isLanguage(_ word: String) -> Bool {
    word.utf8.count == 2 && word.utf8.allSatisfy { (97...122).contains($0) }
  }

  /// Names with values, such as headers.
  var parameters: [Source.Parameter] {
    entries.compactMap { name, value in
      value.text.map { Source.Parameter(name: name, value: $0) }
    }
  }

  /// The address of a page for people.
  var homepage: String? {
    guard let text else { return nil }
    guard SourceAddress.isWeb(text) else {
      wrong(expected: "an address that begins with https:// or http://")
      return nil
    }
    return text
  }
}
