/// Reads comma-separated values (RFC 4180) from bytes, row by row.
///
/// A quoted cell may hold delimiters, line breaks and doubled quotes. Lines end with CRLF, LF or CR.
/// A quote inside an unquoted cell is a character like any other. One pass, no copies.
struct CSVScanner {
  /// How a row ended up.
  enum Row {
    case cells
    /// Text follows a closing quote.
    case textAfterQuote
  }

  private let base: UnsafePointer<UInt8>
  private let end: Int
  private let delimiter: UInt8
  /// The offset of the next byte.
  private(set) var at = 0
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The cells of the last row.
  private(set) var cells: [Piece] = []

  init?(_ bytes: Bytes, delimiter: UInt8) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    self.delimiter = delimiter
    end = bytes.count
  }

  /// Reads the cells of the next row that has any text; nothing at the end.
  mutating func row() throws(DecodingFailure) -> Row? {
    while at < end {
      cells.removeAll(keepingCapacity: true)
      let row = try readRow()
      if !cells.allSatisfy(\.isBlank) { return row }
    }
    return nil
  }

  /// The bytes from an offset to here, without the line's end.
  func source(from start: Int) -> Bytes { Bytes(start: base + start, count: at - start).trimmed }

  private mutating func readRow() throws(DecodingFailure) -> Row {
    var row = Row.cells
    while true {
      if at < end, base[at] == UInt8(ascii: "\"") {
        if try readQuoted() { row = .textAfterQuote }
      } else {
        readPlain()
      }
      guard at < end, base[at] == delimiter else { break }
      at &+= 1
    }
    passLineEnd()
    return row
  }

  @inline(__always)
  private mutating func readPlain() {
    let start = at
    while at < end, base[at] != delimiter, base[at] != 0x0A, base[at] != 0x0D { at &+= 1 }
    cells.append(Piece(bytes: Bytes(start: base + start, count: at &- start), kind: .cell))
  }

  /// Reads a quoted cell, and says whether text other than spaces follows its closing quote.
  private mutating func readQuoted() throws(DecodingFailure) -> Bool {
    let (start, firstLine) = (at + 1, line)
    var kind = Piece.Kind.cell
    at = start
    while true {
      guard at < end else { throw .unterminatedQuote(line: firstLine) }
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        guard at + 1 < end, base[at + 1] == UInt8(ascii: "\"") else { break }
        kind = .doubled
        at &+= 1
      } else if byte == 0x0A || byte == 0x0D && !(at + 1 < end && base[at + 1] == 0x0A) {
        line += 1
      }
      at &+= 1
    }
    cells.append(Piece(bytes: Bytes(start: base + start, count: at - start), kind: kind))
    at += 1
    return passRest()
  }

  /// Passes what stands between a closing quote and the end of its cell.
  private mutating func passRest() -> Bool {
    let start = at
    while at < end, base[at] != delimiter, base[at] != 0x0A, base[at] != 0x0D { at += 1 }
    return !Bytes(start: base + start, count: at - start).trimmed.isEmpty
  }

  private mutating func passLineEnd() {
    guard at < end else { return }
    at += base[at] == 0x0D && at + 1 < end && base[at + 1] == 0x0A ? 2 : 1
    line += 1
  }
}
