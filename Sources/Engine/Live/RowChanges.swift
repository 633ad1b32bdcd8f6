import AlmanacCore

/// The rows that a packet changes: their slots, and the words they had before.
struct RowChanges: Sendable {
  /// The slots, in the order of the packet; one may stand there twice.
  private(set) var slots: ContiguousArray<Int> = []
  private var words = 0
  /// The rows as they were, one after another; not taken where there was none.
  private var old: ContiguousArray<UInt64> = []

  mutating func removeAll() {
    slots.removeAll(keepingCapacity: true)
    old.removeAll(keepingCapacity: true)
  }

  /// Remembers a row that is about to change.
  mutating func append(_ slot: Int, in pages: RowPages) {
    words = pages.layout.words
    slots.append(slot)
    pages.withRow(slot) { row in
      old.append(contentsOf: UnsafeBufferPointer(start: row, count: words))
    }
  }

  /// Remembers a row that is about to come.
  mutating func append(_ slot: Int, words: Int) {
    self.words = words
    slots.append(slot)
    old.append(contentsOf: repeatElement(0, count: words))
  }

  /// Moves the changed rows in an order.
  ///
  /// Of a slot that stands twice both mentions lead to the newest row, so the order of removals and
  /// insertions does not matter: what is gone already, or there already, is passed over.
  func follow(_ order: inout LiveOrder, _ pages: RowPages) {
    let ranking = order.ranking
    var (removals, insertions): ([RankedEntry], [RankedEntry]) = ([], [])
    insertions.reserveCapacity(slots.count)
    old.withUnsafeBufferPointer { old in
      guard let start = old.baseAddress else { return }
      for (position, slot) in slots.enumerated() {
        let before = ranking.entry(start + position * words, pages)
        let after = pages.withRow(slot) { ranking.entry($0, pages) }
        guard before != after else { continue }
        if let before { removals.append(before) }
        if let after { insertions.append(after) }
      }
    }
    order.list.apply(removing: removals, inserting: insertions)
  }

  /// Tells what happened to which keys.
  func tell(_ news: inout LiveNews, _ pages: RowPages, _ version: Int64) {
    for (position, slot) in slots.enumerated() {
      let isNew = old[position * words + RowLayout.presence] & RowLayout.taken == 0
      let key = pages.withRow(slot) { Int64(bitPattern: $0[RowLayout.key]) }
      news.append(.init(version: version, key: key, isNew: isNew))
    }
  }
}
