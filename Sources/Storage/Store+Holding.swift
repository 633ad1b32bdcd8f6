public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import GRDB
import GRDBSQLite

/// A place in an order that a window begins so many rows before.
public struct RowPlace: Sendable {
  /// What says where the place is.
  public enum Mark: Sendable {
    /// Where the record of this key stands now.
    case id(RecordID)
    /// Where a record of these values stands or would stand, be it there still or not.
    case record(Record)
  }

  /// What says where the place is.
  public var mark: Mark
  /// How many rows of the window stand before it.
  public var lead: Int

  /// Makes a place.
  public init(_ mark: Mark, lead: Int) {
    self.mark = mark
    self.lead = lead
  }
}

/// A window of rows that holds a place.
public struct HeldRows: Sendable {
  /// The values that say where the place is, and how many rows stand before it; nothing where the
  /// record of the key is not among those asked for, so that the window begins where the request does.
  public var place: (record: Record, rank: Int)?
  /// The rank of the window's first row.
  public var offset: Int
  /// The rows.
  public var rows: [Record]
}

extension Store {
  /// The records of a window around a place, both found in one transaction.
  ///
  /// A request for row numbers holds no place.
  ///
  /// Cost: O(n) to count the rows before the place, besides that of the request; off the caller's
  /// thread.
  public func records(
    _ request: RowsRequest, holding place: RowPlace
  ) async throws(StoreError) -> Seen<HeldRows> {
    try await Self.guarded(file) {
      try await scans.read { [self] database in try held(request, place, database) }
    }
  }

  private func held(
    _ request: RowsRequest, _ place: RowPlace, _ database: Database
  ) throws -> Seen<HeldRows> {
    var (offset, known): (Int, (record: Record, rank: Int)?) = (request.offset, nil)
    if let held = try record(of: place.mark, in: request, database),
      let rank = try rank(of: held, in: request, database)
    {
      offset = max(rank - max(place.lead, 0), 0)
      known = (held, rank)
    }
    let seen = try records(request.beginning(at: offset), database)
    return Seen(
      generation: seen.generation, total: seen.total,
      rows: HeldRows(place: known, offset: offset, rows: seen.rows))
  }

  /// The values that say where a place is; nothing where the request does not find its record.
  private func record(
    of mark: RowPlace.Mark, in request: RowsRequest, _ database: Database
  ) throws -> Record? {
    guard case .id(let id) = mark else {
      guard case .record(let record) = mark else { return nil }
      return record
    }
    let condition = StoreCondition(dataset: dataset, columns: columns, filters: request.filters)
    let row = try Int64.fetchOne(
      database, sql: "SELECT \(columns.row) FROM record WHERE id = ? AND \(condition.sql)",
      arguments: [Self.databaseValue(id)] + condition.arguments)
    guard let row, let found = try records(.rows([row]), database).rows.first else { return nil }
    return request.tier(of: found) == nil ? nil : found
  }

  /// How many rows of a request stand before a record of such values.
  private func rank(
    of record: Record, in request: RowsRequest, _ database: Database
  ) throws -> Int? {
    guard let terms = request.terms, let tier = request.tier(of: record) else { return nil }
    let order = StoreOrder(dataset: dataset, columns: columns, terms: terms, by: request.texts)
    let before = try StoreBoundary(order, values(of: record, order, database))
    let condition = StoreCondition(dataset: dataset, columns: columns, filters: request.filters)
    let rest = "FROM record WHERE \(condition.sql) AND (\(before.sql))"
    let arguments = condition.arguments + before.arguments
    guard case .matching(let search, _, _, _, _, _) = request else {
      return try Int.fetchOne(database, sql: "SELECT count(*) \(rest)", arguments: arguments)
    }
    let rows = try Set(
      Int64.fetchAll(database, sql: "SELECT \(columns.row) \(rest)", arguments: arguments))
    let all = try Set(
      Int64.fetchAll(
        database, sql: "SELECT \(columns.row) FROM record WHERE \(condition.sql)",
        arguments: condition.arguments))
    return try matches(search, database).count { row, other in
      other < tier ? all.contains(row) : other == tier && rows.contains(row)
    }
  }

  /// What an order compares of a record, as the database makes it of the record's values.
  private func values(
    of record: Record, _ order: StoreOrder, _ database: Database
  ) throws -> [DatabaseValue] {
    let marks = Array(repeating: "?", count: columns.values.count + 1).joined(separator: ", ")
    let parts = order.parts.map(\.sql).joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: "WITH place(\(columns.all)) AS (VALUES (\(marks))) SELECT \(parts) FROM place")
    let binder = RowBinder(statement, columns)
    try binder.bind(record)
    let reader = RowReader(statement, columns)
    guard try reader.step() else { return [] }
    defer { sqlite3_reset(reader.handle) }
    return order.parts.indices.map {
      DatabaseValue(sqliteStatement: reader.handle, index: Int32($0))
    }
  }
}

/// The condition that a row stands before given values in an order; absent values come last.
private struct StoreBoundary {
  private(set) var sql = "0"
  private(set) var arguments = StatementArguments()

  init(_ order: StoreOrder, _ values: [DatabaseValue]) {
    var (alternatives, same): ([String], String) = ([], "")
    var equals: StatementArguments = []
    for (part, value) in zip(order.parts, values) {
      let comparison = value.isNull ? "IS NOT NULL" : part.isDescending ? "> ?" : "< ?"
      alternatives.append("(\(same)\(part.sql) \(comparison))")
      arguments += equals + (value.isNull ? [] : [value])
      same += "\(part.sql) IS ? AND "
      equals += [value]
    }
    if !alternatives.isEmpty { sql = alternatives.joined(separator: " OR ") }
  }
}

extension RowsRequest {
  fileprivate var terms: [SortTerm]? {
    switch self {
    case .rows: nil
    case .ordered(let terms, _, _, _, _), .matching(_, let terms, _, _, _, _): terms
    }
  }

  fileprivate var filters: [Filter] {
    switch self {
    case .rows: []
    case .ordered(_, let filters, _, _, _), .matching(_, _, let filters, _, _, _): filters
    }
  }

  fileprivate var offset: Int {
    switch self {
    case .rows: 0
    case .ordered(_, _, let offset, _, _), .matching(_, _, _, let offset, _, _): offset
    }
  }

  fileprivate var texts: TextOrder {
    switch self {
    case .rows: .root
    case .ordered(_, _, _, _, let texts), .matching(_, _, _, _, _, let texts): texts
    }
  }

  /// How well a record is found, 0 best; nothing where it is not.
  fileprivate func tier(of record: Record) -> Int? {
    guard case .matching(let search, _, _, _, _, _) = self else { return 0 }
    return search.rank(search.fields.map { record.values[$0] })
  }

  fileprivate func beginning(at offset: Int) -> RowsRequest {
    switch self {
    case .rows: self
    case .ordered(let terms, let filters, _, let limit, let texts):
      .ordered(terms, filters, offset, limit, by: texts)
    case .matching(let search, let terms, let filters, _, let limit, let texts):
      .matching(search, terms, filters, offset, limit, by: texts)
    }
  }
}
