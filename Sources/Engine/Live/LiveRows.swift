import AlmanacCore
import AlmanacDeclarations

/// A stream's records in memory, found by key.
struct LiveRows: Sendable {
  /// The rows and their texts: a copy is a snapshot.
  private(set) var pages: RowPages
  /// How many records there are.
  private(set) var count = 0
  private var freed: ContiguousArray<Int> = []
  /// Slots by key, open addressing with linear probing.
  private var buckets = ContiguousArray(repeating: Bucket.free, count: 1024)
  /// Differs wherever the rows were read anew.
  let seed: UInt64

  /// Where a record is, with its key's hash, so that rows of other keys are seldom looked at.
  private struct Bucket {
    let hash: UInt32
    /// -1 where there is none.
    let slot: Int32

    static let free = Bucket(hash: 0, slot: -1)
  }

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
    let slot = buckets[bucket(of: key)].slot
    return slot < 0 ? nil : Int(slot)
  }

  /// The slots of keys, nothing where there is no key or no such record.
  ///
  /// First all buckets are looked at, then all rows: what is looked at needs nothing that was found
  /// just before, so that the ways through memory overlap. O(keys)
  func slots(of keys: some Collection<Int64?>) -> [Int?] {
    var slots = keys.map { $0.flatMap(slotByHash) }
    for (index, key) in keys.enumerated() {
      guard let key, let slot = slots[index] else { continue }
      if self.key(inSlot: slot) != key { slots[index] = self.slot(of: key) }
    }
    return slots
  }

  /// The first slot whose key has the same hash; nothing when the key is not held.
  private func slotByHash(_ key: Int64) -> Int? {
    let mask = buckets.count - 1
    let hash = hash(of: key)
    var index = Int(hash) & mask
    while buckets[index].slot >= 0 {
      if buckets[index].hash == hash { return Int(buckets[index].slot) }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Takes a free slot for a new key, whose row is to be written next.
  mutating func take(_ key: Int64) -> Int {
    if (count + 1) * 8 > buckets.count * 5 { grow() }
    let bucket = bucket(of: key)
    precondition(buckets[bucket].slot < 0, "The key is held already.")
    let slot = freed.popLast() ?? pages.newSlot()
    buckets[bucket] = Bucket(hash: hash(of: key), slot: Int32(slot))
    count += 1
    return slot
  }

  /// Writes the words of a row; the first one is the key.
  mutating func write(_ row: UnsafePointer<UInt64>, to slot: Int) { pages.write(row, to: slot) }

  /// Frees the slot of a key.
  mutating func remove(_ key: Int64) {
    var hole = bucket(of: key)
    let slot = Int(buckets[hole].slot)
    precondition(slot >= 0, "The key is not held.")
    pages.clear(slot)
    freed.append(slot)
    count -= 1
    // Closes the gap, so that no search ends too early (Knuth, TAOCP 3, 6.4, algorithm R).
    let mask = buckets.count - 1
    var next = (hole + 1) & mask
    while buckets[next].slot >= 0 {
      let home = Int(buckets[next].hash) & mask
      if (next - home) & mask >= (next - hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    buckets[hole] = .free
  }

  @inline(__always)
  private func key(inSlot slot: Int) -> Int64 {
    pages.withRow(slot) { Int64(bitPattern: $0[RowLayout.key]) }
  }

  /// The bucket of a key, or the free one where it belongs.
  private func bucket(of key: Int64) -> Int {
    let mask = buckets.count - 1
    let hash = hash(of: key)
    var index = Int(hash) & mask
    while true {
      let bucket = buckets[index]
      if bucket.slot < 0 { return index }
      if bucket.hash == hash, self.key(inSlot: Int(bucket.slot)) == key { return index }
      index = (index + 1) & mask
    }
  }

  /// Where a key is looked for first, before the mask: the finalizer of SplitMix64 (Steele, Lea and
  /// Flood, 2014).
  private func hash(of key: Int64) -> UInt32 {
    var mixed = UInt64(bitPattern: key) &+ seed
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
  }

  /// Doubles the buckets; looks at no row, and goes through both tables from start to end.
  private mutating func grow() {
    let old = buckets
    buckets = ContiguousArray(repeating: .free, count: old.count * 2)
    let mask = buckets.count - 1
    for bucket in old where bucket.slot >= 0 {
      var index = Int(bucket.hash) & mask
      while buckets[index].slot >= 0 { index = (index + 1) & mask }
      buckets[index] = bucket
    }
  }

  /// The code of a text, taken in when it is new; nothing when its table is full.
  mutating func code(of utf8: UnsafeBufferPointer<UInt8>, in table: Int) -> Int? {
    pages.code(of: utf8, in: table)
  }
}
