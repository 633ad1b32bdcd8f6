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
  let filter: RowFilter
  /// The places of the records, in order.
  var list: RankedList
  /// When it was last read.
  var used: ContinuousClock.Instant
  /// The cell that decides; the key itself where there is none.
  private let cell: RowLayout.Cell?
  /// How often the texts' labels had been given anew when the list was built.
  private(set) var relabelings: Int

  /// An empty order; nothing where it cannot be kept in memory.
  init?(_ spec: Spec, _ dataset: Dataset, _ pages: RowPages, at now: ContinuousClock.Instant) {
    guard let filter = RowFilter(spec.filters, search: spec.search, dataset, pages.layout) else {
      return nil
    }
    if spec.term.field == "id" {
      cell = nil
    } else {
      guard let field = dataset.index(of: spec.term.field),
        let cell = pages.layout.cellOfField[field]
      else { return nil }
      self.cell = cell
    }
    self.spec = spec
    self.filter = filter
    list = RankedList()
    used = now
    relabelings = 0
    relabelings = Self.relabelings(cell, pages)
  }

  /// Says which labels rank the order, so that an entry of others is known; 0 where none do.
  func labels(seed: UInt64) -> UInt64 {
    guard case .text? = cell?.kind else { return 0 }
    return (seed &+ UInt64(relabelings)) | 1 << 63
  }

  /// Whether labels were given anew since, so that the list must be built anew.
  func isOutdated(_ pages: RowPages) -> Bool { Self.relabelings(cell, pages) != relabelings }

  private static func relabelings(_ cell: RowLayout.Cell?, _ pages: RowPages) -> Int {
    guard case .text(let table)? = cell?.kind else { return 0 }
    return pages.texts[table].relabelings
  }

  /// The place of a row; nothing where it is left out.
  func entry(_ row: UnsafePointer<UInt64>, _ pages: RowPages) -> RankedEntry? {
    guard filter.matches(row, pages.texts) else { return nil }
    return RankedEntry(key: key(row, pages), row: Int64(bitPattern: row[RowLayout.key]))
  }

  private func key(_ row: UnsafePointer<UInt64>, _ pages: RowPages) -> UInt64 {
    let isDescending = spec.term.descending
    guard let cell else {
      return OrderKey.of(Int64(bitPattern: row[RowLayout.key]), descending: isDescending)
    }
    guard row[RowLayout.presence] & cell.bit != 0 else { return OrderKey.absent }
    let word = row[cell.word]
    return switch cell.kind {
    case .whole: OrderKey.of(Int64(bitPattern: word), descending: isDescending)
    case .number: OrderKey.of(Double(bitPattern: word), descending: isDescending)
    case .text(let table):
      OrderKey.of(pages.texts[table].labels[Int(word)], descending: isDescending)
    }
  }

  /// Ranks all rows anew.
  ///
  /// Cost: O(n log n).
  mutating func build(from pages: RowPages) {
    var entries: ContiguousArray<RankedEntry> = []
    entries.reserveCapacity(pages.slots)
    for slot in 0..<pages.slots where pages.isTaken(slot) {
      if let entry = pages.withRow(slot, { entry($0, pages) }) { entries.append(entry) }
    }
    list = RankedList(unsorted: consume entries)
    relabelings = Self.relabelings(cell, pages)
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
    pages.isTaken(slot) ? pages.withRow(slot) { entry($0, pages) } : nil
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
