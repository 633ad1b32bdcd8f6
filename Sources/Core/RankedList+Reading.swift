extension RankedList {
  /// The entry at `rank`, counted from 0.
  ///
  /// `rank` must be within `0..<count`. O(b): about 0.2 µs at a million entries.
  public func select(_ rank: Int) -> RankedEntry {
    precondition(rank >= 0 && rank < count, "No entry has this rank.")
    let (block, offset) = locate(rank)
    let (chunk, position) = blocks[block].locate(offset)
    return blocks[block].chunks[chunk].entries[position]
  }

  /// The rank of `entry`, or nil when it is not in the list.
  ///
  /// O(b), see `select`.
  public func rank(of entry: RankedEntry) -> Int? {
    let (below, isPresent) = position(of: entry)
    return isPresent ? below : nil
  }

  /// The number of entries before `entry`, be it in the list or not: the rank it has or would get.
  ///
  /// O(b), see `select`.
  public func insertionRank(of entry: RankedEntry) -> Int {
    position(of: entry).below
  }

  /// Whether `entry` is in the list.
  ///
  /// O(b), see `select`.
  public func contains(_ entry: RankedEntry) -> Bool {
    position(of: entry).isPresent
  }

  /// The entries with the ranks in `range`, in order.
  ///
  /// Ranks outside the list are left out, so a window past the end is shorter or empty.
  /// O(b + window)
  public func entries(in range: Range<Int>) -> [RankedEntry] {
    let window = range.clamped(to: 0..<count)
    var result: [RankedEntry] = []
    result.reserveCapacity(window.count)
    forEachSlice(in: window) { result.append(contentsOf: $0) }
    return result
  }

  /// Calls `body` with each entry whose rank is in `range`, in order, without copying them out.
  ///
  /// Ranks outside the list are left out. O(b + window)
  public func forEach<Failure: Error>(
    in range: Range<Int>, _ body: (RankedEntry) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachSlice(in: range.clamped(to: 0..<count)) { slice throws(Failure) in
      for entry in slice { try body(entry) }
    }
  }

  /// Walks the chunks under `window`, which must lie within the list.
  private func forEachSlice<Failure: Error>(
    in window: Range<Int>, _ body: (ArraySlice<RankedEntry>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !window.isEmpty else { return }
    var rest = window.count
    let start = locate(window.lowerBound)
    var block = start.block
    var (chunk, position) = blocks[block].locate(start.offset)
    while true {
      let entries = blocks[block].chunks[chunk].entries
      let end = min(position + rest, entries.count)
      try body(entries[position..<end])
      rest -= end - position
      if rest == 0 { return }
      position = 0
      chunk += 1
      if chunk == blocks[block].chunks.count { (block, chunk) = (block + 1, 0) }
    }
  }

  /// The block at `rank`, and the offset within it.
  private func locate(_ rank: Int) -> (block: Int, offset: Int) {
    var rest = rank
    var index = 0
    while rest >= blocks[index].count {
      rest -= blocks[index].count
      index += 1
    }
    return (index, rest)
  }

  private func position(of entry: RankedEntry) -> (below: Int, isPresent: Bool) {
    guard !isEmpty else { return (0, false) }
    let index = blockIndex(of: entry)
    let (below, isPresent) = blocks[index].rank(of: entry)
    var earlier = 0
    for block in 0..<index { earlier += blocks[block].count }
    return (earlier + below, isPresent)
  }
}
