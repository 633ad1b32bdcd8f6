import AlmanacCore
public import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization

/// One dataset's rows in any order: the authority on what readers see.
///
/// Every answer is of one version: its total, offset and rows belong together.
public final class LiveTable: Sendable {
  /// The dataset.
  public let dataset: Dataset
  let store: Store
  private let epoch: String
  private let orders = Mutex(OrderCache())
  private let search = Mutex<SearchScan?>(nil)
  let streamOrders = Mutex(StreamOrders())
  private let credit: Mutex<Credit>
  /// Who reads the table live.
  let hub: LiveHub

  init(
    store: Store, epoch: String, credit: Credit, clock: some Clock<Duration> = ContinuousClock()
  ) {
    hub = LiveHub(clock: LiveClock(clock))
    self.store = store
    self.epoch = epoch
    dataset = store.dataset
    self.credit = Mutex(credit)
  }

  /// Whom to thank for the copy as it is: of the snapshot's makers until the upstream answered.
  public var currentCredit: Credit { credit.withLock { $0 } }

  func setCredit(_ credit: Credit) { self.credit.withLock { $0 = credit } }

  func version(_ generation: Int64) -> String { "\(epoch)-\(generation)" }

  /// The version that readers see now.
  ///
  /// Cost: O(1).
  public func version() throws -> String { version(try store.size().generation) }

  /// How many records there are.
  ///
  /// Cost: O(1).
  public func count() throws -> Int { try store.size().count }

  /// The rows that a query asks for; an empty window with the true total past the end.
  public func window(_ query: TableQuery) async throws -> Window {
    let seen = try await read(
      query, { try store.records($0) }, awaiting: { try await store.records(awaiting: $0) })
    return Window(
      version: version(seen.generation), total: seen.total, offset: query.offset, rows: seen.rows)
  }

  /// The window as the body of a JSON answer, with the credit.
  public func json(_ query: TableQuery) async throws -> (bytes: [UInt8], version: String) {
    let seen = try await read(
      query, { try store.json($0) }, awaiting: { try await store.json(awaiting: $0) })
    let version = version(seen.generation)
    let body = WindowJSON(
      dataset: dataset.id, version: version, total: seen.total, offset: query.offset,
      credit: currentCredit)
    return (body.bytes(around: seen.rows), version)
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
  ) async throws -> Seen<T> {
    for _ in 0..<8 {
      let plan = try await plan(query)
      if plan == .indexed { return try body(sql(query)) }
      guard case .known(let rows, let generation, let total) = plan else { break }
      var seen = try body(.rows(rows))
      if seen.generation == generation {
        seen.total = total
        return seen
      }
      await Task.yield()
    }
    return try await long(sql(query))
  }

  /// A query as SQLite answers it in one transaction.
  private func sql(_ query: TableQuery) -> RowsRequest {
    let terms = terms(of: query)
    guard let words = query.search else {
      return .ordered(terms, query.filters, query.offset, query.limit)
    }
    let search = rowSearch(words, isByRelevance: query.sort.isEmpty)
    return .matching(search, terms, query.filters, query.offset, query.limit)
  }

  /// A search as the store looks at rows, one by one.
  func rowSearch(_ words: String) -> RowSearch { rowSearch(words, isByRelevance: false) }

  private func rowSearch(_ words: String, isByRelevance: Bool) -> RowSearch {
    let question = SearchQuestion(words)
    return RowSearch(fields: searchFields) { values in
      question.tier(values.flatMap(Self.texts)).map { isByRelevance ? $0 : 0 }
    }
  }

  private var searchFields: [Int] { dataset.search.compactMap(dataset.index(of:)) }

  /// How the rows of a query are found.
  private enum Plan: Equatable {
    /// In memory, as of a generation.
    case known(rows: [Int64], generation: Int64, total: Int)
    /// By SQLite through an index, at once.
    case indexed
    /// By SQLite, which looks at all rows.
    case scanned
  }

  private func plan(_ query: TableQuery) async throws -> Plan {
    let terms = terms(of: query)
    if dataset.source.kind == .stream, query.search == nil {
      return try await streamPlan(terms, query)
    }
    let order = try await order(
      .init(
        terms: terms, filters: query.filters, search: query.search,
        isByRelevance: query.search != nil && query.sort.isEmpty))
    let start = min(query.offset, order.rows.count)
    let end = min(start + query.limit, order.rows.count)
    return .known(
      rows: Array(order.rows[start..<end]), generation: order.generation,
      total: order.rows.count)
  }

  private func streamPlan(_ terms: [SortTerm], _ query: TableQuery) async throws -> Plan {
    guard query.filters.isEmpty else { return .scanned }
    if query.offset + query.limit <= 2000, store.isIndexed(terms) { return .indexed }
    guard terms.count == 1, let ranked = try await ranked(terms[0]) else { return .scanned }
    let start = min(query.offset, ranked.list.count)
    let entries = ranked.list.entries(in: start..<min(start + query.limit, ranked.list.count))
    return .known(
      rows: entries.map(\.row), generation: ranked.generation, total: ranked.list.count)
  }

  /// The order of a query: its own, else the dataset's, sections first.
  func terms(of query: TableQuery) -> [SortTerm] {
    if !query.sort.isEmpty { return query.sort }
    let sections = dataset.list.sections.map { [SortTerm(field: $0)] } ?? []
    return sections + dataset.list.sort
  }

  func order(_ key: OrderCache.Key) async throws -> OrderCache.Order {
    let generation = try store.size().generation
    if let known = orders.withLock({ $0.order(key, generation: generation) }) { return known }
    var order: OrderCache.Order
    if let words = key.search {
      let all = OrderCache.Key(terms: key.terms, filters: key.filters, search: nil)
      order = try await self.order(all)
      let scan = try await searchScan(order.generation)
      order.rows = scan.rows(matching: words, in: order.rows, byRelevance: key.isByRelevance)
    } else {
      let seen = try await store.order(key.terms, filters: key.filters)
      order = OrderCache.Order(generation: seen.generation, rows: seen.rows)
    }
    orders.withLock { $0.keep(order, for: key) }
    return order
  }

  /// All row numbers in the list's own order.
  func defaultOrder() async throws -> [Int64] {
    let key = OrderCache.Key(terms: terms(of: TableQuery()), filters: [], search: nil)
    return try await order(key).rows
  }

  private func searchScan(_ generation: Int64) async throws -> SearchScan {
    if let known = search.withLock({ $0 }), known.generation == generation { return known }
    let seen = try await store.scan(fields: searchFields) { row, values in
      (row: row, texts: values.flatMap(Self.texts))
    }
    let scan = SearchScan(generation: seen.generation, texts: seen.rows)
    search.withLock { $0 = scan }
    return scan
  }

  private static func texts(_ value: Value) -> [SearchText] {
    switch value {
    case .text(let text): [SearchText(text)]
    case .list(let texts): texts.map(SearchText.init)
    default: []
    }
  }
}
