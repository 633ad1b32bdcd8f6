/// JSON as a tree, read the plain way: the model that the scanner is held to.
indirect enum JSONModel: Equatable {
  case word([UInt8])
  case number([UInt8])
  case string([UInt8])
  case array([JSONModel])
  case object([Member])

  /// A key and its value.
  struct Member: Equatable {
    var key: [UInt8]
    var value: JSONModel
  }

  /// The tree of a whole text; nothing where it is not JSON (RFC 8259), or deeper than 512 levels.
  static func read(_ text: [UInt8]) -> JSONModel? {
    var reader = Reader(text: text[...])
    guard let tree = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    return reader.text.isEmpty ? tree : nil
  }

  private struct Reader {
    var text: ArraySlice<UInt8>

    mutating func skipSpace() { text = text.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) } }

    mutating func pass(_ word: String) -> Bool {
      guard text.starts(with: word.utf8) else { return false }
      text = text.dropFirst(word.utf8.count)
      return true
    }

    mutating func value(depth: Int) -> JSONModel? {
      skipSpace()
      for word in ["true", "false", "null"] where pass(word) { return .word(Array(word.utf8)) }
      if text.first == UInt8(ascii: "\"") { return string().map(JSONModel.string) }
      if depth < 512, pass("[") { return array(depth + 1) }
      if depth < 512, pass("{") { return object(depth + 1) }
      return number()
    }

    mutating func array(_ depth: Int) -> JSONModel? {
      var elements: [JSONModel] = []
      skipSpace()
      if pass("]") { return .array([]) }
      while let element = value(depth: depth) {
        elements.append(element)
        skipSpace()
        if pass("]") { return .array(elements) }
        guard pass(",") else { return nil }
      }
      return nil
    }

    mutating func object(_ depth: Int) -> JSONModel? {
      var members: [Member] = []
      skipSpace()
      if pass("}") { return .object([]) }
      while true {
        skipSpace()
        guard let key = string() else { return nil }
        skipSpace()
        guard pass(":"), let value = value(depth: depth) else { return nil }
        members.append(Member(key: key, value: value))
        skipSpace()
        if pass("}") { return .object(members) }
        guard pass(",") else { return nil }
      }
    }

    mutating func digits() -> Bool {
      let rest = text.drop { (0x30...0x39).contains($0) }
      defer { text = rest }
      return rest.count < text.count
    }

    mutating func number() -> JSONModel? {
      let start = text
      _ = pass("-")
      if !pass("0"), !digits() { return nil }
      if pass("."), !digits() { return nil }
      if pass("e") || pass("E") {
        if !pass("+") { _ = pass("-") }
        guard digits() else { return nil }
      }
      return .number(Array(start.prefix(start.count - text.count)))
    }

    /// The bytes of a string, its escapes decoded by way of UTF-16.
    mutating func string() -> [UInt8]? {
      guard pass("\"") else { return nil }
      var (bytes, units): ([UInt8], [UInt16]) = ([], [])
      while let byte = text.popFirst(), byte >= 0x20 {
        if byte == UInt8(ascii: "\\") {
          guard let unit = escape() else { return nil }
          units.append(unit)
          continue
        }
        bytes += Array(String(decoding: units, as: UTF16.self).utf8)
        units = []
        if byte == UInt8(ascii: "\"") { return bytes }
        bytes.append(byte)
      }
      return nil
    }

    mutating func escape() -> UInt16? {
      guard let letter = text.popFirst() else { return nil }
      let plain: [UInt8: UInt16] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
      ]
      guard letter == UInt8(ascii: "u") else { return plain[letter] }
      let digits = text.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else {
        return nil
      }
      text = text.dropFirst(4)
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
  }
}
