/// Reads JSON (RFC 8259) from bytes, value by value, without building a tree.
///
/// Every value it passes is checked against the grammar, so a cut or a stray byte is noticed even in
/// parts that nobody asked for. Nesting is limited to `deepest` levels. One pass, no allocation.
struct RecordScanner {
  /// The levels of nesting that are followed.
  static let deepest = 512

  let base: UnsafePointer<UInt8>
  let end: Int
  /// The offset of the next byte.
  private(set) var at = 0
  private var depth = 0

  /// A scanner at the first of the bytes; nothing where there are none.
  init?(_ bytes: Bytes) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    self.base = base
    end = bytes.count
  }

  /// Passes white space.
  @inline(__always)
  mutating func skipSpace() {
    while at < end, base[at] <= 0x20, Self.isSpace(base[at]) { at &+= 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The first byte of the next value, not passed.
  @inline(__always)
  mutating func next() throws(JSONFlaw) -> UInt8 {
    skipSpace()
    guard at < end else { throw .truncated(at) }
    return base[at]
  }

  /// Passes a value.
  mutating func value() throws(JSONFlaw) -> Piece {
    switch try next() {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  /// Enters a list or an object, and says whether it has anything inside.
  mutating func enter(closing close: UInt8) throws(JSONFlaw) -> Bool {
    at &+= 1
    depth &+= 1
    guard depth <= Self.deepest else { throw .tooDeep(at &- 1) }
    guard try next() == close else { return true }
    leave()
    return false
  }

  /// After a value inside a list or an object: whether another follows.
  @inline(__always)
  mutating func another(closing close: UInt8) throws(JSONFlaw) -> Bool {
    let byte = try next()
    if byte == UInt8(ascii: ",") {
      at &+= 1
      return true
    }
    guard byte == close else { throw .unexpected(at) }
    leave()
    return false
  }

  private mutating func leave() {
    at &+= 1
    depth &-= 1
  }

  /// Passes a key of an object and the colon after it.
  @inline(__always)
  mutating func key() throws(JSONFlaw) -> Piece {
    guard try next() == UInt8(ascii: "\"") else { throw .unexpected(at) }
    let key = try string()
    guard try next() == UInt8(ascii: ":") else { throw .unexpected(at) }
    at &+= 1
    return key
  }

  private mutating func object() throws(JSONFlaw) -> Piece {
    let start = at
    var more = try enter(closing: UInt8(ascii: "}"))
    while more {
      _ = try key()
      _ = try value()
      more = try another(closing: UInt8(ascii: "}"))
    }
    return piece(from: start, .object)
  }

  private mutating func array() throws(JSONFlaw) -> Piece {
    let start = at
    var more = try enter(closing: UInt8(ascii: "]"))
    while more {
      _ = try value()
      more = try another(closing: UInt8(ascii: "]"))
    }
    return piece(from: start, .array)
  }

  private mutating func word(_ word: StaticString, _ kind: Piece.Kind) throws(JSONFlaw) -> Piece {
    let start = at
    for index in 0..<word.utf8CodeUnitCount {
      guard at < end else { throw .truncated(at) }
      guard base[at] == word.utf8Start[index] else { throw .unexpected(at) }
      at &+= 1
    }
    return piece(from: start, kind)
  }

  /// Everything from an offset to here.
  @inline(__always)
  func piece(from start: Int, _ kind: Piece.Kind) -> Piece {
    Piece(bytes: Bytes(start: base + start, count: at &- start), kind: kind)
  }

  /// Makes sure that nothing but white space is left.
  mutating func finish() throws(JSONFlaw) {
    skipSpace()
    guard at == end else { throw .unexpected(at) }
  }

  /// Moves to an offset, such as back to a value that is to be read twice.
  @inline(__always)
  mutating func move(to offset: Int) {
    at = offset
  }
}

/// Why bytes are not JSON, and at which of them it shows.
enum JSONFlaw: Error, Hashable {
  /// The answer ends in the middle.
  case truncated(Int)
  /// A byte that cannot stand there.
  case unexpected(Int)
  /// More levels of nesting than are followed.
  case tooDeep(Int)
}
