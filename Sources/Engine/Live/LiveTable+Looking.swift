import AlmanacDeclarations
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// Looks at a live window, after an earlier look at it.
  ///
  /// Works for every dataset and order: where the order is not in memory, the place is found again
  /// by its record's rank or its values, and what is new is told by comparing both windows.
  func look(_ request: LiveRequest, after earlier: LiveLook?) async throws -> LiveLook {
    if let look = try await lookInMemory(request, after: earlier) { return look }
    readsFile.store(true, ordering: .relaxed)
    if dataset.source.kind == .stream, request.anchor != nil {
      return try await lookInStore(request, after: earlier)
    }
    for _ in 0..<8 {
      let place = try await place(request, after: earlier)
      if place == nil, earlier?.place != nil, request.query.search == nil {
        return try await lookInStore(request, after: earlier)
      }
      let look = try await self.look(request, at: place, after: earlier)
      if let look { return look }
    }
    guard let look = try await self.look(request, at: nil, after: earlier) else {
      throw CancellationError()  // without a place there is always a look
    }
    return look
  }

  /// The window around a place as SQLite finds it, be there a record at the place or not.
  ///
  /// Cost: O(n), off the caller's thread.
  private func lookInStore(
    _ request: LiveRequest, after earlier: LiveLook?
  ) async throws -> LiveLook {
    var query = request.query
    if let earlier { query.offset = earlier.window.offset }
    let place = Self.rowPlace(request, after: earlier)
    let seen = try await store.records(sql(query), holding: place)
    let window = Window(
      version: version(seen.generation), total: seen.total, offset: seen.rows.offset,
      rows: seen.rows.rows)
    var look = LiveLook(window: window)
    look.place = Self.place(in: window, seen.rows.place, lead: place.lead)
    if let earlier { compare(&look, with: earlier, request.query) }
    return look
  }

  /// What says where a request's place is: the anchor's key at first, and from then on its values.
  private static func rowPlace(_ request: LiveRequest, after earlier: LiveLook?) -> RowPlace {
    guard let place = earlier?.place, let earlier else {
      let anchor = request.anchor
      return RowPlace(.id(anchor?.id ?? .integer(0)), lead: anchor?.lead ?? 0)
    }
    let index = place.rank - earlier.window.offset
    let rows = earlier.window.rows
    let record = place.record ?? (rows.indices.contains(index) ? rows[index] : nil)
    return RowPlace(record.map { .record($0) } ?? .id(place.id), lead: place.lead)
  }

  /// The place that a window holds: that which was found, else that of the row where it would be.
  private static func place(
    in window: Window, _ found: (record: Record, rank: Int)?, lead: Int
  ) -> LivePlace? {
    guard let found else {
      var place = place(in: window, lead: lead)
      if let index = place?.lead { place?.record = window.rows[index] }
      return place
    }
    let index = found.rank - window.offset
    let id = window.rows.indices.contains(index) ? window.rows[index].id : found.record.id
    return LivePlace(id: id, lead: lead, rank: found.rank, record: found.record)
  }

  /// The window around a place; nothing where a write came between finding the one and the other.
  private func look(
    _ request: LiveRequest, at place: LivePlace?, after earlier: LiveLook?
  ) async throws -> LiveLook? {
    var query = request.query
    if let place {
      query.offset = max(place.rank - max(place.lead, 0), 0)
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
    let index = min(max(lead, 0), window.rows.count - 1)
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
