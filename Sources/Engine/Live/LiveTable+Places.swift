import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage

extension LiveTable {
  /// Where a window's place stands now; nothing where it holds none.
  ///
  /// When the record that stood there moved or went, the nearest one that stayed takes the place: of
  /// the rows after it, then of those before it.
  func place(_ request: LiveRequest, after earlier: LiveLook?) async throws -> LivePlace? {
    guard let anchor = request.anchor else { return nil }
    guard let earlier else {
      return try await rank(of: anchor.id, in: request.query).map {
        LivePlace(id: anchor.id, lead: anchor.lead, rank: $0)
      }
    }
    guard let place = earlier.place else { return nil }
    for candidate in Self.candidates(place, earlier.window) {
      guard let now = try await record(candidate.record.id),
        !hasMoved(candidate.record, now, request.query),
        let rank = try await rank(of: now.id, in: request.query)
      else { continue }
      return LivePlace(id: now.id, lead: candidate.lead, rank: rank)
    }
    return nil
  }

  /// Who may take a place, the nearest first, and how many rows would stand before each.
  private static func candidates(
    _ place: LivePlace, _ window: Window
  ) -> [(record: Record, lead: Int)] {
    let index = place.rank - window.offset
    guard window.rows.indices.contains(index) else { return [] }
    let after = window.rows[index...].map { ($0, place.lead) }
    let before = window.rows[..<index].indices.reversed().map {
      (window.rows[$0], place.lead - (index - $0))
    }
    return after + before.map { ($0.0, max($0.1, 0)) }
  }

  /// Whether a record stands elsewhere in an order, or may.
  func hasMoved(_ old: Record, _ new: Record, _ query: TableQuery) -> Bool {
    let isByRelevance = query.search != nil && query.sort.isEmpty
    let names = terms(of: query).map(\.field) + (isByRelevance ? dataset.search : [])
    let places = names.compactMap(dataset.index(of:)).flatMap {
      dataset.places(of: $0, in: query.language)
    }
    return places.contains { old.values[$0] != new.values[$0] }
  }

  /// The rank of a record in a query's order; nothing where it is not found by the query.
  ///
  /// Cost: O(n) at most.
  private func rank(of id: RecordID, in query: TableQuery) async throws -> Int? {
    guard let row = try store.row(of: id) else { return nil }
    let order = try await order(key(of: query))
    return order.rows.firstIndex(of: row)
  }
}
