/// Rows of machine words in pages, with the texts that their codes mean.
///
/// A copy is a snapshot that costs nothing until a page is written to again.
struct RowPages: Sendable {
  let layout: RowLayout
  /// The distinct texts of each text field.
  private(set) var texts: ContiguousArray<TextTable>
  /// How many slots were ever taken.
  private(set) var slots = 0
  private var pages: ContiguousArray<ContiguousArray<UInt64>> = []

  private static let shift = 9
  private static let rows = 1 << shift

  init(_ layout: RowLayout) {
    self.layout = layout
    texts = ContiguousArray(layout.searchedTexts.map { TextTable(isSearched: $0) })
  }

  /// Gives the words of the row in a slot to a body.
  @inline(__always)
  func withRow<T>(_ slot: Int, _ body: (UnsafePointer<UInt64>) -> T) -> T {
    let words = layout.words
    return pages[slot >> Self.shift].withUnsafeBufferPointer { page in
      guard let start = page.baseAddress else { preconditionFailure("A page is never empty.") }
      return body(start + (slot & (Self.rows - 1)) * words)
    }
  }

  /// Whether a record is in a slot.
  func isTaken(_ slot: Int) -> Bool {
    slot < slots && withRow(slot) { $0[RowLayout.presence] & RowLayout.taken != 0 }
  }

  /// Makes room for one more row.
  mutating func newSlot() -> Int {
    if slots == pages.count << Self.shift {
      pages.append(ContiguousArray(repeating: 0, count: Self.rows * layout.words))
    }
    slots += 1
    return slots - 1
  }

  /// Writes the words of a row.
  mutating func write(_ row: UnsafePointer<UInt64>, to slot: Int) {
    let words = layout.words
    let start = (slot & (Self.rows - 1)) * words
    pages[slot >> Self.shift].withUnsafeMutableBufferPointer { page in
      for word in 0..<words { page[start + word] = row[word] }
    }
  }

  /// Says that no record is in a slot.
  mutating func clear(_ slot: Int) {
    let start = (slot & (Self.rows - 1)) * layout.words
    pages[slot >> Self.shift][start + RowLayout.presence] = 0
  }

  /// The code of a text, taken in when it is new; nothing when its table is full.
  mutating func code(of utf8: UnsafeBufferPointer<UInt8>, in table: Int) -> Int? {
    texts[table].insert(utf8)
  }
}
