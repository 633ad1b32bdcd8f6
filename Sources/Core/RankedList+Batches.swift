extension RankedList {
  /// How many searches go side by side.
  private static let lanes = 16

  /// Whether the list is so long that its entries are not in the processor's caches.
  private var isLong: Bool { count > chunkCapacity * 32 }

  /// Inserts entries one by one; says how many were new.
  mutating func insertEach(_ entries: some Collection<RankedEntry>) -> Int {
    changeEach(entries) { list, entry in
      list.insert(entry)
    } near: { list, entry, place in
      list.insert(entry, near: place)
    }
  }

  /// Removes entries one by one; says how many were there.
  mutating func removeEach(_ entries: some Collection<RankedEntry>) -> Int {
    changeEach(entries) { list, entry in
      list.remove(entry)
    } near: { list, entry, place in
      list.remove(entry, near: place)
    }
  }

  /// Changes the list for each entry, in order; says for how many it did.
  ///
  /// A search in a list that is larger than the caches waits for memory at each step, and the next
  /// step needs what the last one found. The searches of several entries do not need each other: side
  /// by side they wait at the same time. After the group prefetching of Chen, Ailamaki, Gibbons and
  /// Mowry, "Improving hash join performance through prefetching" (ICDE 2004).
  ///
  /// What a group's searches found holds until a chunk is cut or dropped; the rest of the group is then
  /// searched for again.
  @inline(__always)
  private mutating func changeEach(
    _ entries: some Collection<RankedEntry>,
    _ change: (inout Self, RankedEntry) -> Bool,
    near: (inout Self, RankedEntry, RankedPlace) -> (isChanged: Bool, isShapeKept: Bool)
  ) -> Int {
    var changed = 0
    guard isLong else {
      for entry in entries where change(&self, entry) { changed += 1 }
      return changed
    }
    withUnsafeTemporaryAllocation(of: RankedSearch.self, capacity: Self.lanes) { searches in
      var next = entries.startIndex
      while next != entries.endIndex {
        let found = search(entries, from: &next, searches)
        var isShapeKept = true
        for lane in 0..<found {
          let (entry, place) = (searches[lane].entry, searches[lane].place)
          if isShapeKept {
            let result = near(&self, entry, place)
            isShapeKept = result.isShapeKept
            if result.isChanged { changed += 1 }
          } else if change(&self, entry) {
            changed += 1
          }
        }
      }
    }
    return changed
  }

  /// Searches for the next group of entries, all step by step; returns how many they are.
  private func search<Entries: Collection<RankedEntry>>(
    _ entries: Entries, from next: inout Entries.Index,
    _ searches: UnsafeMutableBufferPointer<RankedSearch>
  ) -> Int {
    var found = 0
    var place = RankedPlace(block: 0, chunk: 0, position: 0)
    while found < searches.count, next != entries.endIndex {
      let entry = entries[next]
      if !covers(entry, block: place.block, chunk: place.chunk) {
        place.block = blockIndex(of: entry)
        place.chunk = blocks[place.block].chunkIndex(of: entry)
      }
      searches.initializeElement(at: found, to: RankedSearch(entry, in: place))
      found += 1
      entries.formIndex(after: &next)
    }
    var longest = 1
    for lane in 0..<found {
      let place = searches[lane].place
      searches[lane].begin(among: blocks[place.block].chunks[place.chunk].entries)
      longest = max(longest, searches[lane].length)
    }
    while longest > 1 {
      for lane in 0..<found { searches[lane].look() }
      for lane in 0..<found { searches[lane].step() }
      longest -= longest / 2
    }
    for lane in 0..<found { searches[lane].finish() }
    return found
  }

  private mutating func insert(
    _ entry: RankedEntry, near place: RankedPlace
  ) -> (isChanged: Bool, isShapeKept: Bool) {
    let chunks = blocks[place.block].chunks.count
    guard blocks[place.block].insert(entry, near: place, chunkCapacity: chunkCapacity) else {
      return (false, true)
    }
    count += 1
    let isShapeKept = blocks[place.block].chunks.count == chunks
    splitIfLarge(place.block)
    return (true, isShapeKept)
  }

  private mutating func remove(
    _ entry: RankedEntry, near place: RankedPlace
  ) -> (isChanged: Bool, isShapeKept: Bool) {
    let chunks = blocks[place.block].chunks.count
    guard blocks[place.block].remove(entry, near: place, chunkCapacity: chunkCapacity) else {
      return (false, true)
    }
    count -= 1
    let isShapeKept = blocks[place.block].chunks.count == chunks
    if !isShapeKept { tidy(around: place.block) }
    return (true, isShapeKept)
  }
}

/// Where an entry stands or would stand.
struct RankedPlace {
  var block: Int
  var chunk: Int
  var position: Int
}

/// A search for an entry within a chunk: its place is at or behind `start`, within `length` entries.
///
/// It holds as long as nothing is changed.
struct RankedSearch {
  let entry: RankedEntry
  private(set) var place: RankedPlace
  private(set) var length = 0
  private var first: UnsafePointer<RankedEntry>?
  private var start: UnsafePointer<RankedEntry>?
  /// The entry in the middle.
  private var middle: RankedEntry

  init(_ entry: RankedEntry, in place: RankedPlace) {
    (self.entry, self.place, middle) = (entry, place, entry)
  }

  /// Begins among the entries of the chunk, which stay where they are as nothing is changed.
  @inline(__always)
  mutating func begin(among entries: ContiguousArray<RankedEntry>) {
    first = entries.withUnsafeBufferPointer { $0.baseAddress }
    (start, length) = (first, entries.count)
  }

  /// Reads the entry in the middle, and does nothing that depends on it: so many searches wait at once.
  @inline(__always)
  mutating func look() {
    if let start { middle = start[length / 2] }
  }

  /// Leaves out half of the entries, after a look.
  @inline(__always)
  mutating func step() {
    let half = length / 2
    if middle <= entry { start = start.map { $0 + half } }
    length -= half
  }

  /// Notes the place, when one entry is left.
  @inline(__always)
  mutating func finish() {
    guard let start, let first else { return }
    place.position = start - first + (start.pointee < entry ? 1 : 0)
  }
}
