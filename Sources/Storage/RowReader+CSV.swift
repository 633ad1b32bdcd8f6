public import AlmanacDeclarations
import GRDBSQLite

extension RowReader {
  /// Appends the current row as a line of comma-separated values (RFC 4180).
  ///
  /// No value is an empty cell; a point is two cells; lists and currencies are JSON in one cell.
  func appendCSV(to bytes: inout [UInt8]) {
    if columns.isIntegerKey {
      JSONBytes.append(sqlite3_column_int64(handle, 0), to: &bytes)
    } else {
      CSVBytes.append(utf8(at: 0), to: &bytes)
    }
    var index: Int32 = 1
    for column in columns.columns {
      bytes.append(0x2C)
      appendCSV(column, at: index, to: &bytes)
      index += column.type == .point ? 2 : 1
    }
    bytes.append(contentsOf: CSVBytes.lineEnd)
  }

  private func appendCSV(_ column: StoredColumn, at index: Int32, to bytes: inout [UInt8]) {
    if isNull(index) {
      if column.type == .point { bytes.append(0x2C) }
      return
    }
    switch column.type {
    case .text, .link, .image, .date, .list, .currencies:
      CSVBytes.append(utf8(at: index), to: &bytes)
    case .timestamp, .datetime:
      _ = JSONBytes.appendISO(  // beyond every calendar there is nothing to write
        milliseconds: sqlite3_column_int64(handle, index), isInstant: column.type == .timestamp,
        to: &bytes)
    case .point:
      JSONBytes.append(sqlite3_column_double(handle, index), to: &bytes)
      bytes.append(0x2C)
      JSONBytes.append(sqlite3_column_double(handle, index + 1), to: &bytes)
    case .integer, .year, .number, .boolean: appendJSON(column, at: index, to: &bytes)
    }
  }
}

/// Writes comma-separated values (RFC 4180) into bytes.
public enum CSVBytes {
  /// What ends a line.
  static let lineEnd: [UInt8] = [0x0D, 0x0A]

  /// Appends a text as a cell, in quotes where it needs them.
  static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      return bytes.append(contentsOf: utf8)
    }
    bytes.append(0x22)
    for byte in utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  /// The names of the columns: the key, then the fields; a point has two, `place.latitude` and
  /// `place.longitude`, by which a dataset file can name them in CSV and JSON alike.
  public static func columns(of dataset: Dataset) -> [String] {
    ["id"]
      + dataset.fields.flatMap { field in
        field.type == .point
          ? ["\(field.name).latitude", "\(field.name).longitude"] : [field.name]
      }
  }

  /// The first line.
  public static func header(of dataset: Dataset) -> [UInt8] {
    Array(columns(of: dataset).joined(separator: ",").utf8) + lineEnd
  }
}
