extension RankedList {
  /// Builds a list from entries that are sorted already and have no duplicates.
  ///
  /// It is a bug to pass entries out of order. O(n)
  public init(sorted entries: some Sequence<RankedEntry>) {
    self.init()
    fill(with: ContiguousArray(entries))
  }

  /// Builds a list from entries in any order; a duplicate is taken once. O(n log n)
  public init(unsorted entries: some Sequence<RankedEntry>) {
    self.init(unsorted: ContiguousArray(entries))
  }

  /// Builds a list from an array in any order, which is sorted where it lies when the caller gives it
  /// up; a duplicate is taken once. O(n log n)
  public init(unsorted entries: consuming ContiguousArray<RankedEntry>) {
    self.init()
    fill(with: Self.sortedUnique(entries))
  }

  /// Removes and inserts many entries at once, removals first; so it also replaces many.
  ///
  /// Entries to remove that are absent, and entries to insert that are present, change nothing; the
  /// answer counts those that did. A batch of at least an eighth of the list is merged in O(n + m
  /// log m); a smaller one is applied entry by entry in O(m log n), with many searches side by side.
  @discardableResult
  public mutating func apply(
    removing removals: some Collection<RankedEntry>,
    inserting insertions: some Collection<RankedEntry>
  ) -> (removed: Int, inserted: Int) {
    if removals.count + insertions.count < count / 8 {
      return (removed: removeEach(removals), inserted: insertEach(insertions))
    }
    let kept = remaining(after: Self.sortedUnique(ContiguousArray(removals)))
    let merged = Self.union(kept, Self.sortedUnique(ContiguousArray(insertions)))
    let changed = (removed: count - kept.count, inserted: merged.count - kept.count)
    fill(with: merged)
    return changed
  }

  /// The entries that are not among `removals`, which are sorted.
  private func remaining(
    after removals: ContiguousArray<RankedEntry>
  ) -> ContiguousArray<RankedEntry> {
    var result: ContiguousArray<RankedEntry> = []
    result.reserveCapacity(count)
    var next = 0
    forEach(in: 0..<count) { entry in
      while next < removals.count, removals[next] < entry { next += 1 }
      if next < removals.count, removals[next] == entry { return }
      result.append(entry)
    }
    return result
  }

  /// Both sorted arrays in one, an entry of both taken once.
  private static func union(
    _ left: ContiguousArray<RankedEntry>, _ right: ContiguousArray<RankedEntry>
  ) -> ContiguousArray<RankedEntry> {
    var result: ContiguousArray<RankedEntry> = []
    result.reserveCapacity(left.count + right.count)
    var (i, j) = (0, 0)
    while i < left.count && j < right.count {
      if right[j] < left[i] {
        result.append(right[j])
        j += 1
      } else {
        if left[i] == right[j] { j += 1 }
        result.append(left[i])
        i += 1
      }
    }
    result.append(contentsOf: left[i...])
    result.append(contentsOf: right[j...])
    return result
  }

  private static func sortedUnique(
    _ entries: consuming ContiguousArray<RankedEntry>
  ) -> ContiguousArray<RankedEntry> {
    var sorted = entries
    sorted.sort()
    var kept = 0
    for index in sorted.indices where kept == 0 || sorted[kept - 1] < sorted[index] {
      sorted[kept] = sorted[index]
      kept += 1
    }
    sorted.removeSubrange(kept...)
    return sorted
  }

  /// Replaces everything, leaving a quarter of each chunk and block free for what comes next.
  mutating func fill(with sorted: ContiguousArray<RankedEntry>) {
    let chunkFill = max(chunkCapacity * 3 / 4, 1)
    let blockFill = max(blockCapacity * 3 / 4, 1)
    let capacity = sorted.count > chunkFill ? chunkCapacity : sorted.count
    blocks = []
    count = sorted.count
    var chunks: ContiguousArray<RankedChunk> = []
    var start = 0
    while start < sorted.count {
      let end = min(start + chunkFill, sorted.count)
      for index in max(start, 1)..<max(end, 1) {
        precondition(sorted[index - 1] < sorted[index], "The entries are not sorted.")
      }
      chunks.append(RankedChunk(sorted[start..<end], from: sorted[start], capacity: capacity))
      start = end
      if chunks.count == blockFill || start == sorted.count {
        blocks.append(RankedBlock(chunks))
        chunks = []
      }
    }
  }
}
