/// XML under construction, as bytes; texts are escaped unless they are called raw.
struct XMLText: Sendable {
  /// What is written so far, UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Appends markup that is ours.
  mutating func raw(_ markup: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Appends a text that may hold anything, for use between tags and inside quoted attributes;
  /// what XML 1.0 cannot hold (section 2.2) is left out.
  mutating func add(_ text: String) {
    for scalar in text.unicodeScalars where Self.isAllowed(scalar) {
      switch scalar {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\"": raw("&quot;")
      case "\r": raw("&#13;")
      default: bytes.append(contentsOf: Character(scalar).utf8)
      }
    }
  }

  /// Appends an element with a text.
  mutating func element(_ name: StaticString, _ text: String) {
    raw("<")
    raw(name)
    raw(">")
    add(text)
    raw("</")
    raw(name)
    raw(">\n")
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
