extension RecordScanner {
  /// Passes a number as RFC 8259 writes it: no plus sign, no leading zero, digits around a point.
  mutating func number() throws(JSONFlaw) -> Piece {
    let start = at
    var index = at
    if base[index] == UInt8(ascii: "-") { index &+= 1 }
    if index < end, base[index] == UInt8(ascii: "0") {
      index &+= 1
    } else {
      index = try endOfDigits(from: index)
    }
    if index < end, base[index] == UInt8(ascii: ".") { index = try endOfDigits(from: index &+ 1) }
    if index < end, base[index] | 0x20 == UInt8(ascii: "e") {
      index = try endOfExponent(from: index &+ 1)
    }
    move(to: index)
    return piece(from: start, .number)
  }

  /// The offset after one digit or more.
  @inline(__always)
  private func endOfDigits(from start: Int) throws(JSONFlaw) -> Int {
    var index = start
    while index < end, base[index] &- UInt8(ascii: "0") <= 9 { index &+= 1 }
    guard index > start else {
      throw index < end ? .unexpected(index) : .truncated(index)
    }
    return index
  }

  private func endOfExponent(from start: Int) throws(JSONFlaw) -> Int {
    guard start < end else { throw .truncated(start) }
    let isSigned = base[start] == UInt8(ascii: "+") || base[start] == UInt8(ascii: "-")
    return try endOfDigits(from: isSigned ? start + 1 : start)
  }
}
