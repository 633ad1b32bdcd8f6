extension RankedList {
  /// Takes `old` out and puts `new` in, as `remove` and `insert` would; says whether `old` was there.
  ///
  /// An entry that stays within its chunk, as after a small change of its key, is moved in one pass
  /// without a second search. O(log n), see `insert`. For a batch see `apply`.
  @discardableResult
  public mutating func replace(_ old: RankedEntry, with new: RankedEntry) -> Bool {
    guard !isEmpty else {
      insert(new)
      return false
    }
    let index = blockIndex(of: old)
    let chunk = blocks[index].chunkIndex(of: old)
    guard covers(new, block: index, chunk: chunk) else {
      let wasThere = remove(old)
      insert(new)
      return wasThere
    }
    switch blocks[index].replace(old, with: new, inChunk: chunk) {
    case .moved: return true
    case .absent:
      insert(new)
      return false
    case .present:
      if old != new { remove(old) }
      return true
    }
  }

  /// Whether an entry belongs into a chunk.
  func covers(_ entry: RankedEntry, block: Int, chunk: Int) -> Bool {
    let isFirst = block == 0 && chunk == 0
    guard isFirst || blocks[block].chunks[chunk].lowerBound <= entry else { return false }
    if chunk + 1 < blocks[block].chunks.count {
      return entry < blocks[block].chunks[chunk + 1].lowerBound
    }
    return block + 1 == blocks.count || entry < blocks[block + 1].lowerBound
  }
}

/// What was found on the way to replace an entry by another within a chunk.
enum RankedReplacement {
  /// The entry is replaced.
  case moved
  /// The old entry is not there; nothing is changed.
  case absent
  /// The new entry is there already; nothing is changed.
  case present
}
