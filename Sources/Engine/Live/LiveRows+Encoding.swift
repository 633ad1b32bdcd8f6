import AlmanacDeclarations
import AlmanacStorage

extension LiveRows {
  /// Writes a record as words; false when one of its texts finds its table full.
  mutating func encode(
    _ record: Record, _ key: Int64, into row: UnsafeMutablePointer<UInt64>
  ) -> Bool {
    var presence = RowLayout.taken
    row[RowLayout.key] = UInt64(bitPattern: key)
    for cell in layout.cells {
      row[cell.word] = 0
      switch (cell.kind, record.values[cell.field]) {
      case (.whole, .integer(let number)): row[cell.word] = UInt64(bitPattern: number)
      case (.number, .number(let number)) where !number.isNaN:
        row[cell.word] = number.bitPattern
      case (.text(let table), .text(var text)):
        guard let code = text.withUTF8({ code(of: $0, in: table) }) else { return false }
        row[cell.word] = UInt64(code)
      default: continue
      }
      presence |= cell.bit
    }
    row[RowLayout.presence] = presence
    return true
  }

  /// Takes a row from the store, one value for each cell; false when a text table is full.
  mutating func load(_ key: Int64, _ values: UnsafeBufferPointer<StoredCell>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: layout.words) { row in
      guard let row = row.baseAddress else { return false }
      var presence = RowLayout.taken
      row[RowLayout.key] = UInt64(bitPattern: key)
      for (cell, value) in zip(layout.cells, values) {
        row[cell.word] = 0
        switch (cell.kind, value) {
        case (.whole, .integer(let number)): row[cell.word] = UInt64(bitPattern: number)
        case (.number, .number(let number)): row[cell.word] = number.bitPattern
        case (.text(let table), .text(let utf8)):
          guard let code = code(of: utf8, in: table) else { return false }
          row[cell.word] = UInt64(code)
        default: continue
        }
        presence |= cell.bit
      }
      row[RowLayout.presence] = presence
      let slot = slot(of: key) ?? take(key)
      write(row, to: slot)
      return true
    }
  }

  /// The fields whose text tables are full.
  var fullFields: Set<Int> {
    Set(
      layout.cells.compactMap { cell in
        guard case .text(let table) = cell.kind else { return nil }
        return pages.texts[table].isFull ? cell.field : nil
      })
  }

  /// Whether a row may say anything new of the record in a slot, and is no older version of it.
  ///
  /// Of fields that are not held nobody knows, so the record counts as changed.
  func isNews(_ row: UnsafePointer<UInt64>, in slot: Int) -> Bool {
    pages.withRow(slot) { held in
      (!layout.isComplete || (0..<layout.words).contains { held[$0] != row[$0] })
        && !layout.isOlder(row, than: held)
    }
  }
}

extension RowLayout {
  /// Whether a row is an older version of a record than the one that is held.
  func isOlder(_ row: UnsafePointer<UInt64>, than held: UnsafePointer<UInt64>) -> Bool {
    guard let revision, held[Self.presence] & revision.bit != 0 else { return false }
    guard row[Self.presence] & revision.bit != 0 else { return true }
    let (mine, theirs) = (row[revision.word], held[revision.word])
    return switch revision.kind {
    case .number: Double(bitPattern: mine) < Double(bitPattern: theirs)
    default: Int64(bitPattern: mine) < Int64(bitPattern: theirs)
    }
  }
}
