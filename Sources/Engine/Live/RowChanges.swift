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
  /// A slot that stands twice is moved by its first mention, from the oldest row to the newest; the
  /// second finds nothing left to do.
  func follow(_ order: inout LiveOrder, _ pages: RowPages) {
    old.withUnsafeBufferPointer { old in
      guard let start = old.baseAddress else { return }
      let moves = slots.enumerated().map { position, slot in
        let row = start + position * words
        let before = Self.isTaken(row) ? order.entry(row, pages) : nil
        let after = pages.withRow(slot) { Self.isTaken($0) ? order.entry($0, pages) : nil }
        return (before: before, after: after)
      }
      order.list.warm(moves.compactMap(\.before) + moves.compactMap(\.after))
      for move in moves { order.list.follow(from: move.before, to: move.after) }
    }
  }

  /// Tells what happened to which keys.
  func tell(_ news: inout LiveNews, _ pages: RowPages, _ version: Int64) {
    for (position, slot) in slots.enumerated() {
      let isNew = old[position * words + RowLayout.presence] & RowLayout.taken == 0
      let key = pages.withRow(slot) { Int64(bitPattern: $0[RowLayout.key]) }
      news.append(.init(version: version, key: key, isNew: isNew))
    }
  }

  private static func isTaken(_ row: UnsafePointer<UInt64>) -> Bool {
    row[RowLayout.presence] & RowLayout.taken != 0
  }
}
