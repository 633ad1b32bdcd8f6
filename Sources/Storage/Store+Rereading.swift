public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import GRDB
import GRDBSQLite

/// A staged record that is read otherwise than it was staged.
public struct Restaged: Sendable {
  /// The record as it is read now.
  public var record: Record
  /// The same as it was read when the copy was made, where that differs.
  public var earlier: Record?

  /// Makes one.
  public init(record: Record, earlier: Record?) {
    self.record = record
    self.earlier = earlier
  }
}

extension Store {
  /// Lets a body add staged records as they were read when the copy was made.
  ///
  /// What differs from the copy only because it is read otherwise now is written, and is no change.
  ///
  /// - Throws: What the body throws; `StoreError` for SQLite's failures.
  public func stageEarlier<T: Sendable>(
    _ body: @escaping @Sendable (_ add: (Record) throws -> Void) throws -> T
  ) async throws -> T {
    try await stage(in: "earlier", body)
  }

  /// Reads staged records that hold more than is declared once more, and writes what became of them.
  ///
  /// Cost: O(records that hold more), about 10 µs each; memory does not grow with them.
  public func restage(
    _ reading: @escaping @Sendable (Record) -> Restaged?
  ) async throws(StoreError) {
    try await Self.guarded(file) {
      try await pool.write { [columns] database in
        let staging = try database.cachedStatement(sql: columns.staging(in: "staging"))
        let earlier = try database.cachedStatement(sql: columns.staging(in: "earlier"))
        var last: RecordID?
        while true {
          let batch = try Self.staged(after: last, columns, database)
          guard let end = batch.last else { return }
          for case let restaged? in batch.map(reading) {
            try RowBinder(staging, columns).run(restaged.record)
            if let record = restaged.earlier { try RowBinder(earlier, columns).run(record) }
          }
          last = end.id
        }
      }
    }
  }

  /// The next staged records, by key, that hold more than is declared.
  private static func staged(
    after last: RecordID?, _ columns: StoredColumns, _ database: Database
  ) throws -> [Record] {
    let condition = last == nil ? "" : "AND id > ?"
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(columns.all) FROM temp.staging WHERE _extra IS NOT NULL \(condition)
        ORDER BY id LIMIT 500
        """)
    if let last { statement.setUncheckedArguments([databaseValue(last)]) }
    let reader = RowReader(statement, columns)
    defer { sqlite3_reset(reader.handle) }
    var records: [Record] = []
    while try reader.step() { records.append(try reader.record()) }
    return records
  }
}

extension SyncTransaction {
  /// Writes the values that differ from the copy only because they are read otherwise now; returns how
  /// many records have such.
  func takeRereadValues(_ database: Database) throws -> Int {
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.earlier)") == true
    else { return 0 }
    func isReread(_ name: String) -> String {
      "(record.\(name) IS e.\(name) AND record.\(name) IS NOT s.\(name))"
    }
    let sets = columns.values.map {
      "\($0) = CASE WHEN \(isReread($0)) THEN s.\($0) ELSE record.\($0) END"
    }
    try database.execute(
      sql: """
        UPDATE record SET \(sets.joined(separator: ", "))
        FROM temp.staging s CROSS JOIN temp.earlier e ON e.id = s.id
        WHERE s.id = record.id AND (\(columns.values.map(isReread).joined(separator: " OR ")))
        """)
    return database.changesCount
  }
}

extension StoredColumns {
  /// The statement that puts a record into a table of staged ones; a later one takes its place.
  func staging(in table: String) -> String {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    return "INSERT OR REPLACE INTO temp.\(table) VALUES (?, \(marks))"
  }
}
