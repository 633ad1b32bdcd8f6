/// Writes the JSON object of what a record holds beyond its declaration.
///
/// Keys are in the order of their bytes, so that equal records give equal texts; white space between
/// the parts of a value is left out for the same reason, and escapes are spelt in one way.
struct ExtraWriter {
  private var output: [UInt8] = []
  /// Whether CSV cells lose the white space at their ends, as in the first versions.
  var trimsCells = false

  /// Begins anew.
  mutating func start() {
    output.removeAll(keepingCapacity: true)
  }

  /// Ends the object, and gives it; nothing where it is empty.
  mutating func finish() -> String? {
    guard !output.isEmpty else { return nil }
    output.append(UInt8(ascii: "}"))
    return output.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Adds a value under a label.
  mutating func add(_ label: ArraySlice<UInt8>, _ piece: Piece, _ scratch: Scratch) {
    start(label)
    append(piece, scratch)
  }

  /// Adds several values under a label, as a list.
  mutating func add(_ label: ArraySlice<UInt8>, _ pieces: [Piece], _ scratch: Scratch) {
    start(label)
    for (index, piece) in pieces.enumerated() {
      output.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
      append(piece, scratch)
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func start(_ label: ArraySlice<UInt8>) {
    output.append(output.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    output.append(contentsOf: label)
  }

  /// A key as it stands in an object: quoted, with the colon.
  static func label(_ key: some Collection<UInt8>) -> [UInt8] {
    var writer = ExtraWriter()
    writer.quote(key)
    return writer.output + [UInt8(ascii: ":")]
  }

  private mutating func append(_ piece: Piece, _ scratch: Scratch) {
    switch piece.kind {
    case .string:
      output.append(UInt8(ascii: "\""))
      output.append(contentsOf: piece.bytes)
      output.append(UInt8(ascii: "\""))
    case .escaped: quote(scratch.plain(piece))
    case .cell, .doubled:
      quote(trimsCells ? scratch.plain(piece).trimmed : scratch.plain(piece))
    case .object, .array: compact(piece.bytes, scratch)
    case .missing: output.append(contentsOf: "null".utf8)
    default: output.append(contentsOf: piece.bytes)
    }
  }

  /// Copies JSON without the white space between its parts, and each string with one spelling of
  /// its escapes: a server that writes its answers anew, `\u0141` for `Ł`, has changed no record.
  private mutating func compact(_ bytes: Bytes, _ scratch: Scratch) {
    var (start, index) = (0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let (end, isEscaped) = Self.endOfString(bytes, from: index + 1)
        if isEscaped {
          output.append(contentsOf: bytes.part(start..<index))
          quote(scratch.plain(Piece(bytes: bytes.part(index + 1..<end), kind: .escaped)))
          start = end + 1
        }
        index = end
      } else if byte <= 0x20 {
        output.append(contentsOf: bytes.part(start..<index))
        start = index + 1
      }
      index += 1
    }
    output.append(contentsOf: bytes.part(start..<bytes.count))
  }

  /// The offset of a string's closing quote, and whether there is an escape before it.
  private static func endOfString(_ bytes: Bytes, from start: Int) -> (end: Int, isEscaped: Bool) {
    var (index, isEscaped) = (start, false)
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      let isEscape = bytes[index] == UInt8(ascii: "\\")
      isEscaped = isEscaped || isEscape
      index += isEscape ? 2 : 1
    }
    return (min(index, bytes.count), isEscaped)
  }

  /// Writes a JSON string with the escapes that RFC 8259 demands and no others.
  private mutating func quote(_ text: some Collection<UInt8>) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: output += Array("\\u00".utf8) + Self.hexadecimal(byte)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
