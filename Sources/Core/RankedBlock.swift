/// A row of neighbouring chunks, the directory level of a `RankedList`.
///
/// A list of a million entries has about 80 blocks of about 45 chunks, so finding a rank reads two
/// short arrays and one chunk. A block is never empty.
struct RankedBlock: Sendable {
  /// The bound of the first chunk, kept here so that searching never follows a reference.
  private(set) var lowerBound: RankedEntry
  private(set) var chunks: ContiguousArray<RankedChunk>
  /// The number of entries in all chunks.
  private(set) var count: Int

  /// Makes a block of consecutive chunks, at least one.
  init(_ chunks: some Collection<RankedChunk>) {
    self.chunks = ContiguousArray(chunks)
    lowerBound = self.chunks[0].lowerBound
    count = self.chunks.reduce(0) { $0 + $1.count }
  }

  /// The chunk that holds `entry`, if any does. O(log n)
  func chunkIndex(of entry: RankedEntry) -> Int {
    chunks.withUnsafeBufferPointer { chunks in
      entry.lastBound(among: chunks.count) { chunks[$0].lowerBound }
    }
  }

  /// The chunk at `offset` entries into the block, and the offset within it.
  func locate(_ offset: Int) -> (chunk: Int, offset: Int) {
    var rest = offset
    var index = 0
    while rest >= chunks[index].count {
      rest -= chunks[index].count
      index += 1
    }
    return (index, rest)
  }

  /// The number of entries of this block below `entry`, and whether it is here.
  func rank(of entry: RankedEntry) -> (below: Int, isPresent: Bool) {
    let index = chunkIndex(of: entry)
    var below = 0
    for earlier in 0..<index { below += chunks[earlier].count }
    let position = chunks[index].position(of: entry)
    return (below + position, chunks[index].holds(entry, at: position))
  }

  /// Inserts `entry` unless it is here already, and says whether it did.
  mutating func insert(_ entry: RankedEntry, chunkCapacity: Int) -> Bool {
    let index = chunkIndex(of: entry)
    return insert(
      entry, at: chunks[index].position(of: entry), inChunk: index, chunkCapacity: chunkCapacity)
  }

  /// Inserts `entry` near the place where it was searched for, unless it is here already.
  mutating func insert(_ entry: RankedEntry, near place: RankedPlace, chunkCapacity: Int) -> Bool {
    let position = chunks[place.chunk].position(of: entry, near: place.position)
    return insert(entry, at: position, inChunk: place.chunk, chunkCapacity: chunkCapacity)
  }

  private mutating func insert(
    _ entry: RankedEntry, at position: Int, inChunk index: Int, chunkCapacity: Int
  ) -> Bool {
    if chunks[index].holds(entry, at: position) { return false }
    if chunks[index].count < chunkCapacity {
      chunks[index].insert(entry, at: position)
    } else {
      let upper = chunks[index].insertSplitting(entry, at: position, capacity: chunkCapacity)
      chunks.insert(upper, at: index + 1)
    }
    count += 1
    return true
  }

  /// Removes `entry` if it is here, and says whether it was.
  ///
  /// The block may be left without chunks.
  mutating func remove(_ entry: RankedEntry, chunkCapacity: Int) -> Bool {
    let index = chunkIndex(of: entry)
    return remove(
      entry, at: chunks[index].position(of: entry), inChunk: index, chunkCapacity: chunkCapacity)
  }

  /// Removes `entry` near the place where it was searched for, if it is here.
  mutating func remove(_ entry: RankedEntry, near place: RankedPlace, chunkCapacity: Int) -> Bool {
    let position = chunks[place.chunk].position(of: entry, near: place.position)
    return remove(entry, at: position, inChunk: place.chunk, chunkCapacity: chunkCapacity)
  }

  private mutating func remove(
    _ entry: RankedEntry, at position: Int, inChunk index: Int, chunkCapacity: Int
  ) -> Bool {
    guard chunks[index].holds(entry, at: position) else { return false }
    chunks[index].remove(at: position)
    count -= 1
    tidy(around: index, chunkCapacity: chunkCapacity)
    return true
  }

  /// Replaces `old` by `new`, which belong into the same chunk.
  mutating func replace(
    _ old: RankedEntry, with new: RankedEntry, inChunk index: Int
  ) -> RankedReplacement {
    let start = chunks[index].position(of: old)
    guard chunks[index].holds(old, at: start) else { return .absent }
    let end = chunks[index].position(of: new)
    if chunks[index].holds(new, at: end) { return .present }
    chunks[index].move(from: start, to: end, as: new)
    return .moved
  }

  /// Drops the chunk at `index` when it is empty, or joins it with a neighbour when both are small.
  private mutating func tidy(around index: Int, chunkCapacity: Int) {
    if chunks[index].count == 0 {
      chunks.remove(at: index)
      if let first = chunks.first { lowerBound = first.lowerBound }
      return
    }
    guard chunks[index].count <= chunkCapacity / 4 else { return }
    for lower in [index, index - 1] where lower >= 0 && lower + 1 < chunks.count {
      guard chunks[lower].count + chunks[lower + 1].count <= chunkCapacity / 2 else { continue }
      chunks[lower].append(chunks[lower + 1])
      chunks.remove(at: lower + 1)
      return
    }
  }

  /// Cuts off and returns the upper half of the chunks.
  mutating func splitOff() -> RankedBlock {
    let cut = chunks.count / 2
    let upper = RankedBlock(chunks[cut...])
    chunks.removeSubrange(cut...)
    count -= upper.count
    return upper
  }

  /// Takes over the chunks of the block that follows.
  mutating func append(_ following: RankedBlock) {
    chunks.append(contentsOf: following.chunks)
    count += following.count
  }
}
