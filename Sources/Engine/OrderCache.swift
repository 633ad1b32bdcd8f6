import AlmanacCore
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

  /// At least the newest is held: a large dataset's order is not sorted anew for each page.
  private var orders = ByteBoundedCache<Key, Order>(most: 32_000_000, keepsNewest: true)
  /// What each of the last writes moved, by the generation before it.
  private var moves: [Int64: MovedRows] = [:]
  /// The newest generation that an order is held of.
  private var newest: Int64 = 0

  /// What the orders and their keys take, and may take unless a single one takes more.
  var memory: (bytes: Int, most: Int) { (orders.bytes, orders.most) }

  /// The order of a key, if it is of the wanted generation.
  mutating func order(_ key: Key, generation: Int64) -> Order? {
    guard let found = orders.peek(key), found.generation == generation else { return nil }
    return orders.value(for: key)
  }

  /// Notes what a write moved, so that orders of the generation before can follow it.
  mutating func follow(_ moved: MovedRows?, to generation: Int64) {
    moves = moves.filter { $0.key >= generation - Self.writes }
    moves[generation - 1] = moved
  }

  /// The order of a key as of an earlier generation, with all that moved since.
  func earlier(_ key: Key, than generation: Int64) -> (order: Order, moved: MovedRows)? {
    guard let order = orders.peek(key),
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
  private static let writes: Int64 = 16

  /// Keeps an order and lets go of those too old to follow and of what was not used for longest.
  ///
  /// Cost: O(1); O(orders) for the first of a generation.
  mutating func keep(_ order: Order, for key: Key) {
    if order.generation > newest {
      newest = order.generation
      let oldest = newest - Self.writes
      orders.removeAll { $1.generation < oldest }
    }
    let size = order.rows.count * MemoryLayout<Int64>.stride
    orders.keep(order, for: key, bytes: size + key.memorySize)
  }
}
