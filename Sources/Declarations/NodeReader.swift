import Yams

/// One value of a YAML file with the key and line that a problem would name.
struct NodeReader {
  let node: Node
  let key: String
  /// The line of the key, or of the value where it stands in a list.
  let line: Int
  let log: ProblemLog

  /// "a list", "a mapping", the text itself: what stands there, in plain words.
  var kind: Message {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar) where scalar.string.isEmpty || isNothing: "nothing"
    case .scalar(let scalar): "\"\(scalar.string)\""
    }
  }

  /// Whether nothing stands after the colon, or YAML's `null` or `~`.
  var isNothing: Bool { node.null != nil }

  var isMapping: Bool { node.mapping != nil }

  var isList: Bool { node.sequence != nil }

  /// Whether a list or mapping has nothing in it.
  var isEmpty: Bool { node.mapping?.isEmpty ?? node.sequence?.isEmpty ?? false }

  func complain(_ message: Message) {
    log.add(key, line, message)
  }

  func wrong(expected: Message) {
    complain("expected \(expected), found \(kind).")
  }

  /// The elements of a list, or a single value; nothing for a mapping.
  var parts: [NodeReader] {
    switch node {
    case .sequence(let sequence):
      sequence.enumerated().map { index, element in
        NodeReader(
          node: element, key: "\(key)[\(index)]", line: element.mark?.line ?? line, log: log)
      }
    case .scalar where !isNothing: [self]
    default: []
    }
  }

  /// The elements of a list; one value counts as a list of one.
  var elements: [NodeReader] {
    let parts = parts
    if parts.isEmpty, !isList { wrong(expected: "a list") }
    return parts
  }

  /// The entries of a mapping whose keys are the person's own, in order.
  var entries: [(name: String, value: NodeReader)] {
    guard case .mapping(let mapping) = node else {
      wrong(expected: "a mapping")
      return []
    }
    return mapping.compactMap { name, value in
      guard let word = name.string else {
        log.add(key, name.mark?.line ?? line, "expected a word as key.")
        return nil
      }
      return (word, child(word, value, name.mark?.line))
    }
  }

  /// The entries of a mapping, without complaint where there is none.
  var entriesOfMapping: [(name: String, value: NodeReader)] { isMapping ? entries : [] }

  /// A value of a mapping, without complaint where there is none.
  func child(_ name: String) -> NodeReader? {
    guard case .mapping(let mapping) = node else { return nil }
    return mapping.first { $0.key.string == name }
      .map { child(name, $0.value, $0.key.mark?.line) }
  }

  private func child(_ name: String, _ value: Node, _ line: Int?) -> NodeReader {
    NodeReader(
      node: value, key: key.isEmpty ? name : "\(key).\(name)", line: line ?? self.line, log: log)
  }

  /// The entries of a mapping with known keys; unknown keys are told with the nearest known one.
  func mapping(of known: [String]) -> MappingReader? {
    guard isMapping else {
      wrong(expected: "a mapping with \(known.joined(separator: ", "))")
      return nil
    }
    let entries = entries
    for (name, value) in entries where !known.contains(name) {
      value.complain(
        Message("unknown key.")
          .hinted(NearestWord.hint(for: name, among: known))
          .followed(by: "Valid here: \(known.joined(separator: ", "))."))
    }
    let values = Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
    return MappingReader(values: values, reader: self)
  }
}
