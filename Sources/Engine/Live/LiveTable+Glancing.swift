import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage

extension LiveTable {
  /// Looks at a live window of an order in memory; nothing where it cannot be kept there.
  ///
  /// Cost: O(limit + log n).
  func lookInMemory(_ request: LiveRequest, after earlier: LiveLook?) async throws -> LiveLook? {
    guard let spec = spec(of: request.query) else { return nil }
    let wish = HeldRequest(
      spec: spec, place: Self.place(request, after: earlier), limit: request.query.limit,
      isWatched: true, since: earlier?.counter, earlier: earlier?.held)
    for _ in 0..<8 {
      guard let held = try await look(wish) else { return nil }
      // Nothing where the store is ahead by now.
      guard let rows = try records(of: held, after: earlier?.held) else { continue }
      return look(held, rows, after: earlier, request.query)
    }
    return nil
  }

  private static func place(
    _ request: LiveRequest, after earlier: LiveLook?
  ) -> HeldRequest.Place {
    guard let anchor = request.anchor else { return .rank(request.query.offset) }
    guard let place = earlier?.place else {
      return .key(anchor.id, lead: anchor.lead, else: request.query.offset)
    }
    let start = max(place.rank - max(place.lead, 0), 0)
    guard let entry = place.entry else {
      return .key(place.id, lead: place.lead, else: start)
    }
    return .place(entry, lead: place.lead, key: place.id, else: start)
  }

  private func look(
    _ held: HeldLook, _ rows: [Record], after earlier: LiveLook?, _ query: TableQuery
  ) -> LiveLook {
    let seen = held.window
    var look = LiveLook(
      window: Window(
        version: version(seen.version), total: seen.total, offset: seen.offset, rows: rows))
    look.counter = seen.version
    if seen.layout.isComplete {
      look.held = HeldRecords(seen, rows)
      look.kept = held.kept
    }
    if let anchor = held.anchor {
      let lead = anchor.rank - seen.offset
      let id = rows.indices.contains(lead) ? rows[lead].id : .integer(anchor.place.entry.row)
      look.place = LivePlace(id: id, lead: lead, rank: anchor.rank, entry: anchor.place)
    }
    guard let earlier else { return look }
    if let arrived = held.arrived, let touched = held.touched {
      look.arrived = arrived
      look.touched = Set(touched.map { .integer($0) })
    } else {
      let comparison = LiveComparison(
        old: earlier.window, new: look.window, moved: { self.hasMoved($0, $1, query) })
      (look.arrived, look.touched) = (comparison.arrived, comparison.touched)
    }
    return look
  }
}
