import AlmanacDeclarations
import Foundation
import GRDB

/// Bounds the log of changes by age and number, in the transaction of the sync that adds to it.
///
/// What is gone is counted apart from what is new or changed, so that a busy list cannot push out
/// the last values of a record before their time. The newest sync's line always stays, and so do
/// the lines of syncs that filled the copy: they are few.
struct Retention {
  let history: History

  /// Takes out what is too old or too much.
  ///
  /// Cost: O(syncs + changes of one sync), and what is taken out.
  func run(_ database: Database, at now: Date, newest: Int64) throws {
    let before = database.totalChangesCount
    try dropOld(database, try cutoff(database, now, newest))
    for kind in Change.Kind.allCases { try dropSurplus(of: kind, database) }
    if database.totalChangesCount > before { try dropEmptySyncs(database, newest) }
  }

  /// The moment before which changes are too old: counted from the sync before, if that is earlier
  /// than now, so that a clock that jumps once makes nothing old.
  private func cutoff(_ database: Database, _ now: Date, _ newest: Int64) throws -> Double {
    let previous = try Double.fetchOne(
      database, sql: "SELECT ended FROM sync WHERE number < ? ORDER BY number DESC LIMIT 1",
      arguments: [newest])
    let from = min(now.timeIntervalSince1970, previous ?? -.infinity)
    return from - Double(history.keep.components.seconds)
  }

  private func dropOld(_ database: Database, _ cutoff: Double) throws {
    try database.execute(
      sql: "DELETE FROM change WHERE sync IN (SELECT number FROM sync WHERE ended < ?)",
      arguments: [cutoff])
  }

  /// Takes out what is older than the newest changes of a kind.
  ///
  /// The syncs' own counts tell in which sync the last one to keep stands, so only that sync's
  /// changes are counted one by one.
  private func dropSurplus(of kind: Change.Kind, _ database: Database) throws {
    guard let (sync, kept) = try border(of: kind, database) else { return }
    let first = try Int64.fetchOne(
      database,
      sql: "SELECT sequence FROM change WHERE sync >= ? ORDER BY sync, sequence LIMIT 1",
      arguments: [sync])
    let last = try Int64.fetchOne(
      database,
      sql: """
        SELECT sequence FROM change WHERE kind = ? AND sequence >= ?
        AND sequence <= (SELECT max(sequence) FROM change WHERE sync = ?)
        ORDER BY sequence DESC LIMIT 1 OFFSET ?
        """,
      arguments: [kind.rawValue, first ?? .max, sync, kept])
    try database.execute(
      sql: "DELETE FROM change WHERE kind = ? AND sequence <= ?",
      arguments: [kind.rawValue, last ?? max(first ?? .max, .min + 1) - 1])
  }

  /// The sync in which the changes of a kind come to more than are kept, counted from the newest,
  /// and how many of its own are kept; nothing where there are not so many.
  private func border(
    of kind: Change.Kind, _ database: Database
  ) throws -> (sync: Int64, kept: Int)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT number, ?1 - (newer - own) FROM (
          SELECT number, min(max(\(kind.rawValue), 0), \(Stored.most / 2048)) AS own,
            sum(min(max(\(kind.rawValue), 0), \(Stored.most / 2048)))
              OVER (ORDER BY number DESC) AS newer
          FROM sync WHERE NOT (\(Self.isFilling)))
        WHERE newer > ?1 ORDER BY number DESC LIMIT 1
        """, arguments: [history.most])
    return row.map { ($0.integer(0), $0.count(1)) }
  }

  /// Whether a sync filled the copy, and so logged no single change.
  private static let isFilling = "inserted = total AND changed = 0 AND deleted = 0"

  private func dropEmptySyncs(_ database: Database, _ newest: Int64) throws {
    let empty = """
      SELECT number FROM sync WHERE number < ? AND NOT (\(Self.isFilling))
      AND NOT EXISTS (SELECT 1 FROM change WHERE change.sync = sync.number)
      """
    try database.execute(
      sql: "DELETE FROM set_aside WHERE sync IN (\(empty))", arguments: [newest])
    try database.execute(sql: "DELETE FROM sync WHERE number IN (\(empty))", arguments: [newest])
  }
}
