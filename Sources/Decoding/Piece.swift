/// Bytes that someone else keeps alive.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// One value of the upstream as it stands in the answer: where its bytes are, and what they are.
///
/// It is only good while the answer's bytes are, that is, inside the call that decodes them.
struct Piece {
  /// What the bytes are.
  enum Kind: UInt8 {
    /// The record has no such key.
    case missing
    case null
    case `false`
    case `true`
    case number
    /// A JSON string without escapes; the bytes between its quotes.
    case string
    /// A JSON string with escapes; the bytes between its quotes.
    case escaped
    /// A cell of a CSV line, without its quotes.
    case cell
    /// A cell of a CSV line that holds doubled quotes, without its outer quotes.
    case doubled
    /// A JSON object, braces included.
    case object
    /// A JSON array, brackets included.
    case array
  }

  var bytes: Bytes
  var kind: Kind

  static var missing: Piece { Piece(bytes: Bytes(start: nil, count: 0), kind: .missing) }

  /// Whether the bytes are text: a JSON string or a CSV cell.
  var isText: Bool {
    switch kind {
    case .string, .escaped, .cell, .doubled: true
    default: false
    }
  }

  /// Whether there is no value: nothing, null, a blank text, an empty list or object.
  var isBlank: Bool {
    switch kind {
    case .missing, .null: true
    case .string, .cell: bytes.trimmed.isEmpty
    case .object, .array: Bytes(rebasing: bytes.dropFirst().dropLast()).trimmed.isEmpty
    default: false
    }
  }
}

extension Bytes {
  /// The bytes without white space at either end: ASCII's, and the no-break space of UTF-8.
  var trimmed: Bytes {
    guard let base = baseAddress else { return self }
    var (low, high) = (0, count)
    while low < high {
      let width = spaceWidth(at: low, before: high)
      guard width > 0 else { break }
      low += width
    }
    while high > low {
      if base[high - 1] <= 0x20 {
        high -= 1
      } else if high - low >= 2, base[high - 1] == 0xA0, base[high - 2] == 0xC2 {
        high -= 2
      } else {
        break
      }
    }
    return Bytes(start: base + low, count: high - low)
  }

  /// The number of bytes of white space that begin at an offset; 0 where something else does.
  private func spaceWidth(at offset: Int, before end: Int) -> Int {
    if self[offset] <= 0x20 { return 1 }
    let isNoBreak = offset + 1 < end && self[offset] == 0xC2 && self[offset + 1] == 0xA0
    return isNoBreak ? 2 : 0
  }

  /// Some of the bytes.
  func part(_ range: Range<Int>) -> Bytes {
    guard let base = baseAddress else { return self }
    return Bytes(start: base + range.lowerBound, count: range.count)
  }

  /// Whether the bytes spell an ASCII word, whatever its case; the word is given in small letters.
  func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }

  /// Whether both hold the same bytes.
  @inline(__always)
  func equals(_ other: UnsafePointer<UInt8>, count otherCount: Int) -> Bool {
    guard count == otherCount, let base = baseAddress else { return count == otherCount }
    var index = 0
    while index &+ 8 <= count {
      let mine = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      let theirs = UnsafeRawPointer(other + index).loadUnaligned(as: UInt64.self)
      if mine != theirs { return false }
      index &+= 8
    }
    while index < count {
      if base[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Whether the bytes come before others, byte by byte.
  func precedes(_ other: Bytes) -> Bool {
    lexicographicallyPrecedes(other)
  }

  /// The bytes as text; what is not UTF-8 becomes U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The beginning of the bytes as one line, for a person to read.
  func excerpt(_ limit: Int = 80) -> String {
    let start = part(0..<Swift.min(count, limit)).text
    let line = start.map { $0.isNewline ? " " : String($0) }.joined()
    return count > limit ? line + "…" : line
  }
}
