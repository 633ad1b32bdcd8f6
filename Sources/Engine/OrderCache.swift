import AlmanacDeclarations
import AlmanacStorage

/// Orders of rows that were asked for lately, each of one generation.
struct OrderCache: Sendable {
  /// What decides an order.
  struct Key: Sendable, Hashable {
    var terms: [SortTerm]
    var filters: [Filter]
    var search: String?
    /// How texts compare; root where no text decides.
    var texts = TextOrder.root
    /// Whether the best matches of a search come first.
    var isByRelevance = false
  }

  /// Row numbers in an order, as of a generation.
  struct Order: Sendable, Equatable {
    var generation: Int64
    var rows: [Int64]
    /// Whether the search that found them was ended early.
    var isPartial = false
  }

  private var orders: [Key: (order: Order, used: Int)] = [:]
  /// What each of the last writes moved, by the generation before it.
  private var moves: [Int64: MovedRows] = [:]
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

  /// Notes what a write moved, so that orders of the generation before can follow it.
  mutating func follow(_ moved: MovedRows?, to generation: Int64) {
    moves = moves.filter { $0.key >= generation - Self.memory }
    moves[generation - 1] = moved
  }

  /// The order of a key as of an earlier generation, with all that moved since.
  func earlier(_ key: Key, than generation: Int64) -> (order: Order, moved: MovedRows)? {
    guard let order = orders[key]?.order,
      let moved = moved(from: order.generation, to: generation)
    else { return nil }
    return (order, moved)
  }

  /// All that moved from one generation to a later one; nothing where that is not known.
  func moved(from earlier: Int64, to later: Int64) -> MovedRows? {
    guard earlier < later, var moved = moves[earlier] else { return nil }
    for between in earlier + 1..<later {
      guard let next = moves[between] else { return nil }
      moved = moved.followed(by: next)
    }
    return moved
  }

  /// How many writes are remembered.
  private static let memory: Int64 = 16

  /// Keeps an order and lets go of those too old to follow and of what was not used for longest.
  mutating func keep(_ order: Order, for key: Key) {
    clock += 1
    orders = orders.filter { $0.value.order.generation >= order.generation - Self.memory }
    orders[key] = (order, clock)
    while orders.count > 1, orders.values.reduce(0, { $0 + $1.order.rows.count }) > capacity {
      guard let oldest = orders.min(by: { $0.value.used < $1.value.used }) else { return }
      orders[oldest.key] = nil
    }
  }
}
