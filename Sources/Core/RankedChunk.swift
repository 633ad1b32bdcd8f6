/// A short sorted run of entries, the leaf of a `RankedList`.
///
/// It remembers where the last entry went in. When it is full and entries arrive side by side, it
/// is cut where they arrive, so that a list that grows at one end (or at the end of each group of
/// equal keys) leaves full chunks behind instead of half full ones.
struct RankedChunk: Sendable {
  /// No entry of this chunk is below this bound, and no entry of an earlier chunk reaches it.
  ///
  /// The very first chunk of a list takes everything, so there the bound says nothing.
  private(set) var lowerBound: RankedEntry
  private(set) var entries: ContiguousArray<RankedEntry>
  /// The number of entries, kept beside the bound so that counting never follows a reference.
  private(set) var count: Int
  private var lastInsertion = Self.nowhere

  private static let nowhere = -2

  /// Makes a chunk of sorted entries, at least one, with room for `capacity`.
  init(_ sorted: some Collection<RankedEntry>, from lowerBound: RankedEntry, capacity: Int) {
    self.lowerBound = lowerBound
    entries = []
    entries.reserveCapacity(capacity)
    entries.append(contentsOf: sorted)
    count = entries.count
  }

  /// The number of entries below `entry`. O(log n)
  func position(of entry: RankedEntry) -> Int {
    var low = 0
    var length = count
    return entries.withUnsafeBufferPointer { entries in
      while length > 0 {
        let half = length / 2
        let isBelow = entries[low + half] < entry
        low = isBelow ? low + half + 1 : low
        length = isBelow ? length - half - 1 : half
      }
      return low
    }
  }

  /// The number of entries below `entry`, at once when the hint is right. O(log n)
  func position(of entry: RankedEntry, near hint: Int) -> Int {
    guard hint <= count, hint == 0 || entries[hint - 1] < entry,
      hint == count || entry <= entries[hint]
    else { return position(of: entry) }
    return hint
  }

  /// Whether `entry` stands at `position`.
  func holds(_ entry: RankedEntry, at position: Int) -> Bool {
    position < count && entries[position] == entry
  }

  mutating func insert(_ entry: RankedEntry, at position: Int) {
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { entries in
      guard position < entries.count - 1, let first = entries.baseAddress else { return }
      (first + position + 1).update(from: first + position, count: entries.count - 1 - position)
      first[position] = entry
    }
    count += 1
    lastInsertion = position
  }

  mutating func remove(at position: Int) {
    entries.remove(at: position)
    count -= 1
    lastInsertion = Self.nowhere
  }

  /// Takes the entry at `start` out and puts `entry` in before the one at `end`.
  mutating func move(from start: Int, to end: Int, as entry: RankedEntry) {
    lastInsertion = Self.nowhere
    entries.withUnsafeMutableBufferPointer { entries in
      var place = start
      while place + 1 < end {
        entries[place] = entries[place + 1]
        place += 1
      }
      while place > end {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
  }

  /// Inserts into a full chunk and returns the upper part that was cut off.
  mutating func insertSplitting(
    _ entry: RankedEntry, at position: Int, capacity: Int
  ) -> RankedChunk {
    let isAscending = position == lastInsertion + 1
    let isDescending = position == lastInsertion
    let cut = isAscending || isDescending ? position : count / 2
    let belongsBelow =
      position < cut
      || (position == cut && (cut == 0 || (isAscending && cut < count)))

    let bound = !belongsBelow && position == cut ? entry : entries[cut]
    var upper = RankedChunk(entries[cut...], from: bound, capacity: capacity)
    entries.removeSubrange(cut...)
    count = cut
    lastInsertion = Self.nowhere
    if belongsBelow {
      insert(entry, at: position)
    } else {
      upper.insert(entry, at: position - cut)
    }
    return upper
  }

  /// Takes over the entries of the chunk that follows.
  mutating func append(_ following: RankedChunk) {
    entries.append(contentsOf: following.entries)
    count = entries.count
    lastInsertion = Self.nowhere
  }
}
