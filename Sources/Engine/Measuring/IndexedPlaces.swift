import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Dispatch
import Synchronization

/// The places of a dataset's rows, as of a generation.
struct IndexedPlaces: Sendable {
  /// The generation the places belong to.
  private(set) var generation: Int64
  private(set) var index: PlaceIndex

  /// Indexes all places.
  init(_ rows: [PlacedRow], generation: Int64) {
    self.generation = generation
    let placed = rows.compactMap { row in row.place.map { (row: row.row, place: $0) } }
    index = PlaceIndex(placed, using: SystemMath.self)
  }

  /// Follows a sync that moved some rows; those that arrive come with their places.
  ///
  /// Cost: O(moved × log n).
  mutating func follow(_ moved: MovedRows, _ arriving: [PlacedRow], generation: Int64) {
    for row in moved.leaving { index.set(nil, of: row, using: SystemMath.self) }
    for row in arriving { index.set(row.place, of: row.row, using: SystemMath.self) }
    self.generation = generation
  }
}

/// A row with its place, if that is known.
struct PlacedRow: Sendable {
  let row: Int64
  let place: Coordinate?
}

extension LiveTable {
  /// The index of the places as they are now, which is built on first use and follows syncs.
  ///
  /// Where rows come faster than they are indexed, it is of a generation a moment ago.
  ///
  /// Cost: O(1), besides what a sync moved since; O(n log n) the first time, off the caller's thread.
  func indexedPlaces() async throws -> IndexedPlaces {
    var tries = 0
    while true {
      try Task.checkCancellation()
      let generation = try store.size().generation
      let known = places.withLock { $0 }
      if let known, known.generation == generation || tries >= 3 { return known }
      tries += 1
      try await works.once(.places) { [self] in try await bringPlacesUp(to: generation) }
    }
  }

  /// Makes the index that of a generation, or a later one.
  private func bringPlacesUp(to generation: Int64) async throws {
    let known = places.withLock { $0 }
    if let known, known.generation == generation { return }
    if let known, let moved = moved(from: known.generation, to: generation) {
      let seen = try await placedRows(moved.arriving)
      guard seen.generation == generation else { return }
      await keepPlaces {
        var followed = known
        followed.follow(moved, seen.rows, generation: generation)
        return followed
      }
    } else {
      let seen = try await placedRows(nil)
      await keepPlaces { IndexedPlaces(seen.rows, generation: seen.generation) }
    }
  }

  /// Rows with their places; all of them where none are named.
  private func placedRows(_ rows: Set<Int64>?) async throws -> Seen<[PlacedRow]> {
    let fields = measuredField.map { [$0] } ?? []
    return try await store.scan(fields: fields, rows: rows) { row, values in
      guard case .point(let point)? = values.first else { return PlacedRow(row: row, place: nil) }
      return PlacedRow(row: row, place: point.coordinate)
    }
  }

  /// Makes an index off the caller's thread.
  private func keepPlaces(_ make: @escaping @Sendable () -> IndexedPlaces) async {
    await withCheckedContinuation { continuation in
      builder.async { [self] in
        let made = make()
        places.withLock { $0 = made }
        continuation.resume()
      }
    }
  }
}
