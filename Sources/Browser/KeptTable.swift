import AlmanacCore

/// A dataset that a device keeps: found, sorted, filtered and measured as on the server.
struct KeptTable {
  let schema: KeptSchema
  var columns: [KeptColumn]
  var keys: KeptKeys
  /// How many rows there are.
  private(set) var count = 0
  /// The ranks of texts that orders needed so far.
  var ranks: [TextRanks] = []
  private(set) var index = SearchIndex()
  private(set) var places = PlaceIndex()

  /// Makes an empty table.
  init(_ schema: KeptSchema) {
    self.schema = schema
    columns = schema.kinds.map { KeptColumn($0) }
    keys = KeptKeys(isInteger: schema.isIntegerKey)
  }

  /// Adds rows: how many, then each with its key and the values of its fields.
  ///
  /// False where the bytes are not that; then the table is of no more use.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ByteReader(bytes)
    guard let added = reader.word(), added >= 0 else { return false }
    for _ in 0..<added {
      guard keys.add(&reader) else { return false }
      for field in columns.indices {
        guard columns[field].add(&reader) else { return false }
      }
    }
    count += added
    return reader.isAtEnd
  }

  /// Sorts and indexes all rows.
  ///
  /// Cost: O(text × log n).
  mutating func finish<Functions: MathFunctions>(using _: Functions.Type) {
    keys.finish()
    ranks = []
    index = SearchIndex(documents(in: order(schema.sort, .root)))
    places = PlaceIndex(placed, using: Functions.self)
  }

  private func documents(in order: [Int32]) -> SearchDocuments {
    var documents = SearchDocuments()
    for place in order.indices {
      let row = Int(order[place])
      documents.add(row: Int64(row), place: UInt64(place), texts: texts(of: row).map { $0.text })
    }
    return documents
  }

  /// The texts by which a row is found, as the dataset's search names their fields.
  func texts(of row: Int) -> [SearchedText] {
    var found: [SearchedText] = []
    for field in schema.search where columns[field].kind.isSearched {
      let texts = columns[field].texts
      let numbers = texts.texts(of: row)
      for number in numbers {
        found.append(
          SearchedText(field: field, index: number - numbers.lowerBound, text: texts[number]))
      }
    }
    return found
  }

  /// The rows with a place, by their numbers among the places.
  private var placed: [(row: Int64, place: Coordinate)] {
    guard let measure = schema.measure else { return [] }
    var placed: [(row: Int64, place: Coordinate)] = []
    for row in 0..<count {
      guard let place = columns[measure].place(of: row) else { continue }
      placed.append((row: Int64(placeNumber(of: row)), place: place))
    }
    return placed
  }

  /// The number of a row among the places, where of two equally far the lower comes first: the
  /// server's row numbers are integer keys themselves, else the order of adding.
  func placeNumber(of row: Int) -> Int { schema.isIntegerKey ? Int(keys.ranks[row]) : row }

  /// The row of a number among the places.
  func row(ofPlace number: Int) -> Int { schema.isIntegerKey ? Int(keys.order[number]) : number }
}

/// A text by which a row is found.
struct SearchedText {
  /// The field it stands in.
  let field: Int
  /// Its place among the field's texts.
  let index: Int
  let text: [UInt8]
}

/// The ranks of one field's texts.
struct TextRanks {
  let field: Int
  let collation: Collation
  let ranks: [Int32]
}
