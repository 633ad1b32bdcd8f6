import AlmanacCore
import AlmanacStorage

/// The searchable texts of a dataset, as of a generation.
struct IndexedTexts: Sendable {
  /// The generation the texts belong to.
  private(set) var generation: Int64
  private(set) var index: SearchIndex

  /// Indexes all texts; `order` has the rows in the dataset's own order.
  ///
  /// Cost: O(text), besides sorting words.
  init(_ documents: [SearchedRow], order: [Int64], generation: Int64) {
    let places = RowPlaces(order)
    var given = SearchDocuments()
    for document in documents.sorted(by: { places[$0.row] < places[$1.row] }) {
      given.add(row: document.row, place: places[document.row], texts: document.texts)
    }
    self.generation = generation
    index = SearchIndex(given)
  }

  /// Follows a sync that moved some rows.
  ///
  /// - Parameters:
  ///   - arriving: The rows that are new or different, with their texts.
  ///   - order: All rows in the dataset's own order, after the sync.
  ///
  ///   Cost: O(n) to find the places, besides O(moved × log n).
  mutating func follow(
    _ moved: MovedRows, _ arriving: [SearchedRow], order: [Int64], generation: Int64
  ) {
    let rows = Set(arriving.map(\.row))
    var places = Gaps(order: order, arriving: rows, place: index.place(of:)).places
    if places == nil {
      let all = RowPlaces(order)
      index.place { all[$0] }
      places = Dictionary(uniqueKeysWithValues: rows.map { ($0, all[$0]) })
    }
    var given = SearchDocuments()
    for document in arriving {
      given.add(row: document.row, place: places?[document.row] ?? .max, texts: document.texts)
    }
    index.apply(removing: moved.leaving, inserting: given)
    self.generation = generation
  }
}

/// A row with the texts it is found by.
struct SearchedRow: Sendable {
  let row: Int64
  let texts: [[UInt8]]
}

/// Places of rows in an order, with room between them; of others, behind all.
struct RowPlaces {
  private let places: [Int64: UInt64]
  /// How much room is between two neighbours.
  static let room: UInt64 = 1 << 20

  init(_ order: [Int64]) {
    places = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($1, UInt64($0 + 1) * Self.room) })
  }

  subscript(row: Int64) -> UInt64 { places[row] ?? .max }
}

/// Places for rows that arrive between others, which keep theirs.
struct Gaps {
  /// The places of the rows that arrive; nothing where there is no room.
  let places: [Int64: UInt64]?

  init(order: [Int64], arriving: Set<Int64>, place: (Int64) -> UInt64?) {
    var places: [Int64: UInt64] = [:]
    var (lower, waiting): (UInt64, [Int64]) = (0, [])
    var previous: Int64?
    for row in order + [nil] as [Int64?] {
      if let row, arriving.contains(row) {
        if waiting.isEmpty { lower = previous.flatMap(place) ?? 0 }
        waiting.append(row)
        continue
      }
      if !waiting.isEmpty {
        let end = lower &+ UInt64(waiting.count + 1) &* RowPlaces.room
        let step = ((row.flatMap(place) ?? end) &- lower) / UInt64(waiting.count + 1)
        guard step > 0 else {
          self.places = nil
          return
        }
        for (number, row) in waiting.enumerated() {
          places[row] = lower + UInt64(number + 1) * step
        }
        waiting = []
      }
      previous = row
    }
    self.places = places
  }
}
