import AlmanacCore
import AlmanacDeclarations

/// Ranked lists of a stream's records, kept current by every group that is committed.
///
/// Only for whole-number keys, which are the row numbers themselves, so that ties by row are ties
/// by public id.
struct StreamOrders: Sendable {
  /// One order: a ranked list as of a generation.
  struct Ranked: Sendable {
    var generation: Int64
    var list: RankedList
    /// The ordinals of a text field's values; empty for numbers.
    var ordinals: [String: UInt64]
    let field: Int
    let descending: Bool

    /// The key of a value; nothing for a text that has no ordinal yet.
    func key(_ value: Value) -> UInt64? {
      switch value {
      case .absent: OrderKey.absent
      case .integer(let number): OrderKey.of(number, descending: descending)
      case .number(let number): OrderKey.of(number, descending: descending)
      case .text(let text):
        ordinals[text].map { OrderKey.of(Int64($0), descending: descending) }
      default: nil
      }
    }
  }

  /// What a committed group did.
  struct Delta: Sendable {
    var generation: Int64
    var records: [Record]
    var earlier: [RecordID: Record]
  }

  private(set) var ranked: [SortTerm: Ranked] = [:]
  private var pending: [Delta] = []
  private var building: Set<SortTerm> = []

  /// Claims a build: from now on deltas are remembered, until the build is adopted or given up.
  ///
  /// - Returns: False when another is building the same order.
  mutating func beginBuild(_ term: SortTerm) -> Bool { building.insert(term).inserted }

  /// Whether an order is being built.
  func isBuilding(_ term: SortTerm) -> Bool { building.contains(term) }

  /// Takes a list that was built as of a generation and brings it up to date.
  mutating func adopt(_ built: Ranked?, for term: SortTerm) {
    if var built {
      for delta in pending {
        guard Self.apply(delta, to: &built) else { return endBuild(term) }
      }
      ranked[term] = built
    }
    endBuild(term)
  }

  private mutating func endBuild(_ term: SortTerm) {
    building.remove(term)
    if building.isEmpty { pending = [] }
  }

  /// Follows a committed group.
  ///
  /// Cost: O(group × log n) for each list.
  mutating func follow(_ delta: Delta) {
    if !building.isEmpty { pending.append(delta) }
    for (term, var order) in ranked {
      ranked[term] = nil  // so that the list is changed in place
      if Self.apply(delta, to: &order) { ranked[term] = order }
    }
  }

  /// Whether the delta fits; a text without an ordinal needs a new build.
  ///
  /// A list that was built between a commit and its delta has seen the group already.
  private static func apply(_ delta: Delta, to order: inout Ranked) -> Bool {
    guard delta.generation > order.generation else { return true }
    var removing: [RankedEntry] = []
    var inserting: [RankedEntry] = []
    for (id, record) in delta.earlier {
      guard let entry = entry(id, record, order) else { return false }
      removing.append(entry)
    }
    var latest: [RecordID: Record] = [:]
    for record in delta.records { latest[record.id] = record }
    for (id, record) in latest {
      guard let entry = entry(id, record, order) else { return false }
      inserting.append(entry)
    }
    order.list.apply(removing: removing, inserting: inserting)
    order.generation = delta.generation
    return true
  }

  private static func entry(_ id: RecordID, _ record: Record, _ order: Ranked) -> RankedEntry? {
    guard case .integer(let row) = id, let key = order.key(record.values[order.field]) else {
      return nil
    }
    return RankedEntry(key: key, row: row)
  }
}
