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
  /// What came since a version, as an order sees it; nothing where it is not remembered.
  ///
  /// Made once for all who ask about the same two versions.
  ///
  /// Cost: O(news × log news) once.
  mutating func news(_ index: Int, since: Int64, version: Int64) -> OrderNews? {
    let spec = orders[index].spec
    if let known = told[spec], known.since == since, known.version == version { return known }
    guard let items = news.items(after: since) else { return nil }
    var arrived: Set<Int64> = []
    var touched: Set<Int64> = []
    for item in items {
      touched.insert(item.key)
      if item.isNew { arrived.insert(item.key) }
    }
    var arrivals: ContiguousArray<RankedEntry> = []
    arrivals.reserveCapacity(arrived.count)
    for key in arrived {
      if let entry = entry(of: key, in: index) { arrivals.append(entry) }
    }
    arrivals.sort()
    let made = OrderNews(since: since, version: version, arrivals: arrivals, touched: touched)
    told[spec] = made
    return made
  }
}
