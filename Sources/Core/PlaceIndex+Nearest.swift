/// A row near a place.
public struct NearPlace: Hashable, Sendable {
  /// The row.
  public let row: Int64
  /// How far it is, in metres along the geodesic.
  public let distance: Double
}

extension PlaceIndex {
  /// The rows nearest to a place, the nearest first; of those equally far the lower row first.
  ///
  /// The order is that of exact geodesics, over the antimeridian and the poles too. What is looked at
  /// next is always what may be nearest: a cell, a row by the cell around it, or a row by its geodesic
  /// (Hjaltason and Samet, "Distance Browsing in Spatial Databases", 1999). Cost: about
  /// O(log n + limit), and O(m) where m rows stand on one spot.
  ///
  /// - Parameter radius: How far a row may be at most, in metres.
  public func nearest<Functions: MathFunctions>(
    to place: Coordinate, limit: Int, within radius: Double = .infinity, using _: Functions.Type
  ) -> [NearPlace] {
    let point = SpherePoint(place, Functions.self)
    var measure = PlaceMeasure<Functions>(from: place)
    var queue = PlaceQueue()
    var found: [NearPlace] = []
    if !all.isEmpty { queue.push(PlaceCandidate(least: 0, what: .cell(.whole, all))) }
    while found.count < limit, let next = queue.pop(), next.least <= radius {
      switch next.what {
      case .exact(let row): found.append(NearPlace(row: row, distance: next.least))
      case .row(let row):
        guard let there = self[row] else { continue }
        let distance = measure.distance(to: there)
        queue.push(PlaceCandidate(least: distance, what: .exact(row)))
      case .cell(let cell, let ranks):
        divide(cell, ranks) { cell, what in
          let chords = cell.chords(from: point)
          let least = GeodesicBounds<Functions>.least(chordSquared: chords.shortest)
          if least <= radius { queue.push(PlaceCandidate(least: least, what: what)) }
        }
      }
    }
    return found
  }

  /// How many rows are within so many metres of a place.
  ///
  /// Cells that lie within are not opened. Cost: O(rows about the border).
  public func count<Functions: MathFunctions>(
    within radius: Double, of place: Coordinate, using _: Functions.Type
  ) -> Int {
    let point = SpherePoint(place, Functions.self)
    var measure = PlaceMeasure<Functions>(from: place)
    var count = 0
    var open: [PlaceCandidate.What] = all.isEmpty ? [] : [.cell(.whole, all)]
    while let next = open.popLast() {
      guard case .cell(let cell, let ranks) = next else { continue }
      divide(cell, ranks) { cell, what in
        let chords = cell.chords(from: point)
        guard GeodesicBounds<Functions>.least(chordSquared: chords.shortest) <= radius else {
          return
        }
        let isInside = GeodesicBounds<Functions>.most(chordSquared: chords.longest) <= radius
        switch what {
        case .cell(_, let ranks) where isInside: count += ranks.count
        case .cell: open.append(what)
        case .row where isInside: count += 1
        case .row(let row), .exact(let row):
          guard let there = self[row], measure.distance(to: there) <= radius else { return }
          count += 1
        }
      }
    }
    return count
  }

  /// Gives the parts of a cell to a body, or its rows where they are few.
  private func divide(
    _ cell: SphereCell, _ ranks: Range<Int>, _ body: (SphereCell, PlaceCandidate.What) -> Void
  ) {
    if ranks.count < Self.worthDividing || cell.level == SphereCell.deepest {
      forEachRow(ranks) { row, cell in body(cell, .row(row)) }
    } else {
      forEachPart(of: cell, ranks) { part, ranks in body(part, .cell(part, ranks)) }
    }
  }
}

/// The exact distance from one place to others, found once for those on one spot.
private struct PlaceMeasure<Functions: MathFunctions> {
  let start: Coordinate
  private var last: (place: Coordinate, distance: Double)?

  init(from start: Coordinate) { self.start = start }

  mutating func distance(to place: Coordinate) -> Double {
    if let last, last.place == place { return last.distance }
    let distance = Geodesic(from: start, to: place, using: Functions.self).distance
    last = (place, distance)
    return distance
  }
}

/// What may hold the next nearest row.
struct PlaceCandidate: Sendable {
  /// A distance that nothing in it is below, in metres.
  let least: Double
  let what: What

  enum What: Sendable {
    case cell(SphereCell, Range<Int>)
    case row(Int64)
    /// A row whose distance is known.
    case exact(Int64)
  }

  /// Whether it is to be looked at first: what may yet turn out as near goes before what is known, and
  /// of those equally far the lower row.
  static func < (left: PlaceCandidate, right: PlaceCandidate) -> Bool {
    guard left.least == right.least else { return left.least < right.least }
    return switch (left.what, right.what) {
    case (.exact(let mine), .exact(let theirs)): mine < theirs
    case (.row(let mine), .row(let theirs)): mine < theirs
    case (_, .exact): true
    default: false
    }
  }
}

/// A binary heap of candidates, the least first.
struct PlaceQueue: Sendable {
  private var heap: ContiguousArray<PlaceCandidate> = []

  mutating func push(_ candidate: PlaceCandidate) {
    heap.append(candidate)
    var child = heap.count - 1
    while child > 0, candidate < heap[(child - 1) / 2] {
      heap[child] = heap[(child - 1) / 2]
      child = (child - 1) / 2
    }
    heap[child] = candidate
  }

  mutating func pop() -> PlaceCandidate? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var hole = 0
    while 2 * hole + 1 < heap.count {
      var child = 2 * hole + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < last else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
    return first
  }
}
