extension RecordScanner {
  /// Passes a string; the opening quote is the next byte.
  @inline(__always)
  mutating func string() throws(JSONFlaw) -> Piece {
    let start = at &+ 1
    var index = start
    var kind = Piece.Kind.string
    while true {
      index = endOfPlain(from: index)
      guard index < end else { throw .truncated(end) }
      if base[index] == UInt8(ascii: "\"") { break }
      guard base[index] == UInt8(ascii: "\\") else { throw .unexpected(index) }
      kind = .escaped
      index = try endOfEscape(at: index)
    }
    move(to: index &+ 1)
    return Piece(bytes: Bytes(start: base + start, count: index &- start), kind: kind)
  }

  /// The offset of the first quote, backslash or control character, eight bytes at a time.
  ///
  /// A byte of `word` is zero where `(word - 0x01…) & ~word & 0x80…` has its high bit set; the
  /// lowest such bit is always right, higher ones may be borrowed.
  @inline(__always)
  private func endOfPlain(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index &+ 8 <= end {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let found =
        ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- ones &* 0x20) & ~word)
      let marks = found & (ones &* 0x80)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < end, !Self.endsPlain(base[index]) { index &+= 1 }
    return index
  }

  private static func endsPlain(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The offset after an escape; a lone surrogate is grammar, and becomes U+FFFD when decoded.
  private func endOfEscape(at offset: Int) throws(JSONFlaw) -> Int {
    guard offset + 1 < end else { throw .truncated(end) }
    switch base[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    case UInt8(ascii: "u"):
      for digit in offset + 2..<offset + 6 {
        guard digit < end else { throw .truncated(end) }
        guard base[digit].hexDigit != nil else { throw .unexpected(digit) }
      }
      return offset + 6
    default:
      throw .unexpected(offset + 1)
    }
  }
}

extension UInt8 {
  /// The value of an ASCII digit; nothing for any other byte.
  var digit: UInt8? {
    let value = self &- UInt8(ascii: "0")
    return value <= 9 ? value : nil
  }

  /// The value of an ASCII hexadecimal digit; nothing for any other byte.
  var hexDigit: UInt16? {
    if let digit { return UInt16(digit) }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? UInt16(letter) + 10 : nil
  }
}
