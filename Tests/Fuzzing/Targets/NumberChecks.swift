@testable import AlmanacDecoding

/// Numbers in text against the standard library's reading of them.
func checkNumber(_ bytes: Bytes) {
  let text = String(decoding: bytes, as: UTF8.self)
  let isPlain = bytes.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
  guard let number = NumberText(bytes) else {
    return require(!isPlain || Double(text) == nil, "\(text) is a number")
  }
  let plain = text.filter { $0 != "," }
  let expected = Double(plain)
  require(expected != nil, "\(text) is no number")
  guard let expected else { return }
  require(
    number.number?.bitPattern == (expected.isFinite ? expected.bitPattern : nil)
      || number.number == expected, "\(text) is \(expected), not \(number.number ?? .nan)")
  if let whole = Int64(plain) { require(number.integer == whole, "\(text) is whole") }
  guard let whole = number.integer else { return }
  require(Double(whole) == expected, "\(text) is not \(whole)")
}

/// Cursors are in one order: no circle, no two of which each comes first.
func checkCursors(_ bytes: Bytes) {
  let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
  let cursors = lines.prefix(3).map { Cursor(String(decoding: $0, as: UTF8.self)) }
  for a in cursors {
    require(!(a < a), "\(a.text) comes before itself")
    for b in cursors {
      require(!(a < b && b < a), "\(a.text) and \(b.text) come before each other")
      for c in cursors where a < b && b < c {
        require(a < c, "\(a.text) < \(b.text) < \(c.text), but not in a row")
      }
    }
  }
}
