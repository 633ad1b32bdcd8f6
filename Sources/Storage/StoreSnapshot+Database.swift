public import Foundation
import AlmanacDeclarations
import GRDB
import GRDBSQLite

/// Whom to thank for an exported database, and what it is a copy of.
public struct ExportNote: Sendable {
  /// The dataset.
  public var dataset: String
  /// Its title in English.
  public var title: String
  /// Whom to thank.
  public var credit: String
  /// Their page.
  public var homepage: String?
  /// The licence.
  public var licence: String
  /// The version that was exported.
  public var version: String
  /// The moment as of which the copy was right, in ISO 8601.
  public var copyOf: String?
  /// When it was exported, in ISO 8601.
  public var exported: String

  /// Makes a note.
  public init(
    dataset: String, title: String, credit: String, homepage: String?, licence: String,
    version: String, copyOf: String?, exported: String
  ) {
    self.dataset = dataset
    self.title = title
    self.credit = credit
    self.homepage = homepage
    self.licence = licence
    self.version = version
    self.copyOf = copyOf
    self.exported = exported
  }
}

extension StoreSnapshot {
  /// Writes the selected rows into a new SQLite file; returns how many there are.
  ///
  /// It has the tables `record` and `field` of a store's file and a table `credit`, and nothing
  /// of what is remembered about the upstream. Cost: O(n), in constant memory.
  public func writeDatabase(
    _ selection: RowSelection, to file: URL, note: ExportNote
  ) async throws -> Int {
    try await read { source in
      let queue = try DatabaseQueue(path: file.path, configuration: Self.configuration)
      let count = try queue.inDatabase { target in
        try self.copy(selection, from: source, to: target, note)
      }
      try queue.close()
      return count
    }
  }

  /// A file that is thrown away unless it becomes whole needs no journal.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.journalMode = .default
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try database.execute(sql: "PRAGMA cache_size = -8000")
    }
    return configuration
  }

  private func copy(
    _ selection: RowSelection, from source: Database, to target: Database, _ note: ExportNote
  ) throws -> Int {
    try target.execute(sql: "BEGIN")
    do {
      let count = try fill(target, selection, from: source, note)
      try target.execute(sql: "COMMIT")
      return count
    } catch {
      // The file is thrown away; the connection must not be left inside a transaction.
      if target.isInsideTransaction { do { try target.execute(sql: "ROLLBACK") } catch {} }
      throw error
    }
  }

  private func fill(
    _ target: Database, _ selection: RowSelection, from source: Database, _ note: ExportNote
  ) throws -> Int {
    try target.execute(sql: Self.tables)
    let columns = try StoreSchema(dataset: dataset).prepareRecords(target)
    try target.execute(sql: "ALTER TABLE record DROP COLUMN _extra")
    try insert(note, target)
    return try copyRows(selection, from: source, to: target, columns)
  }

  private func copyRows(
    _ selection: RowSelection, from source: Database, to target: Database,
    _ columns: StoredColumns
  ) throws -> Int {
    let names = ["id"] + columns.columns.flatMap(\.quoted)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let insert = try target.makeStatement(
      sql: "INSERT INTO record (\(names.joined(separator: ", "))) VALUES (\(marks))")
    let handle = insert.sqliteStatement
    var count = 0
    try forEachRow(selection, source) { row in
      for index in 0..<Int32(names.count) {
        sqlite3_bind_value(handle, index + 1, sqlite3_column_value(row.handle, index))
      }
      let result = sqlite3_step(handle)
      sqlite3_reset(handle)
      guard result == SQLITE_DONE else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: result), message: "the export cannot be written")
      }
      count += 1
    }
    return count
  }

  private func insert(_ note: ExportNote, _ target: Database) throws {
    try target.execute(
      sql: "INSERT INTO credit VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        note.dataset, note.title, note.credit, note.homepage, note.licence, note.version,
        note.copyOf, note.exported,
      ])
  }

  private static let tables = """
    CREATE TABLE credit (
      dataset TEXT NOT NULL, title TEXT NOT NULL, credit TEXT NOT NULL, homepage TEXT,
      licence TEXT NOT NULL, version TEXT NOT NULL, copy_of TEXT, exported TEXT NOT NULL
    ) STRICT;
    CREATE TABLE field (
      name TEXT NOT NULL, type TEXT NOT NULL, column_name TEXT NOT NULL UNIQUE,
      PRIMARY KEY (name, type)
    ) STRICT;
    """
}
