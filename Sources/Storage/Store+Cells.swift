import AlmanacCore
import AlmanacDeclarations
import GRDB
import GRDBSQLite

/// A value as it is read from a row, without a copy of its text.
public enum StoredCell {
  /// No value.
  case absent
  /// A whole number, or what stands for one: days for dates, milliseconds for times.
  case integer(Int64)
  /// A binary64 number.
  case number(Double)
  /// A text's UTF-8, valid until the next row.
  case text(UnsafeBufferPointer<UInt8>)
}

extension Store {
  /// Gives every row of a table of whole-number keys to a body, as one consistent state.
  ///
  /// - Parameters:
  ///   - fields: The positions of the fields to read: numbers, times, dates, truths and texts.
  ///   - state: What the body works on.
  ///   - body: Told the key and the values of each row, in the order of keys.
  /// - Throws: `StoreError`, or what the body throws.
  ///   Cost: O(n), about 0.3 µs a row and field, off the caller's thread.
  public func reduce<T: Sendable>(
    fields: [Int], into state: T,
    _ body: @escaping @Sendable (inout T, Int64, UnsafeBufferPointer<StoredCell>) throws -> Void
  ) async throws -> Seen<T> {
    do {
      return try await scans.read { [self] database in
        var state = state
        try eachRow(fields, database) { try body(&state, $0, $1) }
        let size = try Self.size(database)
        return Seen(generation: size.generation, total: size.count, rows: state)
      }
    } catch let error as DatabaseError {
      throw Self.told(error, file)
    }
  }

  private func eachRow(
    _ fields: [Int], _ database: Database,
    _ body: (Int64, UnsafeBufferPointer<StoredCell>) throws -> Void
  ) throws {
    let wanted = fields.map { columns.columns[$0] }
    let names = [columns.row] + wanted.map { $0.quoted[0] }
    let statement = try database.makeStatement(
      sql: "SELECT \(names.joined(separator: ", ")) FROM record")
    let reader = RowReader(statement, columns)
    try withUnsafeTemporaryAllocation(of: StoredCell.self, capacity: max(wanted.count, 1)) {
      cells in
      cells.initialize(repeating: .absent)
      while try reader.step() {
        for (index, column) in wanted.enumerated() {
          cells[index] = reader.cell(column, at: Int32(index + 1))
        }
        let values = UnsafeBufferPointer(start: cells.baseAddress, count: wanted.count)
        try body(sqlite3_column_int64(reader.handle, 0), values)
      }
    }
  }
}

extension RowReader {
  /// The current row's value at an index.
  fileprivate func cell(_ column: StoredColumn, at index: Int32) -> StoredCell {
    if isNull(index) { return .absent }
    switch column.type {
    case .integer, .year, .boolean, .timestamp, .datetime:
      return .integer(sqlite3_column_int64(handle, index))
    case .date:
      let date = CivilDate(iso: Array(utf8(at: index)))
      return date.map { .integer(Int64($0.daysSinceEpoch)) } ?? .absent
    case .number: return .number(sqlite3_column_double(handle, index))
    case .text, .link, .image, .list, .currencies: return .text(utf8(at: index))
    case .point: return .absent
    }
  }
}
