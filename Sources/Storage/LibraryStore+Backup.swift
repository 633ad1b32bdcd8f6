public import Foundation
import GRDB

extension LibraryStore {
  /// Copies a library's file as it is at one moment, while its owner writes; the copy is for its
  /// owner's eyes only.
  ///
  /// Cost: O(bytes), on the caller's thread; the file is small.
  /// - Parameter copy: A file that does not exist yet.
  /// - Returns: How many subscriptions there are.
  /// - Throws: `StoreError` when the file is damaged or newer, or the copy cannot be written.
  public static func backup(_ file: URL, to copy: URL) throws(StoreError) -> Int {
    try Store.guarded(file) {
      try refuseNewer(file)
      guard
        FileManager.default.createFile(
          atPath: copy.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw StoreError(kind: .failed, file: copy.path, cause: "it cannot be written") }
      let source = try DatabaseQueue(path: file.path, configuration: StoreExamination.reading)
      let target = try DatabaseQueue(path: copy.path)
      try source.backup(to: target)
      try target.close()
      try source.close()
      do { return try verify(copy) } catch let error as StoreError where error.kind == .damaged {
        throw StoreError(kind: .damaged, file: file.path, cause: error.cause)
      }
    }
  }

  /// Checks every page of a library's file.
  ///
  /// - Returns: How many subscriptions there are.
  /// - Throws: `StoreError` when it is damaged or newer.
  public static func verify(_ file: URL) throws(StoreError) -> Int {
    try Store.guarded(file) {
      try refuseNewer(file)
      let queue = try DatabaseQueue(path: file.path, configuration: StoreExamination.reading)
      let (line, count) = try queue.read { database in
        (
          try String.fetchOne(database, sql: "PRAGMA integrity_check(1)"),
          try subscriptions(in: database)
        )
      }
      try queue.close()
      guard line == "ok", let count else {
        let cause = line == "ok" ? "it has no table of subscriptions" : line ?? "no answer"
        throw StoreError(kind: .damaged, file: file.path, cause: cause)
      }
      return count
    }
  }

  /// How many subscriptions a database has; nothing where it has no table of them.
  static func subscriptions(in database: Database) throws -> Int? {
    guard try database.tableExists("subscription") else { return nil }
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM subscription")
  }
}

extension Store {
  /// A name beside a file that no file has: `NAME.WHY-YYYYMMDDThhmmss`, with a number if need be.
  public static func freeName(beside file: URL, _ why: String, at now: Date) -> URL {
    URL(filePath: StoreRepair(file: file, now: now).freeName(why))
  }
}
