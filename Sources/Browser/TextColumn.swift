import AlmanacCore

/// The texts of rows, one after another: none, one or several in each.
struct TextColumn {
  private(set) var bytes: [UInt8] = []
  /// Where each text begins, and where the last one ends.
  private var starts: [Int32] = [0]
  /// The number of each row's first text, and how many there are.
  private var rows: [Int32] = [0]

  /// How many rows were ended.
  var count: Int { rows.count - 1 }

  /// Adds a text to the row that is being written.
  mutating func add(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    starts.append(Int32(bytes.count))
  }

  /// Ends the row that is being written.
  mutating func endRow() { rows.append(Int32(starts.count - 1)) }

  /// The numbers of a row's texts.
  func texts(of row: Int) -> Range<Int> { Int(rows[row])..<Int(rows[row + 1]) }

  /// The place of a text in `bytes`.
  func place(of text: Int) -> Range<Int> { Int(starts[text])..<Int(starts[text + 1]) }

  /// A text.
  subscript(text: Int) -> [UInt8] { Array(bytes[place(of: text)]) }

  /// A row's first text; nothing where it has none.
  func first(of row: Int) -> [UInt8]? {
    let texts = texts(of: row)
    return texts.isEmpty ? nil : self[texts.lowerBound]
  }
}

extension TextColumn {
  /// The ranks of the rows by their first texts, which count from 0 and are alike where the texts tie;
  /// -1 for rows without.
  ///
  /// Cost: O(text × log n).
  func ranks(_ key: ([UInt8]) -> [UInt8]) -> [Int32] {
    var keys = TextColumn()
    for row in 0..<count {
      if let first = first(of: row) { keys.add(key(first)) }
      keys.endRow()
    }
    return keys.ranksBytewise()
  }

  /// The same by the bytes as they are.
  func ranksBytewise() -> [Int32] {
    var ranks = [Int32](repeating: -1, count: count)
    var entries: [RankedEntry] = []
    for row in 0..<count {
      let texts = texts(of: row)
      guard !texts.isEmpty else { continue }
      entries.append(
        RankedEntry(key: prefix(of: texts.lowerBound), row: Int64(texts.lowerBound)))
      ranks[row] = 0
    }
    entries.sort { left, right in
      left.key == right.key
        ? precedes(Int(left.row), Int(right.row)) : left.key < right.key
    }
    var ranksOfTexts = [Int32](repeating: 0, count: starts.count - 1)
    var rank: Int32 = 0
    for place in entries.indices.dropFirst() {
      let (before, text) = (Int(entries[place - 1].row), Int(entries[place].row))
      if entries[place - 1].key != entries[place].key || precedes(before, text) { rank += 1 }
      ranksOfTexts[text] = rank
    }
    for row in 0..<count where ranks[row] == 0 {
      ranks[row] = ranksOfTexts[texts(of: row).lowerBound]
    }
    return ranks
  }

  /// The first eight bytes of a text as a number that compares as they do.
  private func prefix(of text: Int) -> UInt64 {
    let place = place(of: text)
    var prefix: UInt64 = 0
    for index in 0..<8 {
      let at = place.lowerBound + index
      prefix = prefix << 8 | (at < place.upperBound ? UInt64(bytes[at]) : 0)
    }
    return prefix
  }

  /// Whether a text comes before another, byte by byte.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    bytes[place(of: left)].lexicographicallyPrecedes(bytes[place(of: right)])
  }
}
