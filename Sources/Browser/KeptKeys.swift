import AlmanacCore

/// The public keys of rows.
struct KeptKeys {
  private let isInteger: Bool
  private(set) var wholes: [Int64] = []
  private(set) var texts = TextColumn()
  /// The rows in the order of their keys.
  private(set) var order: [Int32] = []
  /// Where each row stands in that order.
  private(set) var ranks: [Int32] = []

  init(isInteger: Bool) { self.isInteger = isInteger }

  /// Adds the key of the next row; false where it is none.
  mutating func add(_ reader: inout ByteReader) -> Bool {
    if isInteger {
      guard let whole = reader.whole() else { return false }
      wholes.append(whole)
    } else {
      guard let text = reader.text() else { return false }
      texts.add(text)
      texts.endRow()
    }
    return true
  }

  /// Puts the keys in order: numbers by size, texts byte by byte.
  mutating func finish() {
    let keys =
      isInteger
      ? wholes.map { OrderKey.of($0) } : texts.ranksBytewise().map { OrderKey.of(Int64($0)) }
    var entries: [RankedEntry] = []
    entries.reserveCapacity(keys.count)
    for row in keys.indices { entries.append(RankedEntry(key: keys[row], row: Int64(row))) }
    entries.sort()
    order = entries.map { Int32($0.row) }
    ranks = [Int32](repeating: 0, count: order.count)
    for rank in order.indices { ranks[Int(order[rank])] = Int32(rank) }
  }
}
