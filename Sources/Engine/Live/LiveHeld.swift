import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage

/// A stream's records and orders in memory, as of one version.
struct LiveHeld: Sendable {
  let dataset: Dataset
  private(set) var rows: LiveRows
  private(set) var orders: ContiguousArray<LiveOrder> = []
  /// What changed lately, for those who watch.
  var news = LiveNews()
  /// What was last told of each order.
  var told: [LiveOrder.Spec: OrderNews] = [:]
  /// Slots that changed since an order began to be built.
  private var builds: [LiveOrder.Spec: Set<Int>] = [:]
  /// The rows of changed slots, one after another: as they were and as they are.
  private var changes = RowChanges()

  init(_ dataset: Dataset, _ layout: RowLayout, seed: UInt64) {
    self.dataset = dataset
    rows = LiveRows(layout, seed: seed)
  }

  var layout: RowLayout { rows.layout }

  /// The position of an order among those that are kept.
  func index(of spec: LiveOrder.Spec) -> Int? { orders.indices.first { orders[$0].spec == spec } }

  /// Takes over a packet: a record of a known key replaces the one before unless it is older.
  ///
  /// - Returns: False when a text table is full, so that the records cannot be held any longer.
  ///   Cost: O(packet × log n) for each order.
  mutating func apply(_ records: [Record], version: Int64) -> Bool {
    changes.removeAll()
    let slots = rows.slots(of: records.map(\.key))
    for (record, slot) in zip(records, slots) where !take(record, slot) { return false }
    followChanges(version)
    return true
  }

  /// Lets go of records.
  ///
  /// Cost: O(keys × log n) for each order.
  mutating func remove(_ keys: [Int64], version: Int64) {
    changes.removeAll()
    for key in keys {
      guard let slot = rows.slot(of: key) else { continue }
      changes.append(slot, in: rows.pages)
      rows.remove(key)
    }
    followChanges(version)
  }

  /// Writes a record into its row; false when a text table is full.
  ///
  /// - Parameter known: Its slot, if it had one before the packet.
  private mutating func take(_ record: Record, _ known: Int?) -> Bool {
    guard let key = record.key else { return true }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: layout.words) { row in
      guard let start = row.baseAddress, rows.encode(record, key, into: start) else { return false }
      if let slot = known ?? rows.slot(of: key) {
        guard rows.isNews(start, in: slot) else { return true }
        changes.append(slot, in: rows.pages)
        rows.write(start, to: slot)
      } else {
        let slot = rows.take(key)
        changes.append(slot, words: layout.words)
        rows.write(start, to: slot)
      }
      return true
    }
  }

  private mutating func followChanges(_ version: Int64) {
    let pages = rows.pages
    for index in orders.indices {
      if orders[index].isOutdated(pages) {
        orders[index].build(from: pages)
      } else {
        changes.follow(&orders[index], pages)
      }
    }
    for spec in builds.keys { builds[spec]?.formUnion(changes.slots) }
    if news.isWatched { changes.tell(&news, pages, version) }
  }

  /// Begins to remember what changes while an order is built; returns the rows to build from.
  mutating func beginBuild(_ spec: LiveOrder.Spec) -> RowPages {
    builds[spec] = []
    return rows.pages
  }

  /// What changed since a build began or was asked before, with the rows as they are; nothing where
  /// it began from rows that were let go of.
  mutating func changes(during spec: LiveOrder.Spec) -> (slots: Set<Int>, pages: RowPages)? {
    guard let slots = builds[spec] else { return nil }
    builds[spec] = []
    return (slots, rows.pages)
  }

  /// How many rows changed since a build began or was asked before; nothing where none is built.
  func changeCount(during spec: LiveOrder.Spec) -> Int? { builds[spec]?.count }

  /// Takes a row from the store; false when a text table is full.
  mutating func load(_ key: Int64, _ cells: UnsafeBufferPointer<StoredCell>) -> Bool {
    rows.load(key, cells)
  }

  /// Keeps an order that is current.
  mutating func adopt(_ order: consuming LiveOrder) {
    builds[order.spec] = nil
    let index = index(of: order.spec)
    if let index { orders[index] = order } else { orders.append(order) }
    dropOrders(beyond: Self.mostOrders, bytes: Self.mostBytes)
  }

  /// The most orders that are kept: each costs something with every packet, and whoever asks chooses.
  static let mostOrders = 128
  /// The most bytes of all orders and what they are kept under: five orders of ten million.
  static let mostBytes = 1_610_612_736

  /// Notes that an order was read.
  mutating func noteRead(_ index: Int, at now: ContinuousClock.Instant) {
    orders[index].used = now
  }

  /// An order as it would be ranked from nothing; nothing where it cannot be kept.
  func emptyOrder(_ spec: LiveOrder.Spec, at now: ContinuousClock.Instant) -> LiveOrder? {
    LiveOrder(spec, dataset, rows.pages, at: now)
  }

  /// Lets go of orders that nobody has read since a moment.
  mutating func dropOrders(unusedSince moment: ContinuousClock.Instant) {
    orders.removeAll { $0.used < moment }
    told = told.filter { index(of: $0.key) != nil }
  }

  /// Lets go of the orders that were not read for longest until there are at most so many, of at most
  /// so many bytes together.
  private mutating func dropOrders(beyond most: Int, bytes: Int) {
    while orders.count > 1,
      orders.count > most || orders.reduce(0, { $0 + $1.memorySize }) > bytes,
      let oldest = orders.indices.min(by: { orders[$0].used < orders[$1].used })
    {
      told[orders[oldest].spec] = nil
      orders.remove(at: oldest)
    }
  }
}

extension Record {
  /// The key where it is a whole number.
  fileprivate var key: Int64? {
    guard case .integer(let key) = id else { return nil }
    return key
  }
}
