/// Rows by their places on the Earth, for those nearest to a place.
///
/// The rows lie in the order of the cells of an octree (see ``SphereCell``), so the index is a ranked
/// list: it follows changes one by one, its copies are cheap, and the rows in a cell are counted
/// without visiting them. About 70 bytes a row.
public struct PlaceIndex: Sendable {
  /// The places by row.
  private var places: [Int64: Coordinate] = [:]
  private var list = RankedList()

  /// Makes an empty index.
  public init() {}

  /// Makes an index of rows; of a row that stands twice the last place counts.
  ///
  /// Cost: O(n log n).
  public init<Functions: MathFunctions>(
    _ rows: [(row: Int64, place: Coordinate)], using _: Functions.Type
  ) {
    places.reserveCapacity(rows.count)
    for (row, place) in rows { places[row] = place }
    list = RankedList(unsorted: places.map { Self.entry($0.key, $0.value, Functions.self) })
  }

  /// How many rows have a place.
  public var count: Int { list.count }

  /// The place of a row.
  public subscript(row: Int64) -> Coordinate? { places[row] }

  /// Takes a row's place, in the stead of any it had; without a place the row is let go of.
  ///
  /// Cost: O(log n).
  public mutating func set<Functions: MathFunctions>(
    _ place: Coordinate?, of row: Int64, using _: Functions.Type
  ) {
    if let old = places[row] { list.remove(Self.entry(row, old, Functions.self)) }
    places[row] = place
    if let place { list.insert(Self.entry(row, place, Functions.self)) }
  }

  private static func entry<Functions: MathFunctions>(
    _ row: Int64, _ place: Coordinate, _: Functions.Type
  ) -> RankedEntry {
    RankedEntry(key: SphereCell(SpherePoint(place, Functions.self)).code, row: row)
  }

  // MARK: Cells

  /// The ranks of all rows.
  var all: Range<Int> { 0..<list.count }

  /// Gives the parts of a cell that hold rows, with the ranks of those rows, to a body.
  func forEachPart(
    of cell: SphereCell, _ ranks: Range<Int>, _ body: (SphereCell, Range<Int>) -> Void
  ) {
    var start = ranks.lowerBound
    for number in 0..<8 where start < ranks.upperBound {
      let part = cell.part(number)
      let isLast = number == 7
      let end = isLast ? ranks.upperBound : rank(of: part.code + part.span)
      if end > start { body(part, start..<end) }
      start = end
    }
  }

  /// Gives rows by rank to a body, each with the smallest cell around it.
  func forEachRow(_ ranks: Range<Int>, _ body: (Int64, SphereCell) -> Void) {
    list.forEach(in: ranks) { entry in
      body(entry.row, SphereCell(code: entry.key, level: SphereCell.deepest))
    }
  }

  private func rank(of code: UInt64) -> Int {
    list.insertionRank(of: RankedEntry(key: code, row: .min))
  }

  /// The smallest number of rows whose cell is worth dividing.
  static var worthDividing: Int { 24 }
}
