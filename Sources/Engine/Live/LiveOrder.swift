import AlmanacCore
import AlmanacDeclarations

/// One order of a stream's records: all of them, or those that meet filters and words.
struct LiveOrder: Sendable {
  /// What decides an order.
  struct Spec: Sendable, Hashable {
    var term: SortTerm
    var filters: [Filter] = []
    var search: String?
  }

  let spec: Spec
  let ranking: RowRanking
  /// The places of the records, in order.
  var list: RankedList
  /// When it was last read.
  var used: ContinuousClock.Instant
  /// How often the texts' labels had been given anew when the list was built.
  private(set) var relabelings: Int

  /// An empty order; nothing where it cannot be kept in memory.
  init?(_ spec: Spec, _ dataset: Dataset, _ pages: RowPages, at now: ContinuousClock.Instant) {
    guard let ranking = RowRanking(spec, dataset, pages.layout) else { return nil }
    self.spec = spec
    self.ranking = ranking
    list = RankedList()
    used = now
    relabelings = 0
    relabelings = relabelings(of: pages)
  }

  /// Says which labels rank the order, so that an entry of others is known; 0 where none do.
  func labels(seed: UInt64) -> UInt64 {
    ranking.table == nil ? 0 : (seed &+ UInt64(relabelings)) | 1 << 63
  }

  /// Whether labels were given anew since, so that the list must be built anew.
  func isOutdated(_ pages: RowPages) -> Bool { relabelings(of: pages) != relabelings }

  private func relabelings(of pages: RowPages) -> Int {
    ranking.table.map { pages.texts[$0].relabelings } ?? 0
  }

  /// Ranks all rows anew.
  ///
  /// Cost: O(n log n).
  mutating func build(from pages: RowPages) {
    var entries: ContiguousArray<RankedEntry> = []
    entries.reserveCapacity(pages.slots)
    for slot in 0..<pages.slots {
      if let entry = entry(inSlot: slot, pages) { entries.append(entry) }
    }
    list = RankedList(unsorted: consume entries)
    relabelings = relabelings(of: pages)
  }

  /// Follows the rows of slots from one moment to a later one.
  ///
  /// Cost: O(slots × log n); O(n log n) where labels were given anew.
  mutating func follow(_ slots: some Sequence<Int>, from old: RowPages, to new: RowPages) {
    if isOutdated(new) { return build(from: new) }
    // A key that went from one slot and came in another one must not come before it goes.
    for slot in slots where !new.holdsKey(of: old, in: slot) {
      if let before = entry(inSlot: slot, old) { list.remove(before) }
    }
    for slot in slots {
      let before = new.holdsKey(of: old, in: slot) ? entry(inSlot: slot, old) : nil
      list.follow(from: before, to: entry(inSlot: slot, new))
    }
  }

  private func entry(inSlot slot: Int, _ pages: RowPages) -> RankedEntry? {
    let ranking = ranking
    return slot < pages.slots ? pages.withRow(slot) { ranking.entry($0, pages) } : nil
  }
}

extension RankedList {
  /// Takes a record out of its place before and into the one after, where it has them.
  mutating func follow(from before: RankedEntry?, to after: RankedEntry?) {
    switch (before, after) {
    case (let before?, let after?): if before != after { replace(before, with: after) }
    case (let before?, nil): remove(before)
    case (nil, let after?): insert(after)
    case (nil, nil): break
    }
  }
}
