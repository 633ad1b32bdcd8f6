import AlmanacCore
import AlmanacDeclarations

/// A stream's records in memory, found by key.
struct LiveRows: Sendable {
  /// The rows and their texts: a copy is a snapshot.
  private(set) var pages: RowPages
  /// How many records there are.
  private(set) var count = 0
  private var freed: ContiguousArray<Int> = []
  /// Slots by key, open addressing with linear probing; -1 where free.
  private var buckets = ContiguousArray<Int32>(repeating: -1, count: 1024)
  private let seed: UInt64

  /// Makes an empty table.
  ///
  /// - Parameter seed: Decides where keys are looked for, so that nobody can choose slow ones.
  init(_ layout: RowLayout, seed: UInt64) {
    pages = RowPages(layout)
    self.seed = seed
  }

  var layout: RowLayout { pages.layout }

  /// The slot of a key; nothing when there is no such record.
  ///
  /// Cost: O(1).
  func slot(of key: Int64) -> Int? {
    let slot = buckets[bucket(of: key)]
    return slot < 0 ? nil : Int(slot)
  }

  /// Takes a free slot for a new key, whose row is to be written next.
  mutating func take(_ key: Int64) -> Int {
    if (count + 1) * 8 > buckets.count * 5 { grow() }
    let bucket = bucket(of: key)
    precondition(buckets[bucket] < 0, "The key is held already.")
    let slot = freed.popLast() ?? pages.newSlot()
    buckets[bucket] = Int32(slot)
    count += 1
    return slot
  }

  /// Writes the words of a row; the first one is the key.
  mutating func write(_ row: UnsafePointer<UInt64>, to slot: Int) { pages.write(row, to: slot) }

  /// Frees the slot of a key.
  mutating func remove(_ key: Int64) {
    var hole = bucket(of: key)
    let slot = Int(buckets[hole])
    precondition(slot >= 0, "The key is not held.")
    pages.clear(slot)
    freed.append(slot)
    count -= 1
    // Closes the gap, so that no search ends too early (Knuth, TAOCP 3, 6.4, algorithm R).
    let mask = buckets.count - 1
    var next = (hole + 1) & mask
    while buckets[next] >= 0 {
      let home = home(of: self.key(inSlot: Int(buckets[next])))
      if (next - home) & mask >= (next - hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    buckets[hole] = -1
  }

  @inline(__always)
  private func key(inSlot slot: Int) -> Int64 {
    pages.withRow(slot) { Int64(bitPattern: $0[RowLayout.key]) }
  }

  /// The bucket of a key, or the free one where it belongs.
  private func bucket(of key: Int64) -> Int {
    let mask = buckets.count - 1
    var bucket = home(of: key)
    while buckets[bucket] >= 0, self.key(inSlot: Int(buckets[bucket])) != key {
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  /// Where a key is looked for first: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  private func home(of key: Int64) -> Int {
    var mixed = UInt64(bitPattern: key) &+ seed
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 31) & UInt64(buckets.count - 1))
  }

  private mutating func grow() {
    let old = buckets
    buckets = ContiguousArray(repeating: -1, count: old.count * 2)
    let mask = buckets.count - 1
    for slot in old where slot >= 0 {
      var bucket = home(of: key(inSlot: Int(slot)))
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
      buckets[bucket] = slot
    }
  }

  /// The code of a text, taken in when it is new; nothing when its table is full.
  mutating func code(of utf8: UnsafeBufferPointer<UInt8>, in table: Int) -> Int? {
    pages.code(of: utf8, in: table)
  }
}
