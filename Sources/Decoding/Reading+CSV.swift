import AlmanacDeclarations

extension Reading {
  /// Reads every row of a CSV answer; `deliver` takes each once it is captured.
  mutating func readCSV(
    _ bytes: Bytes, _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    let text = try Self.csvText(bytes)
    let delimiter = plan.dataset.source.delimiter?.utf8.first
    guard
      var scanner = CSVScanner(
        text, delimiter: delimiter ?? CSVHeader.delimiter(of: text, for: plan.columns)),
      try scanner.row() != nil
    else { throw DecodingFailure.empty }
    let columns = try header(scanner.cells)
    try readRows(&scanner, columns, deliver)
    page.endsInLine = text.last == 0x0A || text.last == 0x0D
    try rowLengths.check(endsInLine: page.endsInLine == true, at: bytes.count)
  }

  private mutating func readRows(
    _ scanner: inout CSVScanner, _ columns: [Column],
    _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    while true {
      let (start, line) = (scanner.at, scanner.line)
      guard let row = try scanner.row() else { return }
      var reason: SetAside.Reason?
      if case .textAfterQuote = row { reason = .textAfterQuote }
      if !capture(scanner.cells, columns) { reason = reason ?? .tooManyCells }
      rowLengths.note(
        isShort: scanner.cells.count < columns.count,
        hasKey: assembly.key(of: walk.capture) != nil)
      if let reason {
        setAside(reason, scanner.source(from: start), at: line)
      } else {
        try deliver(&self, line, scanner.source(from: start))
      }
    }
  }

  /// Captures the cells of a row; false where a value stands beyond the last column.
  @inline(__always)
  private mutating func capture(_ cells: [Piece], _ columns: [Column]) -> Bool {
    walk.capture.clear()
    for index in 0..<min(cells.count, columns.count) {
      let column = columns[index]
      walk.keys.count(.cell, at: column.entry)
      if column.slot >= 0 {
        walk.capture.single[column.slot] = cells[index]
      } else if column.isUndeclared {
        walk.capture.note(cells[index], undeclared: column.entry)
      }
    }
    guard cells.count > columns.count else { return true }
    return cells[columns.count...].allSatisfy(\.isBlank)
  }

  /// A column, and where its cells go.
  struct Column {
    var entry: Int
    var slot: Int
    var isUndeclared: Bool
  }

  private mutating func header(_ cells: [Piece]) throws -> [Column] {
    let header = CSVHeader(cells, walk.scratch)
    let entries = cells.count > KeyTable.most ? [-1] : header.entries(in: &walk.keys)
    guard entries.allSatisfy({ $0 >= 0 }) else {
      throw DecodingFailure.wrongShape(
        expected: "a header line", got: "a line of \(cells.count) cells")
    }
    let columns = entries.map { entry in
      let node = walk.keys.entries[entry].node
      let slot = node >= 0 ? walk.tree.nodes[node].slot : -1
      return Column(entry: entry, slot: slot, isUndeclared: node == -1 || node >= 0 && slot < 0)
    }
    let keySlots = plan.origins[plan.key].map(\.slot)
    guard columns.contains(where: { $0.slot >= 0 && keySlots.contains($0.slot) }) else {
      throw Self.noKeyColumn(header, plan)
    }
    return columns
  }

  private static func noKeyColumn(_ header: CSVHeader, _ plan: RecordPlan) -> DecodingFailure {
    let wanted = plan.dataset.key.from.map(\.description).joined(separator: " or ")
    let names = header.names.prefix(12).map { $0.withUnsafeBufferPointer { $0.excerpt(40) } }
    return .wrongShape(
      expected: "a column \(wanted)", got: "columns " + names.joined(separator: ", "))
  }

  /// The text of an answer that may be CSV: not empty, not markup, not JSON.
  private static func csvText(_ bytes: Bytes) throws -> Bytes {
    let text = bytes.withoutMark
    guard let first = text.trimmed.first else { throw DecodingFailure.empty }
    try text.refuseUTF16()
    if first == UInt8(ascii: "<") { throw DecodingFailure.markup(text) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let json = Piece(wholeJSON: text)
    else { return text }
    throw DecodingFailure.refusal(json)
      ?? .wrongShape(
        expected: "comma-separated values", got: DecodingFailure.shape(of: json))
  }
}

/// Whether the rows of a CSV answer have all their cells, by which a cut shows.
struct RowLengths {
  private var others = 0
  private var shortOthers = 0
  /// The last row so far: whether it lacks cells, and whether it has a key.
  private var last: (isShort: Bool, hasKey: Bool)?

  /// Notes the next row.
  @inline(__always)
  mutating func note(isShort: Bool, hasKey: @autoclosure () -> Bool) {
    if let last {
      others &+= 1
      shortOthers &+= last.isShort ? 1 : 0
    }
    last = (isShort, isShort && hasKey())
  }

  /// Fails where the last row alone lacks cells: the answer was cut inside of it.
  ///
  /// A whole last line without a key is a footer, which is set aside like any row without a key.
  func check(endsInLine: Bool, at end: Int) throws(DecodingFailure) {
    guard let last, last.isShort, shortOthers == 0 else { return }
    if !endsInLine || (last.hasKey && others > 0) { throw .cutRow(byte: end) }
  }
}
