public import AlmanacDeclarations
import Foundation
import GRDB
import GRDBSQLite

/// What a reader saw at one moment.
public struct Seen<Rows: Sendable>: Sendable {
  /// The generation it belongs to: it grows with every write of records.
  public var generation: Int64
  /// What was read.
  public var rows: Rows
}

extension Store {
  /// The generation and the number of records. Cost: O(1).
  public func size() throws(StoreError) -> (generation: Int64, count: Int) {
    try Self.guarded(file) { try pool.read { try Self.size($0) } }
  }

  static func size(_ database: Database) throws -> (generation: Int64, count: Int) {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT generation, count FROM sync_state"))
    return (row?[0] ?? 0, row?[1] ?? 0)
  }

  /// The records of row numbers, in their order; rows that are gone are left out.
  public func records(_ rows: some Sequence<Int64>) throws(StoreError) -> Seen<[Record]> {
    try Self.guarded(file) {
      try pool.read { database in
        let reader = RowReader(try rowStatement(database), columns)
        let records = try rows.compactMap { try reader.record(row: $0) }
        return Seen(generation: try Self.size(database).generation, rows: records)
      }
    }
  }

  /// Appends the records of row numbers as JSON objects between commas; says the generation.
  ///
  /// Cost: O(rows), about 1 µs a row.
  public func appendJSON(
    _ rows: some Sequence<Int64>, to bytes: inout [UInt8]
  ) throws(StoreError) -> Int64 {
    try Self.guarded(file) {
      try pool.read { database in
        let reader = RowReader(try rowStatement(database), columns)
        var isFirst = true
        for row in rows {
          if !isFirst { bytes.append(0x2C) }
          let found = try reader.appendJSON(row: row, keys: keys, to: &bytes)
          if !found, !isFirst { bytes.removeLast() }
          isFirst = isFirst && !found
        }
        return try Self.size(database).generation
      }
    }
  }

  private func rowStatement(_ database: Database) throws -> Statement {
    try database.cachedStatement(
      sql: "SELECT \(columns.all) FROM record WHERE \(columns.row) = ?")
  }

  /// The row number of a record; nothing when there is none. Cost: O(log n).
  public func row(of id: RecordID) throws(StoreError) -> Int64? {
    try Self.guarded(file) {
      try pool.read { database in
        let statement = try database.cachedStatement(
          sql: "SELECT \(columns.row) FROM record WHERE id = ?")
        return try Int64.fetchOne(statement, arguments: [Self.databaseValue(id)])
      }
    }
  }

  static func databaseValue(_ id: RecordID) -> DatabaseValue {
    switch id {
    case .integer(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }

  /// Gives every row number with some fields' values, in no order, as one consistent state.
  ///
  /// Cost: O(n). The values come as a slice that lives only during the call.
  public func scan(
    fields: [Int], keys withKeys: Bool = false,
    _ body: (_ row: Int64, _ id: RecordID?, _ values: [Value]) throws -> Void
  ) throws(StoreError) -> (generation: Int64, count: Int) {
    try Self.guarded(file) {
      try pool.read { database in
        let part = StoredColumns(
          columns: fields.map { columns.columns[$0] }, isIntegerKey: columns.isIntegerKey)
        let names = [withKeys ? "id" : columns.row] + part.columns.flatMap(\.quoted)
        let statement = try database.makeStatement(
          sql: "SELECT \(names.joined(separator: ", ")), NULL, \(columns.row) FROM record")
        let reader = RowReader(statement, part)
        let last = Int32(names.count + 1)
        while sqlite3_step(statement.sqliteStatement) == SQLITE_ROW {
          let record = try reader.record()
          try body(
            sqlite3_column_int64(statement.sqliteStatement, last), withKeys ? record.id : nil,
            record.values)
        }
        return try Self.size(database)
      }
    }
  }

  /// The row numbers that meet every filter, ascending. Cost: O(n).
  public func rows(matching filters: [Filter]) throws(StoreError) -> Seen<[Int64]> {
    try Self.guarded(file) {
      try pool.read { database in
        let condition = StoreCondition(dataset: dataset, columns: columns, filters: filters)
        let rows = try Int64.fetchAll(
          database,
          sql: "SELECT \(columns.row) FROM record WHERE \(condition.sql) ORDER BY \(columns.row)",
          arguments: condition.arguments)
        return Seen(generation: try Self.size(database).generation, rows: rows)
      }
    }
  }
}

/// Filters as a condition of SQL.
struct StoreCondition {
  var sql = "1"
  var arguments = StatementArguments()

  init(dataset: Dataset, columns: StoredColumns, filters: [Filter]) {
    for filter in filters {
      if filter.field == "id" {
        add("id", filter.test)
      } else if let index = dataset.index(of: filter.field) {
        add(columns.columns[index], filter.test)
      }
    }
  }

  private mutating func add(_ column: StoredColumn, _ test: Filter.Test) {
    if column.type == .list, case .equals(let value) = test {
      sql += " AND EXISTS (SELECT 1 FROM json_each(\"\(column.name)\") WHERE value = ?)"
      arguments += [argument(value, column.type)]
    } else {
      add("\"\(column.name)\"", test, column.type)
    }
  }

  private mutating func add(_ name: String, _ test: Filter.Test, _ type: FieldType = .text) {
    switch test {
    case .known(let isKnown): sql += " AND \(name) IS \(isKnown ? "NOT " : "")NULL"
    case .equals(let value): add(name, "=", value, type)
    case .atLeast(let value): add(name, ">=", value, type)
    case .atMost(let value): add(name, "<=", value, type)
    }
  }

  private mutating func add(
    _ name: String, _ comparison: String, _ value: Value, _ type: FieldType
  ) {
    sql += " AND \(name) \(comparison) ?"
    arguments += [argument(value, type)]
  }

  private func argument(_ value: Value, _ type: FieldType) -> DatabaseValue {
    switch value {
    case .integer(let days) where type == .date: isoDate(days).databaseValue
    case .integer(let number): number.databaseValue
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    default: .null
    }
  }
}
