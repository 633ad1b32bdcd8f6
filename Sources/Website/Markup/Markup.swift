/// HTML under construction, as bytes; texts are escaped unless they are called raw.
struct Markup: Sendable {
  /// What is written so far, UTF-8.
  private(set) var bytes: [UInt8] = []

  /// The whole as a text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends markup that is ours.
  mutating func raw(_ markup: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Appends a text that may hold anything, for use between tags and inside quoted attributes.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard utf8.contains(where: Self.isSpecial) else { return bytes.append(contentsOf: utf8) }
      for byte in utf8 { add(byte) }
    }
  }

  /// Appends a text that may hold anything, with parts of it marked.
  ///
  /// Parts are ranges of UTF-8 bytes; those that overlap one before or lie outside are left out.
  mutating func add(_ text: String, marked parts: [Range<Int>]) {
    let utf8 = Array(text.utf8)
    var written = 0
    for part in parts where part.lowerBound >= written && part.upperBound <= utf8.count {
      add(String(decoding: utf8[written..<part.lowerBound], as: UTF8.self))
      raw("<mark>")
      add(String(decoding: utf8[part], as: UTF8.self))
      raw("</mark>")
      written = part.upperBound
    }
    add(String(decoding: utf8[written...], as: UTF8.self))
  }

  /// Appends markup that was made before.
  mutating func add(_ markup: Markup) { bytes.append(contentsOf: markup.bytes) }

  /// Appends ASCII that holds nothing to escape.
  mutating func add(plain ascii: [UInt8]) { bytes.append(contentsOf: ascii) }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): raw("&amp;")
    case UInt8(ascii: "<"): raw("&lt;")
    case UInt8(ascii: ">"): raw("&gt;")
    case UInt8(ascii: "\""): raw("&quot;")
    case UInt8(ascii: "'"): raw("&#39;")
    default: bytes.append(byte)
    }
  }
}
