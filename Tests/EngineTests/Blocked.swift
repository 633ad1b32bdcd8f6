import Foundation
import GRDBSQLite

/// A store that can be read and not written, as on a full disk, until that is lifted.
final class Blocked {
  private var handle: OpaquePointer?

  /// What SQLite refused.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  init(_ file: URL) throws {
    guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw Refusal(description: "open") }
    sqlite3_busy_timeout(handle, 10_000)
    try run("ALTER TABLE record RENAME TO record_elsewhere")
  }

  /// Lets it be written again.
  func lift() throws { try run("ALTER TABLE record_elsewhere RENAME TO record") }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Refusal(description: String(cString: sqlite3_errmsg(handle)))
    }
  }

  deinit {
    sqlite3_close(handle)
  }
}
