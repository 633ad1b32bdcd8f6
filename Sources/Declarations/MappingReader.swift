import Yams

/// Collects what is wrong while a dataset file is read.
final class ProblemLog {
  let file: String
  var problems: [DeclarationProblem] = []

  init(file: String) {
    self.file = file
  }

  func add(_ key: String, _ line: Int, _ message: String) {
    problems.append(DeclarationProblem(file: file, line: line, key: key, message: message))
  }
}

/// One value of a YAML file with the key and line that a problem would name.
struct NodeReader {
  let node: Node
  let key: String
  let log: ProblemLog

  var line: Int { node.mark?.line ?? 0 }

  /// "a list", "a number": what stands there, in plain words.
  var kind: String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar) where scalar.string.isEmpty || node.null != nil: "nothing"
    case .scalar(let scalar): "\"\(scalar.string)\""
    }
  }

  func complain(_ message: String) {
    log.add(key, line, message)
  }

  func wrong(expected: String) {
    complain("expected \(expected), found \(kind).")
  }

  var text: String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty, node.null == nil else {
      wrong(expected: "a text")
      return nil
    }
    return scalar.string
  }

  func integer(in range: ClosedRange<Int>) -> Int? {
    guard let number = node.int, range.contains(number) else {
      wrong(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  var number: Double? {
    guard let number = node.float, number.isFinite else {
      wrong(expected: "a number")
      return nil
    }
    return number
  }

  /// The elements of a list; one scalar counts as a list of one.
  var elements: [NodeReader] {
    switch node {
    case .sequence(let sequence):
      return sequence.enumerated().map {
        NodeReader(node: $1, key: "\(key)[\($0)]", log: log)
      }
    case .scalar where node.null == nil: return [self]
    default:
      wrong(expected: "a list")
      return []
    }
  }

  var texts: [String] { elements.compactMap(\.text) }

  /// The entries of a mapping whose keys are the person's own, in order.
  var entries: [(name: String, value: NodeReader)] {
    guard case .mapping(let mapping) = node else {
      wrong(expected: "a mapping")
      return []
    }
    return mapping.compactMap { name, value in
      guard let name = name.string else { return nil }
      return (name, NodeReader(node: value, key: key.isEmpty ? name : "\(key).\(name)", log: log))
    }
  }

  /// The entries of a mapping with known keys; unknown keys are told with the nearest known one.
  func mapping(of known: [String]) -> MappingReader? {
    guard case .mapping(let mapping) = node else {
      wrong(expected: "a mapping with " + known.joined(separator: ", "))
      return nil
    }
    var values: [String: NodeReader] = [:]
    for entry in entries { values[entry.name] = entry.value }
    for (name, _) in mapping where !known.contains(name.string ?? "") {
      complain(unknown: name, known: known)
    }
    return MappingReader(values: values, reader: self)
  }

  private func complain(unknown name: Node, known: [String]) {
    let word = name.string ?? "?"
    log.add(
      key.isEmpty ? word : "\(key).\(word)", name.mark?.line ?? line,
      "unknown key.\(NearestWord.hint(for: word, among: known))"
        + " Valid here: \(known.joined(separator: ", ")).")
  }

  /// One of the cases of an enumeration, by its name.
  func choice<T: CaseIterable & RawRepresentable<String>>(of type: T.Type) -> T? {
    guard let text else { return nil }
    if let found = T(rawValue: text) { return found }
    let names = T.allCases.map(\.rawValue)
    complain(
      "expected one of \(names.joined(separator: ", ")), found \"\(text)\"."
        + NearestWord.hint(for: text, among: names))
    return nil
  }

  /// A text, or texts by language.
  var words: Words? {
    guard case .mapping = node else { return text.map(Words.init(english:)) }
    var byLanguage: [String: String] = [:]
    for (language, value) in entries {
      guard language.count == 2, language.allSatisfy({ ("a"..."z").contains($0) }) else {
        value.complain("expected a language code of two letters, such as en or pl.")
        continue
      }
      byLanguage[language] = value.text
    }
    if byLanguage["en"] == nil { complain("expected a text for en (English).") }
    return Words(byLanguage)
  }

  /// Names with values, such as headers.
  var parameters: [Source.Parameter] {
    entries.compactMap { name, value in
      value.text.map { Source.Parameter(name: name, value: $0) }
    }
  }
}

/// A mapping with known keys.
struct MappingReader {
  let values: [String: NodeReader]
  let reader: NodeReader

  subscript(_ key: String) -> NodeReader? { values[key] }

  func has(_ key: String) -> Bool { values[key] != nil }

  /// The value of a key that must be there.
  func required(_ key: String, _ expected: String) -> NodeReader? {
    if let value = values[key] { return value }
    let path = reader.key.isEmpty ? key : "\(reader.key).\(key)"
    reader.log.add(path, reader.line, "missing: expected \(expected).")
    return nil
  }

  /// Complains about keys that mean nothing here.
  func forbid(_ keys: [String], _ why: String) {
    for key in keys { values[key]?.complain(why) }
  }
}
