@testable import AlmanacCore
@testable import AlmanacDecoding

/// Folding, sort keys and UTF-8 of any bytes; a zero byte parts two texts.
func checkText(_ bytes: Bytes) {
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let (left, right) = (Array(parts[0]), Array(parts.last ?? parts[0]))
  for text in [left, right] {
    let scalars = Array(UTF8Scalars(text))
    require(
      scalars == Array(String(decoding: text, as: UTF8.self).unicodeScalars),
      "malformed bytes read as the standard library reads them")
    checkFolding(text, scalars)
  }
  checkOrder(left, right)
}

private func checkFolding(_ text: [UInt8], _ scalars: [Unicode.Scalar]) {
  let folded = TextFolding.fold(text)
  require(TextFolding.fold(folded) == folded, "folding twice is folding once")
  require(TextFolding.fold(scalars) == folded, "scalars fold like their bytes")
  require(String(validating: folded, as: UTF8.self) != nil, "folded text is UTF-8")
  require(folded.first != 0x20 && folded.last != 0x20, "no space at the ends")
  require(!folded.isEmpty || TextFolding.fold(text + text).isEmpty, "nothing twice is nothing")
  let key = Collation.root.sortKey(text)
  require(!key.contains(0), "a sort key holds no zero")
  let order = OrderKey.of(key)
  require(order.key < OrderKey.absent, "a text is not absent")
}

private func checkOrder(_ left: [UInt8], _ right: [UInt8]) {
  let (mine, theirs) = (Collation.root.sortKey(left), Collation.root.sortKey(right))
  require(
    Collation.root.isOrdered(left, before: right) == mine.lexicographicallyPrecedes(theirs),
    "texts are in the order of their keys")
  if mine == theirs {
    require(TextFolding.fold(left) == TextFolding.fold(right), "what ties folds alike")
  }
  for descending in [false, true] {
    let (low, high) = (
      OrderKey.of(mine, descending: descending), OrderKey.of(theirs, descending: descending)
    )
    let (first, second) = descending ? (theirs, mine) : (mine, theirs)
    if low.key < high.key {
      require(first.lexicographicallyPrecedes(second), "keys are in the order of texts")
    }
    if low.key == high.key, !low.tiesNeedFullKey, !high.tiesNeedFullKey {
      require(mine == theirs, "a tie that needs no more is one")
    }
  }
}

/// Order keys are in the order of their values.
func checkOrder(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let (left, right) = (choices.word(), choices.word())
  let (mine, theirs) = (Int64(bitPattern: left), Int64(bitPattern: right))
  checkKeys(mine, theirs, OrderKey.of(mine), OrderKey.of(theirs))
  checkKeys(
    theirs, mine, OrderKey.of(mine, descending: true), OrderKey.of(theirs, descending: true))
  let (low, high) = (Double(bitPattern: left), Double(bitPattern: right))
  guard !low.isNaN, !high.isNaN else {
    return require(OrderKey.of(Double.nan) == OrderKey.absent, "no number is absent")
  }
  checkKeys(low, high, OrderKey.of(low), OrderKey.of(high))
  checkKeys(high, low, OrderKey.of(low, descending: true), OrderKey.of(high, descending: true))
  if low == high { require(OrderKey.of(low) == OrderKey.of(high), "equal numbers tie") }
}

private func checkKeys<V: Comparable>(_ left: V, _ right: V, _ mine: UInt64, _ theirs: UInt64) {
  require(mine < OrderKey.absent && theirs < OrderKey.absent, "a value is not absent")
  if mine < theirs { require(left < right, "keys are in the order of \(left) and \(right)") }
  if left < right { require(mine <= theirs, "\(left) and \(right) are in the order of keys") }
}
