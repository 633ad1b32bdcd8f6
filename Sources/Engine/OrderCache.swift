import AlmanacDeclarations

/// Orders of rows that were asked for lately, each of one generation.
struct OrderCache: Sendable {
  /// What decides an order.
  struct Key: Sendable, Hashable {
    var terms: [SortTerm]
    var filters: [Filter]
    var search: String?
    /// Whether the best matches of a search come first.
    var isByRelevance = false
  }

  /// Row numbers in an order, as of a generation.
  struct Order: Sendable {
    var generation: Int64
    var rows: [Int64]
  }

  private var orders: [Key: (order: Order, used: Int)] = [:]
  private var clock = 0
  /// The most row numbers that are kept, over all orders.
  let capacity = 4_000_000

  /// The order of a key, if it is of the wanted generation.
  mutating func order(_ key: Key, generation: Int64) -> Order? {
    guard let found = orders[key]?.order, found.generation == generation else { return nil }
    clock += 1
    orders[key]?.used = clock
    return found
  }

  /// Keeps an order and lets go of older generations and of what was not used for longest.
  mutating func keep(_ order: Order, for key: Key) {
    clock += 1
    orders = orders.filter { $0.value.order.generation >= order.generation }
    orders[key] = (order, clock)
    while orders.count > 1, orders.values.reduce(0, { $0 + $1.order.rows.count }) > capacity {
      guard let oldest = orders.min(by: { $0.value.used < $1.value.used }) else { return }
      orders[oldest.key] = nil
    }
  }
}
