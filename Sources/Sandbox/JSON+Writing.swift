extension Sandbox.JSON {
  /// The value as JSON text in UTF-8, object members sorted by name.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += String(bool).utf8
    case .integer(let number): bytes += String(number).utf8
    case .number(let number): bytes += Self.written(number).utf8
    case .text(let text): Self.append(text, to: &bytes)
    case .array(let elements): Self.append(elements, to: &bytes)
    case .object(let members): Self.append(members, to: &bytes)
    }
  }

  private static func written(_ number: Double) -> String {
    number.isFinite ? number.description : "null"
  }

  private static func append(_ elements: [Sandbox.JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ members: [String: Sandbox.JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, name) in members.keys.sorted().enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      members[name, default: .null].append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x00..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
      case 0x10..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
