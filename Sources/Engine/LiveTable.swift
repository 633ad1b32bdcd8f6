import AlmanacCore
public import AlmanacDeclarations
package import AlmanacStorage
import Dispatch
import Foundation
import Synchronization

/// One dataset's rows in any order: the authority on what readers see.
///
/// Every answer is of one version: its total, offset and rows belong together.
public final class LiveTable: Sendable {
  /// The dataset.
  public let dataset: Dataset
  package let store: Store
  private let epoch: String
  private let orders = Mutex(OrderCache())
  /// The places of records, once somebody asked what is near.
  let places = Mutex<IndexedPlaces?>(nil)
  /// The texts that records are found by, once somebody searched.
  let texts = Mutex<IndexedTexts?>(nil)
  /// The places that maps showed last.
  let mapPlaces = Mutex(PlacesCache())
  /// Which sections rows belong to, once somebody asked.
  let sectionRows = Mutex<SectionIndex?>(nil)
  /// The sections that queries found lately.
  let knownSections = Mutex(ByteBoundedCache<OrderCache.Key, ListSections>(most: 4_000_000))
  /// A stream's records and orders in memory.
  let live: Mutex<LiveState>
  let works = Works()
  /// Where orders are ranked, one at a time, so that short works find a thread.
  let builder = DispatchQueue(label: "almanac.orders", qos: .userInitiated)
  /// Whether a live window was read from the file, so that its readers wait for the next commit.
  let readsFile = Atomic(false)
  /// Whether another process writes the file.
  let isReadOnly: Bool
  private let credit: Mutex<Credit>
  /// What stands before each field's value in JSON.
  private let names: [[UInt8]]
  /// Who reads the table live.
  let hub: LiveHub

  init(
    store: Store, epoch: String, credit: Credit, isReadOnly: Bool = false,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws {
    hub = LiveHub(clock: LiveClock(clock))
    self.store = store
    self.epoch = epoch
    self.isReadOnly = isReadOnly
    dataset = store.dataset
    live = Mutex(LiveState(version: try store.size().generation))
    names = store.dataset.fields.map { Array(",\"\($0.name)\":".utf8) }
    self.credit = Mutex(credit)
  }

  /// Whom to thank for the copy as it is: of the snapshot's makers until the upstream answered.
  public var currentCredit: Credit { credit.withLock { $0 } }

  func setCredit(_ credit: Credit) { self.credit.withLock { $0 = credit } }

  func version(_ generation: Int64) -> String { "\(epoch)-\(generation)" }

  /// The version that readers see now.
  ///
  /// Cost: O(1).
  public func version() throws -> String {
    let held = live.withLock { $0.held == nil || isReadOnly ? nil : $0.version }
    return version(try held ?? store.size().generation)
  }

  /// How many records there are.
  ///
  /// Cost: O(1).
  public func count() throws -> Int {
    let held = isReadOnly ? nil : live.withLock { $0.held?.rows.count }
    return try held ?? store.size().count
  }

  /// The rows that a query asks for; an empty window with the true total past the end.
  ///
  /// - Throws: `QueryProblem` where another collation than root is asked of too many records.
  public func window(_ query: TableQuery) async throws -> Window {
    _ = try textOrder(of: query)
    for _ in 0..<8 {
      guard let held = try await held(query) else { break }
      guard let rows = try records(of: held) else { continue }  // the store is ahead by now
      return Window(
        version: version(held.window.version), total: held.window.total, offset: query.offset,
        rows: rows)
    }
    let (seen, isAtLeast) = try await read(
      query, { try store.records($0) }, awaiting: { try await store.records(awaiting: $0) })
    return Window(
      version: version(seen.generation), total: seen.total, isTotalAtLeast: isAtLeast,
      offset: query.offset, rows: seen.rows)
  }

  /// The window as the body of a JSON answer, with the credit.
  public func json(_ query: TableQuery) async throws -> (bytes: [UInt8], version: String) {
    _ = try textOrder(of: query)
    for _ in 0..<8 {
      guard let held = try await held(query) else { break }
      guard let rows = try json(of: held) else { continue }  // the store is ahead by now
      return body(rows, held.window.version, held.window.total, query)
    }
    let (seen, isAtLeast) = try await read(
      query, { try store.json($0) }, awaiting: { try await store.json(awaiting: $0) })
    return body(
      seen.rows, seen.generation, seen.total, isAtLeast: isAtLeast, query,
      try await sections(query, at: seen.generation))
  }

  private func body(
    _ rows: [UInt8], _ generation: Int64, _ total: Int, isAtLeast: Bool = false,
    _ query: TableQuery, _ sections: [SectionCount]? = nil
  ) -> (bytes: [UInt8], version: String) {
    let version = version(generation)
    let body = WindowJSON(
      dataset: dataset.id, version: version, total: total,
      isTotalAtLeast: query.search == nil ? nil : isAtLeast, offset: query.offset,
      sections: sections.map { SectionsJSON(dataset: dataset, sections: $0) },
      credit: currentCredit)
    return (body.bytes(around: rows), version)
  }

  /// What memory answers a query; nothing where the store is to be asked.
  private func held(_ query: TableQuery) async throws -> HeldLook? {
    guard let spec = spec(of: query) else { return nil }
    let request = HeldRequest(spec: spec, place: .rank(query.offset), limit: query.limit)
    if isStart(query), live.withLock({ $0.held == nil }) { return nil }
    return try await look(request)
  }

  /// Whether the store finds the rows at once, so that a first page waits for nothing.
  private func isStart(_ query: TableQuery) -> Bool {
    query.filters.isEmpty && query.search == nil && query.offset.addingClamped(query.limit) <= 2000
      && store.isIndexed(terms(of: query))
  }

  /// The rows of a look as JSON; nothing where the store has moved on meanwhile.
  private func json(of look: HeldLook) throws -> [UInt8]? {
    if look.window.layout.isComplete { return look.window.json(names) }
    let writer = LiveJSON(dataset: dataset)
    return try records(of: look).map { Array($0.map(writer.row).joined(separator: [0x2C])) }
  }

  /// The rows of a look; nothing where the store has moved on meanwhile.
  ///
  /// - Parameter earlier: An earlier look's rows, to take those that are the same from.
  func records(of look: HeldLook, after earlier: HeldRecords? = nil) throws -> [Record]? {
    guard !look.window.layout.isComplete else {
      return look.window.records(dataset, look.kept, from: earlier)
    }
    let seen = try store.records(.rows(Array(look.window.keys)))
    guard seen.generation <= look.window.version else { return nil }
    let stored = Dictionary(seen.rows.map { ($0.id, $0) }) { first, _ in first }
    let revisions = Revisions(dataset)
    return look.window.keys.compactMap {
      revisions.newest(stored[.integer($0)], look.uncommitted[$0])
    }
  }

  /// The number of rows that meet filters.
  ///
  /// Cost: O(n) once a version.
  public func count(of filters: [Filter]) async throws -> Int {
    try await window(TableQuery(filters: filters, limit: 1)).total
  }

  /// Finds the rows of a query and reads them, again when a write came between the two.
  private func read<T: Sendable>(
    _ query: TableQuery, _ body: (RowsRequest) throws -> Seen<T>,
    awaiting long: (RowsRequest) async throws -> Seen<T>
  ) async throws -> (Seen<T>, isAtLeast: Bool) {
    for _ in 0..<8 {
      let plan = try await plan(query)
      if plan == .indexed { return (try body(sql(query)), false) }
      guard case .known(let order, let total) = plan else { break }
      var seen = try body(.rows(order.rows))
      if seen.generation == order.generation {
        seen.total = total
        return (seen, order.isPartial)
      }
      await Task.yield()
    }
    return (try await long(sql(query)), false)
  }

  /// A query as SQLite answers it in one transaction.
  func sql(_ query: TableQuery) throws -> RowsRequest {
    let terms = terms(of: query)
    let texts = try textOrder(of: query)
    // Without end is no window; SQLite takes a negative limit for none.
    let (offset, limit) = (max(query.offset, 0), min(max(query.limit, 0), Int.max - 1))
    guard let words = query.search else {
      return .ordered(terms, query.filters, offset, limit, by: texts)
    }
    let search = rowSearch(words, isByRelevance: query.sort.isEmpty)
    return .matching(search, terms, query.filters, offset, limit, by: texts)
  }

  /// A search as the store looks at rows, one by one.
  ///
  /// A row does not know what others are found, so slips are thought of only where that is said.
  func rowSearch(
    _ words: String, atMost worst: SearchTier = .inside, isByRelevance: Bool = false
  ) -> RowSearch {
    let query = SearchQuery(words)
    return RowSearch(fields: searchFields) { values in
      let texts = values.flatMap(\.searchTexts).map(SearchText.init)
      return query.tier(of: texts, atMost: worst).map { isByRelevance ? $0.rawValue : 0 }
    }
  }

  /// How the rows of a query are found.
  private enum Plan: Equatable {
    /// In memory: the rows of the window, of so many in all.
    case known(OrderCache.Order, total: Int)
    /// By SQLite through an index, at once.
    case indexed
    /// By SQLite, which looks at all rows.
    case scanned
  }

  private func plan(_ query: TableQuery) async throws -> Plan {
    let terms = terms(of: query)
    if dataset.source.kind == .stream { return streamPlan(terms, query) }
    if let words = query.search, query.sort.isEmpty, query.filters.isEmpty {
      return try await foundPlan(words, query)
    }
    var order = try await order(key(of: query))
    let total = order.rows.count
    order.rows = Array(order.rows[query.ranks(of: total)])
    return .known(order, total: total)
  }

  /// The best matches of a search, without ranking the others.
  private func foundPlan(_ words: String, _ query: TableQuery) async throws -> Plan {
    let texts = try await indexedTexts()
    let found = texts.index.search(
      SearchQuery(words), offset: max(query.offset, 0), limit: max(query.limit, 0))
    let order = OrderCache.Order(
      generation: texts.generation, rows: found.hits.map(\.row), isPartial: found.isPartial)
    return .known(order, total: found.total)
  }

  private func streamPlan(_ terms: [SortTerm], _ query: TableQuery) -> Plan {
    isStart(query) ? .indexed : .scanned
  }

  func order(_ key: OrderCache.Key) async throws -> OrderCache.Order {
    let generation = try store.size().generation
    if let known = orders.withLock({ $0.order(key, generation: generation) }) { return known }
    let order: OrderCache.Order
    if let words = key.search {
      order = try await foundRows(words, key)
    } else if let followed = try await followed(key, generation) {
      order = followed
    } else {
      let seen = try await store.order(key.terms, filters: key.filters, by: key.texts)
      order = OrderCache.Order(generation: seen.generation, rows: seen.rows)
    }
    orders.withLock { $0.keep(order, for: key) }
    return order
  }

  /// An order that followed a few moved rows instead of being sorted anew; nothing where it cannot.
  private func followed(
    _ key: OrderCache.Key, _ generation: Int64
  ) async throws -> OrderCache.Order? {
    guard let (earlier, moved) = orders.withLock({ $0.earlier(key, than: generation) }),
      let rows = try await store.reorder(
        earlier.rows, moved, key.terms, filters: key.filters, by: key.texts,
        generation: generation)
    else { return nil }
    return OrderCache.Order(generation: generation, rows: rows)
  }

  /// What the caches that requests fill take, and may take unless a single order takes more.
  var cacheMemory: (bytes: Int, most: Int) {
    let (orders, places) = (orders.withLock(\.memory), mapPlaces.withLock(\.memory))
    let sections = knownSections.withLock { (bytes: $0.bytes, most: $0.most) }
    return (
      orders.bytes + places.bytes + sections.bytes, orders.most + places.most + sections.most
    )
  }

  /// Notes what a sync moved.
  func follow(_ counts: AppliedCounts) {
    orders.withLock { $0.follow(counts.moved, to: counts.generation) }
  }

  /// What syncs moved from one generation to a later one; nothing where that is not known.
  func moved(from earlier: Int64, to later: Int64) -> MovedRows? {
    orders.withLock { $0.moved(from: earlier, to: later) }
  }
}
