/// Writes the values of templates as JSON (RFC 8259): equal values always as equal bytes.
enum TemplateJSON {
  /// A value as JSON: a text, a truth, a whole number, a list, a dictionary, or nothing.
  static func bytes(_ value: Any) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  /// Appends a value.
  static func append(_ value: Any, to bytes: inout [UInt8]) {
    switch value {
    case let text as String: append(text: text, to: &bytes)
    case let truth as Bool: add(truth ? "true" : "false", &bytes)
    case let number as Int: add("\(number)", &bytes)
    case let values as [String: Any]: append(dictionary: values, to: &bytes)
    case let list as [Any]: append(list: list, to: &bytes)
    default:
      // `TemplateValue` makes nothing else.
      assert(value is TemplateValue.Nothing, "\(type(of: value)) is no value of a template")
      add("null", &bytes)
    }
  }

  private static func append(dictionary: [String: Any], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (place, entry) in dictionary.sorted(by: { $0.key < $1.key }).enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text: entry.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(entry.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(list: [Any], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (place, value) in list.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends a text in quotes.
  static func append(text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Appends UTF-8 as a text in quotes.
  static func append(utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if utf8.contains(where: isSpecial) {
      for byte in utf8 { append(byte, to: &bytes) }
    } else {
      bytes.append(contentsOf: utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    guard isSpecial(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    guard byte < 0x20 else { return bytes.append(byte) }
    if byte == 0x0A { return bytes.append(UInt8(ascii: "n")) }
    add("u00", &bytes)
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 15)])
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func add(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}
