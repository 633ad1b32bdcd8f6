import Foundation
import GRDBSQLite

/// A connection to a store's file beside the store's own, with SQLite's calls and nothing else:
/// what anyone sees who opens the documented file.
final class SecondConnection {
  private var handle: OpaquePointer?

  /// What SQLite refused.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  init(_ file: URL) throws {
    guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw refusal }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_close(handle)
  }

  private var refusal: Refusal {
    Refusal(description: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
  }

  /// Runs a statement and gives every row's columns as texts.
  @discardableResult
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw refusal }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(Self.row(statement))
      case SQLITE_DONE: return rows
      default: throw refusal
      }
    }
  }

  private static func row(_ statement: OpaquePointer?) -> [String?] {
    (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_text(statement, column).map { String(cString: $0) }
    }
  }

  /// The first column of every row.
  func column(_ sql: String) throws -> [String] { try rows(sql).compactMap { $0.first ?? nil } }

  /// The first number of the first row.
  func number(_ sql: String) throws -> Int { Int(try column(sql).first ?? "") ?? 0 }

  /// From now on every write to a table is counted.
  func watchWrites(to table: String) throws {
    try rows("CREATE TABLE IF NOT EXISTS written (what TEXT, id)")
    for event in ["INSERT", "UPDATE", "DELETE"] {
      let row = event == "DELETE" ? "OLD" : "NEW"
      try rows(
        """
        CREATE TRIGGER watch_\(table)_\(event) AFTER \(event) ON \(table)
        BEGIN INSERT INTO written VALUES ('\(table) \(event)', \(row).rowid); END
        """)
    }
  }

  /// The writes that were counted, and forgets them.
  func takeWrites() throws -> [String] {
    let writes = try rows("SELECT what, id FROM written ORDER BY rowid").map { row in
      row.map { $0 ?? "" }.joined(separator: " ")
    }
    try rows("DELETE FROM written")
    return writes
  }
}
