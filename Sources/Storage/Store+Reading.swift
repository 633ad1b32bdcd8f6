public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import Foundation
import GRDB
import GRDBSQLite

/// What a reader saw at one moment.
public struct Seen<Rows: Sendable>: Sendable {
  /// The generation it belongs to: it grows with every write of records.
  public var generation: Int64
  /// How many rows match in all.
  public var total: Int
  /// What was read.
  public var rows: Rows

  /// Makes what was seen from its parts.
  public init(generation: Int64, total: Int, rows: Rows) {
    self.generation = generation
    self.total = total
    self.rows = rows
  }
}

extension Store {
  /// The generation and the number of records.
  ///
  /// Cost: O(1).
  public func size() throws(StoreError) -> (generation: Int64, count: Int) {
    try Self.guarded(file) { try pool.read { try Self.size($0) } }
  }

  static func size(_ database: Database) throws -> (generation: Int64, count: Int) {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT generation, count FROM sync_state"))
    return row.map { (Stored.count($0.integer(0)), $0.count(1)) } ?? (0, 0)
  }

  /// The records that a request names, in its order; rows that are gone are left out.
  ///
  /// Holds the caller's thread: for requests that are found at once.
  public func records(_ request: RowsRequest) throws(StoreError) -> Seen<[Record]> {
    try Self.guarded(file) { try pool.read { try records(request, $0) } }
  }

  /// The records of a request that takes long to find, off the caller's thread.
  public func records(awaiting request: RowsRequest) async throws(StoreError) -> Seen<[Record]> {
    try await Self.guarded(file) { try await scans.read { [self] in try records(request, $0) } }
  }

  /// The records that a request names as JSON objects between commas.
  ///
  /// Holds the caller's thread. Cost: about 1 µs a row and field, besides finding the rows.
  public func json(_ request: RowsRequest) throws(StoreError) -> Seen<[UInt8]> {
    try Self.guarded(file) { try pool.read { try json(request, $0) } }
  }

  /// The same for a request that takes long to find, off the caller's thread.
  public func json(awaiting request: RowsRequest) async throws(StoreError) -> Seen<[UInt8]> {
    try await Self.guarded(file) { try await scans.read { [self] in try json(request, $0) } }
  }

  func records(_ request: RowsRequest, _ database: Database) throws -> Seen<[Record]> {
    let (rows, total) = try self.rows(request, database)
    let reader = RowReader(try rowStatement(database), columns)
    let records = try rows.compactMap { try reader.record(row: $0) }
    return Seen(generation: try Self.size(database).generation, total: total, rows: records)
  }

  private func json(_ request: RowsRequest, _ database: Database) throws -> Seen<[UInt8]> {
    let (rows, total) = try self.rows(request, database)
    let reader = RowReader(try rowStatement(database), columns)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * 256)
    for row in rows {
      let start = bytes.count
      if start > 0 { bytes.append(0x2C) }
      let isThere = try reader.appendJSON(row: row, keys: keys, to: &bytes)
      if !isThere { bytes.removeSubrange(start...) }
    }
    return Seen(generation: try Self.size(database).generation, total: total, rows: bytes)
  }

  private func rowStatement(_ database: Database) throws -> Statement {
    try database.cachedStatement(
      sql: "SELECT \(columns.all) FROM record WHERE \(columns.row) = ?")
  }

  /// The row number of a record; nothing when there is none.
  ///
  /// Cost: O(log n).
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

  /// Gives every row with some fields' values to a body, in no order, as one consistent state; where
  /// rows are named, those of them that are there.
  ///
  /// - Returns: What the body made of each row; rows it makes nothing of are left out.
  ///   Cost: O(n), off the caller's thread.
  public func scan<T: Sendable>(
    fields: [Int], rows named: Set<Int64>? = nil,
    _ body: @escaping @Sendable (_ row: Int64, _ values: [Value]) -> T?
  ) async throws(StoreError) -> Seen<[T]> {
    try await Self.guarded(file) {
      try await scans.read { [self] database in
        let rows = try collect(fields, named, database, body)
        let size = try Self.size(database)
        return Seen(generation: size.generation, total: size.count, rows: rows)
      }
    }
  }

  private func collect<T>(
    _ fields: [Int], _ named: Set<Int64>?, _ database: Database, _ body: (Int64, [Value]) -> T?
  ) throws -> [T] {
    let part = StoredColumns(
      columns: fields.map { columns.columns[$0] }, isIntegerKey: columns.isIntegerKey)
    let names = part.columns.flatMap(\.quoted) + ["NULL", columns.row]
    let numbers = named.map { $0.map(String.init).joined(separator: ", ") }
    let condition = numbers.map { "WHERE \(columns.row) IN (\($0))" } ?? ""
    let statement = try database.makeStatement(
      sql: "SELECT \(columns.row), \(names.joined(separator: ", ")) FROM record \(condition)")
    let reader = RowReader(statement, part)
    let last = Int32(statement.columnCount - 1)
    var rows: [T] = []
    while try reader.step() {
      let row = sqlite3_column_int64(statement.sqliteStatement, last)
      if let made = body(row, try reader.values()) { rows.append(made) }
    }
    return rows
  }

  /// The row numbers that meet every filter, in an order of fields.
  ///
  /// Cost: O(n log n).
  public func order(
    _ terms: [SortTerm], filters: [Filter] = [], by texts: TextOrder = .root
  ) async throws(StoreError) -> Seen<[Int64]> {
    try await Self.guarded(file) {
      try await scans.read { [self] database in
        let (rows, total) = try self.rows(
          .ordered(terms, filters, 0, Int.max, by: texts), database)
        let generation = try Self.size(database).generation
        return Seen(generation: generation, total: total, rows: rows)
      }
    }
  }

  private func rows(
    _ request: RowsRequest, _ database: Database
  ) throws -> (rows: [Int64], total: Int) {
    switch request {
    case .rows(let rows): return (rows, rows.count)
    case .ordered(let terms, let filters, let offset, let limit, let texts):
      let condition = StoreCondition(dataset: dataset, columns: columns, filters: filters)
      let order = StoreOrder(dataset: dataset, columns: columns, terms: terms, by: texts).sql
      let sql = "SELECT \(columns.row) FROM record WHERE \(condition.sql) ORDER BY \(order)"
      let rows = try Int64.fetchAll(
        database, sql: "\(sql) LIMIT ? OFFSET ?",
        arguments: condition.arguments + [limit == Int.max ? -1 : limit, offset])
      guard limit < Int.max else { return (rows, rows.count) }
      if filters.isEmpty { return (rows, try Self.size(database).count) }
      let total = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM record WHERE \(condition.sql)",
        arguments: condition.arguments)
      return (rows, total ?? 0)
    case .matching(let search, let terms, let filters, let offset, let limit, let texts):
      let found = try matches(search, database)
      let ordered = try self.rows(.ordered(terms, filters, 0, .max, by: texts), database).rows
      let matching = (0...(found.values.max() ?? 0)).flatMap { rank in
        ordered.filter { found[$0] == rank }
      }
      return (Array(matching.dropFirst(offset).prefix(limit)), matching.count)
    }
  }

  /// The ranks of the rows that a search finds, by row number.
  func matches(_ search: RowSearch, _ database: Database) throws -> [Int64: Int] {
    let found = try collect(search.fields, nil, database) { row, values in
      search.rank(values).map { (row, $0) }
    }
    return Dictionary(found) { first, _ in first }  // a damaged index may tell a row twice
  }

  /// The distinct texts of a field in root order; nothing when there are more than a limit.
  ///
  /// Cost: O(n).
  public func distinctTexts(
    of field: Int, atMost limit: Int
  ) async throws(StoreError) -> [String]? {
    let name = columns.columns[field].quoted[0]
    return try await Self.guarded(file) {
      try await scans.read { database in
        let texts = try String.fetchAll(
          database,
          sql: """
            SELECT \(name) FROM (
              SELECT DISTINCT \(name) FROM record WHERE \(name) IS NOT NULL LIMIT ?)
            ORDER BY sortkey(\(name)), \(name)
            """,
          arguments: [limit + 1])
        return texts.count > limit ? nil : texts
      }
    }
  }
}

/// Which rows are read.
public enum RowsRequest: Sendable {
  /// These row numbers, in this order.
  case rows([Int64])
  /// The rows that meet every filter, in an order of fields, from a rank on, so many at most.
  case ordered([SortTerm], [Filter], Int, Int, by: TextOrder = .root)
  /// Those of them that a search finds, the best matches first.
  case matching(RowSearch, [SortTerm], [Filter], Int, Int, by: TextOrder = .root)
}

/// How a search looks at rows.
public struct RowSearch: Sendable {
  /// The positions of the fields it looks at.
  public var fields: [Int]
  /// How well those fields' values match, 0 best; nothing when they do not.
  public var rank: @Sendable ([Value]) -> Int?

  /// Makes a search.
  public init(fields: [Int], rank: @escaping @Sendable ([Value]) -> Int?) {
    self.fields = fields
    self.rank = rank
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
