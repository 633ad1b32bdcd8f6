import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Dispatch
import Synchronization

extension LiveTable {
  /// How long what nobody reads stays in memory.
  static let patience = Duration.seconds(600)
  /// The most records that are followed while readers wait.
  private static let handful = 1000

  /// The order in memory that answers a query; nothing where none can.
  ///
  /// One field decides it, then the key; its filters and words ask for fields in memory.
  func spec(of query: TableQuery) -> LiveOrder.Spec? {
    guard dataset.source.kind == .stream, dataset.key.isInteger else { return nil }
    let terms = terms(of: query)
    let term = terms.first ?? SortTerm(field: "id")
    guard terms.count <= 1 || term.field == "id" else { return nil }
    if query.search != nil, query.sort.isEmpty { return nil }
    return LiveOrder.Spec(term: term, filters: query.filters, search: query.search)
  }

  /// Looks at an order in memory, which is built first where it is not there.
  ///
  /// - Returns: Nothing where the order cannot be kept in memory.
  ///   Cost: O(limit + log n) for an order that is kept; O(n log n) for another, off the caller's
  ///   thread.
  func look(_ request: HeldRequest) async throws -> HeldLook? {
    for _ in 0..<8 {
      if let seen = try lookNow(request) { return seen }
      guard try await prepare(request.spec) else { return nil }
    }
    return nil
  }

  /// Looks at an order if it is in memory.
  func lookNow(_ request: HeldRequest) throws -> HeldLook? {
    try dropOutdated()
    let now = ContinuousClock.now
    return live.withLock { state in
      state.tidy(at: now, patience: Self.patience)
      return state.look(request, at: now)
    }
  }

  /// Lets go of memory that another process has written past.
  private func dropOutdated() throws {
    guard isReadOnly, live.withLock({ $0.held != nil }) else { return }
    let generation = try store.size().generation
    live.withLock { if $0.version != generation { $0 = LiveState(version: generation) } }
  }

  /// Brings an order into memory; false where that cannot be.
  private func prepare(_ spec: LiveOrder.Spec) async throws -> Bool {
    guard RowLayout(dataset) != nil else { return false }
    if live.withLock({ $0.held == nil }) {
      try await works.once(.load) { [self] in try await load() }
    }
    let isKnown = live.withLock { state in
      state.held.map { $0.emptyOrder(spec, at: .now) != nil }
    }
    guard let isKnown else { return true }  // it was let go of meanwhile
    if isKnown { try await works.once(.order(spec)) { [self] in await build(spec) } }
    return isKnown
  }

  /// Ranks the rows, and follows what changes meanwhile.
  private func build(_ spec: LiveOrder.Spec) async {
    await withCheckedContinuation { continuation in
      builder.async { [self] in
        rank(spec)
        continuation.resume()
      }
    }
  }

  private func rank(_ spec: LiveOrder.Spec) {
    guard var (order, pages) = begin(spec) else { return }
    order?.build(from: pages)
    while !live.withLock({ $0.finish(&order, pages, atMost: Self.handful) }) {
      guard let (slots, later) = live.withLock({ $0.held?.changes(during: spec) }) else { return }
      order?.follow(slots, from: pages, to: later)
      pages = later
    }
  }

  private func begin(_ spec: LiveOrder.Spec) -> (order: LiveOrder?, pages: RowPages)? {
    live.withLock { state in
      guard state.held?.index(of: spec) == nil,
        let order = state.held?.emptyOrder(spec, at: .now),
        let pages = state.held?.beginBuild(spec)
      else { return nil }
      return (order, pages)
    }
  }

  /// Reads all records into memory, and follows the packets that come meanwhile.
  private func load() async throws {
    let left = live.withLock { state -> Set<Int>? in
      guard state.held == nil else { return nil }
      state.beginLoad()
      return state.left
    }
    guard let left, let layout = RowLayout(dataset, leaving: left) else { return }
    do {
      var loaded: LiveHeld? = try await read(layout)
      try follow(&loaded)
    } catch let overflow as Overflow {
      live.withLock {
        $0.abandonLoad()
        $0.leave(overflow.fields)
      }
    } catch {
      live.withLock { $0.abandonLoad() }
      throw error
    }
  }

  private func follow(_ loaded: inout LiveHeld?) throws {
    while !live.withLock({ $0.adopt(&loaded, atMost: Self.handful) }) {
      for records in live.withLock({ $0.packets() })
      where loaded?.apply(records, version: 0) == false {
        throw Overflow(fields: loaded?.rows.fullFields ?? [])
      }
    }
  }

  private func read(_ layout: RowLayout) async throws -> LiveHeld {
    let held = LiveHeld(dataset, layout, seed: .random(in: 0 ... .max))
    let seen = try await store.reduce(fields: layout.cells.map(\.field), into: held) {
      held, key, cells in
      guard held.load(key, cells) else { throw Overflow(fields: held.rows.fullFields) }
    }
    if isReadOnly { live.withLock { $0.setVersion(seen.generation) } }
    return seen.rows
  }
}

/// Fields whose distinct texts are too many to be held.
private struct Overflow: Error {
  let fields: Set<Int>
}
