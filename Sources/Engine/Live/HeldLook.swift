import AlmanacCore
import AlmanacDeclarations

/// Which rows of an order in memory are looked at.
struct HeldRequest: Sendable {
  let spec: LiveOrder.Spec
  var place: Place
  let limit: Int
  /// The version of the look before, if changes since then are told.
  var since: Int64?

  /// Where the window begins.
  enum Place: Sendable {
    /// At a rank.
    case rank(Int)
    /// So many rows before the place of an entry, be it there still or not.
    case entry(RankedEntry, lead: Int)
    /// So many rows before a record; at a rank where there is no such record.
    case key(Int64, lead: Int, else: Int)
  }
}

/// What was seen of an order in memory at one version.
struct HeldLook: Sendable {
  let window: HeldWindow
  /// The entry whose place is held.
  let anchor: RankedEntry?
  /// How many records arrived before and after the window; nothing where that is not known.
  let arrived: (above: Int, below: Int)?
  /// The keys of the window's rows that came or changed; nothing where that is not known.
  let touched: Set<Int64>?
  /// Records that are in no file yet, where rows are read from the store.
  let uncommitted: [Int64: Record]
}

extension LiveState {
  /// Looks at an order; nothing where it is not in memory.
  ///
  /// Cost: O(limit + log n), and O(news) once a version and order when changes are told.
  mutating func look(_ request: HeldRequest, at now: ContinuousClock.Instant) -> HeldLook? {
    let version = version
    guard let found = held?.look(request, version: version, at: now) else { return nil }
    noteRead(at: now)
    let isComplete = found.window.layout.isComplete
    return isComplete ? found : found.with(uncommitted(found.window.keys))
  }

  /// The rank of a record in an order; nothing where either is not in memory.
  func rank(of key: Int64, in spec: LiveOrder.Spec) -> Int? {
    guard let held, let index = held.index(of: spec) else { return nil }
    return held.entry(of: key, in: index).flatMap { held.orders[index].list.rank(of: $0) }
  }
}

extension HeldLook {
  fileprivate func with(_ uncommitted: [Int64: Record]) -> HeldLook {
    HeldLook(
      window: window, anchor: anchor, arrived: arrived, touched: touched, uncommitted: uncommitted)
  }
}

extension LiveHeld {
  /// Looks at an order; nothing where it is not kept.
  fileprivate mutating func look(
    _ request: HeldRequest, version: Int64, at now: ContinuousClock.Instant
  ) -> HeldLook? {
    guard let index = index(of: request.spec) else { return nil }
    noteRead(index, at: now)
    let anchor = anchor(request.place, index)
    let list = orders[index].list
    let entries = list.entries(in: range(request, anchor, list))
    let (offset, keys) = (range(request, anchor, list).lowerBound, entries.map(\.row))
    var look = (arrived: (above: Int, below: Int)?.none, touched: Set<Int64>?.none)
    if let since = request.since, let news = news(index, since: since, version: version) {
      look = (news.around(entries.first, entries.last), news.touched.intersection(keys))
    }
    if request.since != nil { news.watch(from: version) }
    return HeldLook(
      window: gather(keys, version: version, total: list.count, offset: offset), anchor: anchor,
      arrived: look.arrived, touched: look.touched, uncommitted: [:])
  }

  /// The entry of a record in an order; nothing where it has no part in it.
  func entry(of key: Int64, in index: Int) -> RankedEntry? {
    guard let slot = rows.slot(of: key) else { return nil }
    return rows.pages.withRow(slot) { orders[index].entry($0, rows.pages) }
  }

  private func anchor(_ place: HeldRequest.Place, _ index: Int) -> RankedEntry? {
    switch place {
    case .rank: nil
    case .entry(let entry, _): entry
    case .key(let key, _, _): entry(of: key, in: index)
    }
  }

  private func range(
    _ request: HeldRequest, _ anchor: RankedEntry?, _ list: RankedList
  ) -> Range<Int> {
    let start: Int
    switch (request.place, anchor) {
    case (.entry(_, let lead), let entry?), (.key(_, let lead, _), let entry?):
      start = max(list.insertionRank(of: entry) - lead, 0)
    case (.rank(let rank), _), (.key(_, _, let rank), nil): start = rank
    case (.entry, nil): start = 0
    }
    let lower = min(start, list.count)
    return lower..<min(lower + request.limit, list.count)
  }

  private func gather(
    _ keys: [Int64], version: Int64, total: Int, offset: Int
  ) -> HeldWindow {
    let pages = rows.pages
    var words: ContiguousArray<UInt64> = []
    words.reserveCapacity(keys.count * layout.words)
    for key in keys {
      guard let slot = rows.slot(of: key) else { preconditionFailure("A ranked row is held.") }
      pages.withRow(slot) { row in
        words.append(contentsOf: UnsafeBufferPointer(start: row, count: layout.words))
      }
    }
    return HeldWindow(
      version: version, total: total, offset: offset, keys: ContiguousArray(keys), words: words,
      layout: layout, texts: pages.texts)
  }
}
