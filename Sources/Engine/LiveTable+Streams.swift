import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// The ranked list of a stream's order, built on first use; nothing when it cannot be ranked.
  func ranked(_ term: SortTerm) async throws -> StreamOrders.Ranked? {
    if let known = streamOrders.withLock({ $0.ranked[term] }) { return known }
    guard dataset.key.isInteger, let field = dataset.index(of: term.field),
      dataset.fields[field].type.isSortable
    else { return nil }
    guard streamOrders.withLock({ $0.beginBuild(term) }) else { return try await built(term) }
    var built: StreamOrders.Ranked?
    defer { streamOrders.withLock { [built] in $0.adopt(built, for: term) } }
    built = try await build(term, field)
    return built
  }

  /// Waits for another reader's build of the same order; nothing when that was given up.
  private func built(_ term: SortTerm) async throws -> StreamOrders.Ranked? {
    while streamOrders.withLock({ $0.isBuilding(term) }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    return streamOrders.withLock { $0.ranked[term] }
  }

  private func build(_ term: SortTerm, _ field: Int) async throws -> StreamOrders.Ranked? {
    var order = StreamOrders.Ranked(
      generation: 0, list: RankedList(), ordinals: [:], field: field,
      descending: term.descending)
    if dataset.fields[field].type == .text {
      guard let ordinals = try await ordinals(of: field) else { return nil }
      order.ordinals = ordinals
    }
    let seen = try await store.scan(fields: [field]) { [order] row, values in
      order.key(values[0]).map { RankedEntry(key: $0, row: row) }
    }
    guard seen.rows.count == seen.total else { return nil }
    order.generation = seen.generation
    order.list = RankedList(unsorted: seen.rows)
    return order
  }

  /// The ordinals of a text field's values in root order, equal for texts that tie in it; nothing
  /// when they are too many.
  private func ordinals(of field: Int) async throws -> [String: UInt64]? {
    let values = try await store.distinctTexts(of: field, atMost: 65_536)
    guard let values else { return nil }
    var (ordinals, last): ([String: UInt64], [UInt8]) = ([:], [])
    for (place, text) in values.enumerated() {
      let key = Collation.root.sortKey(Array(text.utf8))
      let isTie = place > 0 && key == last
      ordinals[text] = isTie ? ordinals[values[place - 1]] : UInt64(place)
      last = key
    }
    return ordinals
  }

  /// The rank of a row in the list's own order; nothing when there is none.
  func rank(ofRow row: Int64) async throws -> Int? {
    guard dataset.source.kind == .stream else {
      return try await defaultOrder().firstIndex(of: row)
    }
    guard dataset.list.sort.count == 1, let ranked = try await ranked(dataset.list.sort[0]),
      let record = try store.records(.rows([row])).rows.first,
      let key = ranked.key(record.values[ranked.field])
    else { return nil }
    return ranked.list.rank(of: RankedEntry(key: key, row: row))
  }
}
