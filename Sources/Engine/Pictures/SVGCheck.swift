/// Reads an SVG's tags and refuses what could run or could not be shown (SVG 2; XML 1.0).
///
/// A drawing with scripts is refused, not cleaned: to clean it, this reader would have to understand
/// every byte exactly as every browser does, and one difference would let a script through. What
/// passes is served with a policy that runs nothing either way.
struct SVGCheck {
  /// The size that the root element states, in pixels.
  struct Drawing: Hashable {
    var width: Int?
    var height: Int?
  }

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []
  private var drawing: Drawing?

  /// The deepest nesting of elements.
  private static let mostLevels = 256

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Whether bytes begin as an XML text that may be an SVG.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    var check = SVGCheck(bytes)
    check.skipSpace()
    guard check.peek == UInt8(ascii: "<") else { return false }
    let beginning = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return beginning.contains("<svg") || beginning.contains(":svg")
  }

  /// The drawing's size, once every tag was found harmless and in its place.
  static func run(_ bytes: [UInt8]) throws(PictureRefusal) -> Drawing {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw .broken(.svg)
    }
    var check = SVGCheck(bytes)
    try check.readDocument()
    guard let drawing = check.drawing, check.open.isEmpty else { throw .broken(.svg) }
    return drawing
  }

  private mutating func readDocument() throws(PictureRefusal) {
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        guard !open.isEmpty || Self.isSpace(bytes[place]) else { throw .broken(.svg) }
        place += 1
        continue
      }
      try readMarkup()
    }
  }

  private mutating func readMarkup() throws(PictureRefusal) {
    if take("<!--") { return try skip(past: "-->") }
    if take("<![CDATA[") { return try skip(past: "]]>") }
    if take("<?") {
      if name().lowercased() == "xml-stylesheet" { throw .active("a style sheet from elsewhere") }
      return try skip(past: "?>")
    }
    if take("<!") { return try readDeclaration() }
    if take("</") { return try readEnd() }
    place += 1
    try readStart()
  }

  /// Only a bare DOCTYPE: one that declares entities can hide or multiply anything.
  private mutating func readDeclaration() throws(PictureRefusal) {
    guard name() == "DOCTYPE", drawing == nil else { throw .broken(.svg) }
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      if bytes[place] == UInt8(ascii: "[") { throw .active("declarations of its own") }
      place += 1
    }
    place += 1
  }

  private mutating func readEnd() throws(PictureRefusal) {
    let name = name()
    skipSpace()
    guard take(">"), open.popLast() == name else { throw .broken(.svg) }
  }

  private mutating func readStart() throws(PictureRefusal) {
    let name = name()
    guard !name.isEmpty, open.count < Self.mostLevels, !(drawing != nil && open.isEmpty) else {
      throw .broken(.svg)
    }
    let local = Self.local(name)
    if Self.activeElements.contains(local) { throw .active("a \(local) element") }
    let attributes = try readAttributes()
    for (name, value) in attributes { try Self.examine(name, value) }
    if drawing == nil { drawing = try Self.root(local, attributes) }
    if take("/>") { return }
    guard take(">") else { throw .broken(.svg) }
    open.append(name)
  }

  private mutating func readAttributes() throws(PictureRefusal) -> [(String, String)] {
    var attributes: [(String, String)] = []
    while true {
      skipSpace()
      guard let next = peek else { throw .broken(.svg) }
      if next == UInt8(ascii: "/") || next == UInt8(ascii: ">") { return attributes }
      let name = name()
      skipSpace()
      guard !name.isEmpty, take("=") else { throw .broken(.svg) }
      skipSpace()
      attributes.append((name, try value()))
    }
  }
}

extension SVGCheck {
  private static let activeElements: Set<String> = [
    "script", "foreignobject", "iframe", "embed", "object", "audio", "video", "canvas", "handler",
    "listener", "link", "meta", "html",
  ]

  /// What a link inside a drawing may begin with: a part of itself, a page, or a plain picture.
  private static let harmlessLinks = [
    "#", "https://", "http://", "data:image/png", "data:image/jpeg", "data:image/gif",
    "data:image/webp",
  ]

  /// Refuses event handlers, links that may run, and animations that would make either.
  private static func examine(_ name: String, _ value: String) throws(PictureRefusal) {
    let local = local(name)
    if local.hasPrefix("on") { throw .active("the attribute \(local)") }
    if local == "href" || local == "src" {
      let link = value.trimmed.lowercased()
      guard link.isEmpty || harmlessLinks.contains(where: link.hasPrefix) else {
        throw .active("a link that is not to a page")
      }
    }
    if local == "attributename" {
      let animated = Self.local(value.trimmed)
      if animated.hasPrefix("on") || animated == "href" || animated.contains("&") {
        throw .active("an animated link or handler")
      }
    }
  }

  private static func root(
    _ name: String, _ attributes: [(String, String)]
  ) throws(PictureRefusal) -> Drawing {
    let isSVG = attributes.contains { $0.1 == "http://www.w3.org/2000/svg" }
    guard name == "svg", isSVG else { throw .unknownKind }
    let box = attributes.first { $0.0 == "viewBox" }?.1.split { " ,\t\r\n".contains($0) } ?? []
    func side(_ name: String, _ index: Int) -> Int? {
      let stated = attributes.first { $0.0 == name }.flatMap { pixels($0.1[...]) }
      return stated ?? (box.count == 4 ? pixels(box[index]) : nil)
    }
    return Drawing(width: side("width", 2), height: side("height", 3))
  }

  /// A whole number of pixels from `320`, `320px` or `12.5`; nothing for `100%` or `20mm`.
  private static func pixels(_ text: Substring) -> Int? {
    let digits = text.hasSuffix("px") ? text.dropLast(2) : text
    guard let number = Double(digits), number >= 1, number <= 100_000 else { return nil }
    return Int(number.rounded())
  }

  /// A name without its prefix, in lower case.
  private static func local(_ name: String) -> String {
    name.lowercased().split(separator: ":").last.map(String.init) ?? ""
  }
}

extension SVGCheck {
  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skipSpace() {
    while let byte = peek, Self.isSpace(byte) { place += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func skip(past text: String) throws(PictureRefusal) {
    while place < bytes.count {
      if take(text) { return }
      place += 1
    }
    throw .broken(.svg)
  }

  private mutating func name() -> String {
    let start = place
    while let byte = peek, !Self.isSpace(byte), !"=/><\"'?".utf8.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func value() throws(PictureRefusal) -> String {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .broken(.svg)
    }
    guard let end = bytes[(place + 1)...].firstIndex(of: quote) else { throw .broken(.svg) }
    let value = bytes[(place + 1)..<end]
    guard !value.contains(UInt8(ascii: "<")) else { throw .broken(.svg) }
    place = end + 1
    return String(decoding: value, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
