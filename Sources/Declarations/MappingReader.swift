/// A mapping with known keys.
struct MappingReader {
  let values: [String: NodeReader]
  let reader: NodeReader

  subscript(_ key: String) -> NodeReader? { values[key] }

  func has(_ key: String) -> Bool { values[key] != nil }

  /// The value of a key that must be there.
  func required(_ key: String, _ expected: Message) -> NodeReader? {
    if let value = values[key] { return value }
    let path = reader.key.isEmpty ? key : "\(reader.key).\(key)"
    reader.log.add(path, reader.line, "missing: expected \(expected).")
    return nil
  }

  /// Complains about keys that mean nothing here.
  func forbid(_ keys: [String], _ why: Message) {
    for key in keys { values[key]?.complain(why) }
  }
}
