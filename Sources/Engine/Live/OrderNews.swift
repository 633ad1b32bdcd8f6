import AlmanacCore

/// What came and changed since a version, as one order sees it.
struct OrderNews: Sendable {
  let since: Int64
  let version: Int64
  /// The entries of the records that came, sorted.
  let arrivals: ContiguousArray<RankedEntry>
  /// The keys of the records that came or changed.
  let touched: Set<Int64>

  /// How many records came before the first and after the last of a window's entries.
  ///
  /// Cost: O(log n).
  func around(_ first: RankedEntry?, _ last: RankedEntry?) -> (above: Int, below: Int) {
    guard let first, let last else { return (0, 0) }
    return (count(below: first), arrivals.count - count(below: last, orAt: true))
  }

  private func count(below entry: RankedEntry, orAt isIncluded: Bool = false) -> Int {
    var (low, high) = (0, arrivals.count)
    while low < high {
      let middle = (low + high) / 2
      let isBelow = isIncluded ? arrivals[middle] <= entry : arrivals[middle] < entry
      if isBelow { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LiveHeld {
  /// The most keys of news that are kept for the next who asks, of each order: about 1 MB.
  private static let mostTold = 16_384

  /// What came since a version, as an order sees it; nothing where it is not remembered.
  ///
  /// Made once for all who ask about the same two versions.
  ///
  /// Cost: O(news × log news) once.
  mutating func news(_ index: Int, since: Int64, version: Int64) -> OrderNews? {
    let spec = orders[index].spec
    if let known = told[spec], known.since == since, known.version == version { return known }
    guard let items = news.items(after: since) else { return nil }
    // Versions only grow: what was told of an earlier one is never asked for again.
    if told.first?.value.version != version { told.removeAll(keepingCapacity: true) }
    var touched = Set<Int64>(minimumCapacity: items.count)
    var arrivals: ContiguousArray<RankedEntry> = []
    let slots = rows.slots(of: items.map { $0.isNew ? $0.key : nil })
    let (ranking, pages) = (orders[index].ranking, rows.pages)
    for (item, slot) in zip(items, slots) {
      // A record that came, went and came again has arrived once.
      guard touched.insert(item.key).inserted || item.isNew, let slot else { continue }
      if let entry = pages.withRow(slot, { ranking.entry($0, pages) }) { arrivals.append(entry) }
    }
    arrivals.sort()
    arrivals.removeRepeats()
    let made = OrderNews(since: since, version: version, arrivals: arrivals, touched: touched)
    if touched.count <= Self.mostTold { told[spec] = made }
    return made
  }
}

extension ContiguousArray where Element: Equatable {
  /// Leaves one of each run of equal elements.
  fileprivate mutating func removeRepeats() {
    var kept = 0
    for index in indices where kept == 0 || self[kept - 1] != self[index] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }
}
