import AlmanacDeclarations

/// One look at a live window.
struct LiveLook: Sendable {
  /// The rows and the version they belong to; its offset is the rank of the first row.
  var window: Window
  /// Where the anchor stands, also after it moved or went; nothing without an anchor.
  var place: LivePlace?
  /// How many records are new since the look before, outside the window.
  var arrived: (above: Int, below: Int) = (0, 0)
  /// The window's rows that are new or changed since the look before.
  var touched: Set<RecordID> = []

  /// The counter of the version, where the rows came from memory.
  var counter: Int64?
  /// What the rows were made of, where they came from memory and nowhere else.
  var held: HeldRecords?

  /// Where each row stood in the look before, if it is the same; nothing where that is not known.
  var kept: [Int?]?

  /// Whether a reader of the earlier look would see nothing new in this one.
  func looksLike(_ earlier: LiveLook) -> Bool {
    window.total == earlier.window.total && window.offset == earlier.window.offset
      && arrived == (0, 0) && window.rows == earlier.window.rows
  }
}

/// The place in an order that a window holds: just where a record stands that did not move.
struct LivePlace: Sendable, Hashable {
  /// The record that stands there: the anchor, or after it went its neighbour.
  var id: RecordID
  /// How many rows of the window stand before it.
  var lead: Int
  /// The record's rank at that look.
  var rank: Int
  /// The place itself, in an order that is in memory.
  var entry: HeldPlace?
  /// The values whose place it is, in an order that SQLite answers.
  var record: Record?
}
