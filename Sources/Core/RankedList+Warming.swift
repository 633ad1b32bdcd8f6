extension RankedList {
  /// How many searches go side by side, and how many entries a list has that pays for it.
  private static let (lanes, least) = (16, 12_500)

  /// Brings what the next changes around these entries will read into the processor's caches.
  ///
  /// A search in a list that is larger than the caches waits for memory at each step, and the next
  /// step needs what the last one found. The searches of several entries do not need each other:
  /// side by side they wait at the same time. O(log n) for each entry; nothing is done for short lists. After the group prefetching
  /// of Chen, Ailamaki, Gibbons and Mowry, "Improving hash join performance through prefetching"
  /// (ICDE 2004).
  ///
  /// - Returns: How many of the entries were seen to be there; 0 for a short list.
  @discardableResult
  public func warm(_ entries: [RankedEntry]) -> Int {
    guard count >= Self.least else { return 0 }
    return stride(from: 0, to: entries.count, by: Self.lanes).reduce(0) { seen, start in
      seen + search(entries[start..<min(start + Self.lanes, entries.count)])
    }
  }

  /// Searches for some entries in their chunks, all step by step; tells how many are there.
  private func search(_ entries: ArraySlice<RankedEntry>) -> Int {
    withUnsafeTemporaryAllocation(of: Lane.self, capacity: entries.count) { lanes in
      var (count, longest) = (0, 0)
      for entry in entries {
        let block = blockIndex(of: entry)
        let chunk = blocks[block].chunkIndex(of: entry)
        // Nothing changes meanwhile, so the entries stay where they are.
        let (start, length) = blocks[block].chunks[chunk].entries.withUnsafeBufferPointer {
          ($0.baseAddress, $0.count)
        }
        guard let start, length > 0 else { continue }
        longest = max(longest, length)
        lanes.initializeElement(at: count, to: Lane(start: start, length: length, entry: entry))
        count += 1
      }
      while longest > 1 {
        for lane in 0..<count { lanes[lane].step() }
        longest -= longest / 2
      }
      return (0..<count).count { lanes[$0].isFound }
    }
  }

  /// One of the searches: the entry, if it is there, is among the `length` from `start` on.
  private struct Lane {
    var start: UnsafePointer<RankedEntry>
    var length: Int
    let entry: RankedEntry

    /// Leaves half of the entries out; without a branch, which would be foretold wrongly.
    @inline(__always)
    mutating func step() {
      let half = length / 2
      start += start[half] <= entry ? half : 0
      length -= half
    }

    var isFound: Bool { start.pointee == entry }
  }
}
