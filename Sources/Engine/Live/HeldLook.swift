import AlmanacCore
import AlmanacDeclarations

/// Which rows of an order in memory are looked at.
struct HeldRequest: Sendable {
  let spec: LiveOrder.Spec
  var place: Place
  let limit: Int
  /// Whether changes are to be told from now on.
  var isWatched = false
  /// The version of the look before, since which changes are told.
  var since: Int64?

  /// Where the window begins.
  enum Place: Sendable {
    /// At a rank.
    case rank(Int)
    /// So many rows before the place of an entry, be it there still or not.
    case entry(RankedEntry, lead: Int)
    /// So many rows before a record; at a rank where there is no such record.
    case key(RecordID, lead: Int, else: Int)
  }
}

/// What was seen of an order in memory at one version.
struct HeldLook: Sendable {
  let window: HeldWindow
  /// The entry whose place is held, and the rank of that place.
  let anchor: (entry: RankedEntry, rank: Int)?
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
    let list = orders[index].list
    let place = place(request.place, index, list)
    let start = min(max(place.start, 0), list.count)
    let entries = list.entries(in: start..<min(start + request.limit, list.count))
    var anchor = place.anchor
    if anchor == nil, case .key(_, let lead, _) = request.place, let last = entries.indices.last {
      anchor = (entries[min(lead, last)], start + min(lead, last))
    }
    let keys = entries.map(\.row)
    var recent: OrderNews?
    if let since = request.since { recent = news(index, since: since, version: version) }
    if request.isWatched { news.watch(from: version) }
    return HeldLook(
      window: gather(keys, version: version, total: list.count, offset: start), anchor: anchor,
      arrived: recent?.around(entries.first, entries.last),
      touched: recent?.touched.intersection(keys), uncommitted: [:])
  }

  /// The rank at which a window begins, and the entry whose place it holds.
  private func place(
    _ place: HeldRequest.Place, _ index: Int, _ list: RankedList
  ) -> (start: Int, anchor: (RankedEntry, Int)?) {
    switch place {
    case .rank(let rank): return (rank, nil)
    case .entry(let entry, let lead):
      let rank = list.insertionRank(of: entry)
      return (rank - lead, (entry, rank))
    case .key(let id, let lead, let fallback):
      guard case .integer(let key) = id, let entry = entry(of: key, in: index) else {
        return (fallback, nil)
      }
      let rank = list.insertionRank(of: entry)
      return (rank - lead, (entry, rank))
    }
  }

  /// The entry of a record in an order; nothing where it has no part in it.
  func entry(of key: Int64, in index: Int) -> RankedEntry? {
    guard let slot = rows.slot(of: key) else { return nil }
    return rows.pages.withRow(slot) { orders[index].entry($0, rows.pages) }
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
