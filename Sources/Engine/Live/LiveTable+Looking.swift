import AlmanacDeclarations

extension LiveTable {
  /// Looks at a live window, after an earlier look at it.
  ///
  /// Works for every dataset and order: where the order is not in memory, the place is found again
  /// by its record's rank, and what is new is told by comparing both windows.
  func look(_ request: LiveRequest, after earlier: LiveLook?) async throws -> LiveLook {
    if let look = try await lookInMemory(request, after: earlier) { return look }
    for _ in 0..<8 {
      let place = try await place(request, after: earlier)
      let look = try await self.look(request, at: place, after: earlier)
      if let look { return look }
    }
    guard let look = try await self.look(request, at: nil, after: earlier) else {
      throw CancellationError()  // without a place there is always a look
    }
    return look
  }

  /// The window around a place; nothing where a write came between finding the one and the other.
  private func look(
    _ request: LiveRequest, at place: LivePlace?, after earlier: LiveLook?
  ) async throws -> LiveLook? {
    var query = request.query
    if let place {
      query.offset = max(place.rank - place.lead, 0)
    } else if request.anchor != nil, let earlier {
      query.offset = earlier.window.offset
    }
    var look = LiveLook(window: try await window(query), place: place)
    if let place {
      let index = place.rank - query.offset
      guard look.window.rows.indices.contains(index), look.window.rows[index].id == place.id else {
        return nil
      }
    } else if let anchor = request.anchor {
      look.place = Self.place(in: look.window, lead: anchor.lead)
    }
    if let earlier { compare(&look, with: earlier, request.query) }
    return look
  }

  /// The place of the row that stands where the anchor would.
  private static func place(in window: Window, lead: Int) -> LivePlace? {
    let index = min(lead, window.rows.count - 1)
    guard index >= 0 else { return nil }
    return LivePlace(id: window.rows[index].id, lead: index, rank: window.offset + index)
  }

  /// Says what is new in a look, as far as two windows tell.
  private func compare(_ look: inout LiveLook, with earlier: LiveLook, _ query: TableQuery) {
    let comparison = LiveComparison(
      old: earlier.window, new: look.window, moved: { self.hasMoved($0, $1, query) })
    look.touched = comparison.touched
    look.arrived = comparison.arrived
  }
}

/// What two windows of the same order tell of what happened between them.
struct LiveComparison {
  let old: Window
  let new: Window
  private let oldPlaces: [RecordID: Int]
  /// The places in the new window of records that stand where they stood.
  private let steady: [Int]

  init(old: Window, new: Window, moved: (Record, Record) -> Bool) {
    self.old = old
    self.new = new
    let places = Dictionary(old.rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    oldPlaces = places
    steady = new.rows.indices.filter { index in
      guard let place = places[new.rows[index].id] else { return false }
      return !moved(old.rows[place], new.rows[index])
    }
  }

  /// The rows that are new or changed; one at an edge counts where nothing could slide in there.
  var touched: Set<RecordID> {
    let (first, last) = (steady.first ?? new.rows.count, steady.last ?? -1)
    let ends = old.offset + old.rows.count >= old.total
    var touched: Set<RecordID> = []
    for (index, row) in new.rows.enumerated() {
      if let place = oldPlaces[row.id] {
        if old.rows[place] != row { touched.insert(row.id) }
      } else if (index > first || old.offset == 0) && (index < last || ends || isAhead(index)) {
        touched.insert(row.id)
      }
    }
    return touched
  }

  /// Whether a row stands before all that stayed, in a window that nothing precedes.
  private func isAhead(_ index: Int) -> Bool { index < steady.first ?? new.rows.count }

  /// How many records are new outside the window, by how ranks and totals shifted.
  var arrived: (above: Int, below: Int) {
    guard let index = steady.first, let place = oldPlaces[new.rows[index].id] else {
      let growth = max(new.total - old.total - new.rows.count, 0)
      return new.offset == 0 ? (0, growth) : (growth, 0)
    }
    let (rank, oldRank) = (new.offset + index, old.offset + place)
    let isNew = touched
    let inside = (
      before: new.rows[..<index].count { isNew.contains($0.id) },
      after: new.rows[(index + 1)...].count { isNew.contains($0.id) && oldPlaces[$0.id] == nil }
    )
    let above = rank - oldRank - inside.before
    let below = (new.total - rank) - (old.total - oldRank) - inside.after
    let isAtEnd = new.offset + new.rows.count >= new.total
    return (new.offset == 0 ? 0 : max(above, 0), isAtEnd ? 0 : max(below, 0))
  }
}
