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
  /// The rows of the look before, to take those from that did not change since.
  var earlier: HeldRecords?

  /// How many rows stand before the anchor; nothing where there is none.
  fileprivate var lead: Int? {
    switch place {
    case .rank: nil
    case .place(_, let lead, _, _), .key(_, let lead, _): lead
    }
  }

  /// Where the window begins.
  enum Place: Sendable {
    /// At a rank.
    case rank(Int)
    /// So many rows before a place, be its record there still or not; where texts are ranked by other
    /// labels by now, before a record, or at a rank where there is no such record.
    case place(HeldPlace, lead: Int, key: RecordID, else: Int)
    /// So many rows before a record; at a rank where there is no such record.
    case key(RecordID, lead: Int, else: Int)
  }
}

/// A place in an order: where an entry stands or would stand.
struct HeldPlace: Sendable, Hashable {
  let entry: RankedEntry
  /// Which labels the texts were ranked by.
  let labels: UInt64
}

/// What was seen of an order in memory at one version.
struct HeldLook: Sendable {
  let window: HeldWindow
  /// The place that is held, and its rank.
  let anchor: (place: HeldPlace, rank: Int)?
  /// How many records arrived before and after the window; nothing where that is not known.
  let arrived: (above: Int, below: Int)?
  /// The keys of the window's rows that came or changed; nothing where that is not known.
  let touched: Set<Int64>?
  /// Where each row stood in the look before, if it is the same; nothing where that is not known.
  let kept: [Int?]?
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
    guard !found.window.layout.isComplete, let dataset = held?.dataset else { return found }
    return found.with(uncommitted(found.window.keys, Revisions(dataset)))
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
      window: window, anchor: anchor, arrived: arrived, touched: touched, kept: kept,
      uncommitted: uncommitted)
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
    let end = min(start.addingClamped(max(request.limit, 0)), list.count)
    let entries = list.entries(in: start..<end)
    var anchor = place.anchor
    if anchor == nil, let lead = request.lead, let last = entries.indices.last {
      let place = min(max(lead, 0), last)
      anchor = (held(entries[place], index), start + place)
    }
    let keys = entries.map(\.row)
    var recent: OrderNews?
    if let since = request.since { recent = news(index, since: since, version: version) }
    let touched = recent?.touched.intersection(keys)
    if request.isWatched { news.watch(from: version) }
    let earlier = request.earlier.flatMap { $0.fits(layout, rows.seed) ? $0 : nil }
    let kept = touched.flatMap { earlier?.places(of: keys, except: $0) }
    let window = HeldWindow(
      version: version, total: list.count, offset: start, keys: ContiguousArray(keys),
      words: words(of: keys, kept, from: earlier), layout: layout, texts: rows.pages.texts,
      seed: rows.seed)
    return HeldLook(
      window: window, anchor: anchor, arrived: recent?.around(entries.first, entries.last),
      touched: touched, kept: kept, uncommitted: [:])
  }

  /// The rank at which a window begins, and the entry whose place it holds.
  private func place(
    _ place: HeldRequest.Place, _ index: Int, _ list: RankedList
  ) -> (start: Int, anchor: (HeldPlace, Int)?) {
    switch place {
    case .rank(let rank): return (rank, nil)
    case .place(let held, let lead, let id, let fallback):
      guard held.labels == orders[index].labels(seed: rows.seed) else {
        return self.place(.key(id, lead: lead, else: fallback), index, list)
      }
      let rank = list.insertionRank(of: held.entry)
      return (rank - max(lead, 0), (held, rank))
    case .key(let id, let lead, let fallback):
      guard case .integer(let key) = id, let entry = entry(of: key, in: index) else {
        return (fallback, nil)
      }
      let rank = list.insertionRank(of: entry)
      return (rank - max(lead, 0), (held(entry, index), rank))
    }
  }

  private func held(_ entry: RankedEntry, _ index: Int) -> HeldPlace {
    HeldPlace(entry: entry, labels: orders[index].labels(seed: rows.seed))
  }

  /// The entry of a record in an order; nothing where it has no part in it.
  func entry(of key: Int64, in index: Int) -> RankedEntry? {
    guard let slot = rows.slot(of: key) else { return nil }
    return rows.pages.withRow(slot) { orders[index].ranking.entry($0, rows.pages) }
  }

  /// The words of the rows of keys, one row after another.
  ///
  /// Rows are far apart in memory, so those that are the same are taken from the look before.
  private func words(
    of keys: [Int64], _ kept: [Int?]?, from earlier: HeldRecords?
  ) -> ContiguousArray<UInt64> {
    let width = layout.words
    let places = kept ?? [Int?](repeating: nil, count: keys.count)
    let missing: [Int64] = zip(keys, places).filter { $1 == nil }.map(\.0)
    var slots = rows.slots(of: missing).makeIterator()
    var words: ContiguousArray<UInt64> = []
    words.reserveCapacity(keys.count * width)
    for place in places {
      if let place, let earlier {
        words.append(contentsOf: earlier.words[place * width..<(place + 1) * width])
        continue
      }
      // There is a slot for each missing key, and none is nothing: what is ranked is held.
      guard let slot = slots.next() ?? nil else { preconditionFailure("A ranked row is held.") }
      rows.pages.withRow(slot) { row in
        words.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
      }
    }
    return words
  }
}
