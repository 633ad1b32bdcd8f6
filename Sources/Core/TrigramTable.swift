/// The words that hold each three bytes in a row.
///
/// After Zobel, Moffat and Sacks-Davis, "Searching large lexicons for partially specified terms"
/// (1993).
struct TrigramTable: Sendable {
  /// Open addressing: the trigrams, 0 where free; no folded text holds a zero.
  private var keys: [UInt32]
  /// Where each bucket's words begin and end in `words`.
  private var starts: [UInt32]
  private var ends: [UInt32]
  private var words: [UInt32] = []

  /// The trigrams of a table's terms. O(bytes)
  init(_ table: TermTable) {
    keys = [UInt32](repeating: 0, count: 1024)
    starts = []
    ends = [UInt32](repeating: 0, count: 1024)
    var used = 0
    Self.forEach(in: table) { key, _ in
      let bucket = bucket(of: key)
      if keys[bucket] == 0 { used += 1 }
      keys[bucket] = key
      ends[bucket] += 1
      if used * 2 > keys.count { grow() }
    }
    fill(from: table)
  }

  /// The words that hold a trigram, ascending; one that holds it twice may stand twice.
  func words(with key: UInt32) -> Range<Int> {
    let bucket = bucket(of: key)
    return Int(starts[bucket])..<Int(ends[bucket])
  }

  /// How many bytes of memory it holds.
  var byteCount: Int { (keys.count + starts.count + ends.count + words.count) * 4 }

  /// The word at a place.
  subscript(place: Int) -> Int { Int(words[place]) }

  /// The places of the fewest words that are known to be all with some bytes in them, three or more.
  func candidates(holding bytes: Span<UInt8>) -> Range<Int> {
    var best = words(with: Self.key(bytes, 0))
    for start in 0..<bytes.count - 2 {
      let found = words(with: Self.key(bytes, start))
      if found.count < best.count { best = found }
    }
    return best
  }

  static func key(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
  }

  private static func forEach(in table: TermTable, _ body: (UInt32, UInt32) -> Void) {
    for term in 0..<table.count {
      let place = table.place(of: term)
      guard place.count >= 3 else { continue }
      for start in place.lowerBound...(place.upperBound - 3) {
        body(key(table.bytes.span, start), UInt32(term))
      }
    }
  }

  private func bucket(of key: UInt32) -> Int {
    var bucket = Int(truncatingIfNeeded: key &* 0x9E37_79B1 >> 7) & (keys.count - 1)
    while keys[bucket] != 0, keys[bucket] != key { bucket = (bucket + 1) & (keys.count - 1) }
    return bucket
  }

  private mutating func grow() {
    let (oldKeys, oldCounts) = (keys, ends)
    keys = [UInt32](repeating: 0, count: oldKeys.count * 4)
    ends = [UInt32](repeating: 0, count: oldKeys.count * 4)
    for (key, count) in zip(oldKeys, oldCounts) where key != 0 {
      let bucket = bucket(of: key)
      keys[bucket] = key
      ends[bucket] = count
    }
  }

  /// Turns counts into places and puts the words there.
  private mutating func fill(from table: TermTable) {
    var end: UInt32 = 0
    for bucket in ends.indices { (ends[bucket], end) = (end, end + ends[bucket]) }
    starts = ends
    words = [UInt32](repeating: 0, count: Int(end))
    Self.forEach(in: table) { key, word in
      let bucket = bucket(of: key)
      words[Int(ends[bucket])] = word
      ends[bucket] += 1
    }
  }
}
