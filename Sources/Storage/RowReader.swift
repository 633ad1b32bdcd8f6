import AlmanacCore
import AlmanacDeclarations
import struct AlmanacDeclarations.Record
import GRDB
import GRDBSQLite

/// Reads rows with SQLite's own calls: the one way out, as records or as JSON bytes.
///
/// Column 0 is the key; the values follow in the order of `StoredColumns.values`.
struct RowReader {
  let statement: Statement
  let columns: StoredColumns
  let handle: OpaquePointer

  init(_ statement: Statement, _ columns: StoredColumns) {
    self.statement = statement
    self.columns = columns
    handle = statement.sqliteStatement
  }

  /// Runs the statement for one row number; nothing when there is no such row.
  func record(row: Int64) throws -> Record? {
    defer { sqlite3_reset(handle) }
    return try step(row: row) ? record() : nil
  }

  /// Runs the statement for one text key; nothing when there is no such row.
  func record(key: String) throws -> Record? {
    defer { sqlite3_reset(handle) }
    statement.setUncheckedArguments([key])
    return try step() ? record() : nil
  }

  /// Appends a row as a JSON object; says whether there is such a row.
  func appendJSON(row: Int64, keys: JSONKeys, to bytes: inout [UInt8]) throws -> Bool {
    defer { sqlite3_reset(handle) }
    guard try step(row: row) else { return false }
    appendJSON(keys, to: &bytes)
    return true
  }

  private func step(row: Int64) throws -> Bool {
    sqlite3_bind_int64(handle, 1, row)
    return try step()
  }

  /// Goes to the next row; false at the end.
  func step() throws -> Bool {
    let result = sqlite3_step(handle)
    guard result != SQLITE_ROW else { return true }
    guard result == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result))
    }
    return false
  }

  /// The current row's values, from column 1 on.
  func values() throws -> [Value] {
    var index: Int32 = 1
    var values: [Value] = []
    values.reserveCapacity(columns.columns.count)
    for column in columns.columns {
      values.append(try value(column, at: index))
      index += column.type == .point ? 2 : 1
    }
    return values
  }

  /// The current row as a record.
  func record() throws -> Record {
    let values = try values()
    let index = Int32(columns.values.count)
    let id: RecordID =
      columns.isIntegerKey ? .integer(sqlite3_column_int64(handle, 0)) : .text(text(at: 0))
    return Record(id: id, values: values, extra: isNull(index) ? nil : text(at: index))
  }

  /// The current row's value of a column that begins at an index.
  func value(_ column: StoredColumn, at index: Int32) throws -> Value {
    if isNull(index) { return .absent }
    switch column.type {
    case .text, .link, .image: return .text(text(at: index))
    case .integer, .year, .boolean, .timestamp, .datetime:
      return .integer(sqlite3_column_int64(handle, index))
    case .date:
      let date = CivilDate(iso: Array(utf8(at: index)))
      return date.map { .integer(Int64($0.daysSinceEpoch)) } ?? .absent
    case .number: return .number(sqlite3_column_double(handle, index))
    case .list: return .list(try JSONText.texts(text(at: index)))
    case .currencies: return .currencies(try JSONText.currencies(text(at: index)))
    case .point:
      return Point(
        latitude: sqlite3_column_double(handle, index),
        longitude: sqlite3_column_double(handle, index + 1)
      ).map { .point($0) } ?? .absent
    }
  }

  /// Appends the current row as a JSON object.
  func appendJSON(_ keys: JSONKeys, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: keys.id)
    appendJSONKey(to: &bytes)
    var index: Int32 = 1
    for (column, key) in zip(columns.columns, keys.fields) {
      bytes.append(contentsOf: key)
      appendJSON(column, at: index, to: &bytes)
      index += column.type == .point ? 2 : 1
    }
    bytes.append(0x7D)
  }

  /// Appends the current row's key as JSON.
  func appendJSONKey(to bytes: inout [UInt8]) {
    if columns.isIntegerKey {
      JSONBytes.append(sqlite3_column_int64(handle, 0), to: &bytes)
    } else {
      JSONBytes.append(utf8: utf8(at: 0), to: &bytes)
    }
  }

  /// Appends the current row's value of a column as JSON.
  func appendJSON(_ column: StoredColumn, at index: Int32, to bytes: inout [UInt8]) {
    if isNull(index) { return bytes.append(contentsOf: JSONKeys.null) }
    switch column.type {
    case .text, .link, .image, .date: JSONBytes.append(utf8: utf8(at: index), to: &bytes)
    case .integer, .year: JSONBytes.append(sqlite3_column_int64(handle, index), to: &bytes)
    case .boolean:
      let isTrue = sqlite3_column_int64(handle, index) == 1
      bytes.append(contentsOf: isTrue ? JSONKeys.true : JSONKeys.false)
    case .timestamp, .datetime:
      JSONBytes.append(
        milliseconds: sqlite3_column_int64(handle, index), isInstant: column.type == .timestamp,
        to: &bytes)
    case .number: JSONBytes.append(sqlite3_column_double(handle, index), to: &bytes)
    case .list, .currencies: bytes.append(contentsOf: utf8(at: index))
    case .point:
      bytes.append(contentsOf: JSONKeys.latitude)
      JSONBytes.append(sqlite3_column_double(handle, index), to: &bytes)
      bytes.append(contentsOf: JSONKeys.longitude)
      JSONBytes.append(sqlite3_column_double(handle, index + 1), to: &bytes)
      bytes.append(0x7D)
    }
  }

  func isNull(_ index: Int32) -> Bool {
    sqlite3_column_type(handle, index) == SQLITE_NULL
  }

  private func text(at index: Int32) -> String {
    String(decoding: utf8(at: index), as: UTF8.self)
  }

  func utf8(at index: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: sqlite3_column_text(handle, index), count: Int(sqlite3_column_bytes(handle, index)))
  }
}

/// The bytes between the values of a row's JSON object, made once for a dataset.
struct JSONKeys: Sendable {
  let id = Array("{\"id\":".utf8)
  let fields: [[UInt8]]

  init(_ dataset: Dataset) {
    fields = dataset.fields.map { Array(",\"\($0.name)\":".utf8) }
  }

  static let null = Array("null".utf8)
  static let `true` = Array("true".utf8)
  static let `false` = Array("false".utf8)
  static let latitude = Array("{\"latitude\":".utf8)
  static let longitude = Array(",\"longitude\":".utf8)
}
