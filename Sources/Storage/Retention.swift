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
  /// Cost: O(most) steps in an index, and what is taken out.
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

  private func dropSurplus(of kind: Change.Kind, _ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM change WHERE kind = ? AND sequence <= (
          SELECT sequence FROM change WHERE kind = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?)
        """,
      arguments: [kind.rawValue, kind.rawValue, history.most])
  }

  private func dropEmptySyncs(_ database: Database, _ newest: Int64) throws {
    let empty = """
      SELECT number FROM sync WHERE number < ? AND inserted <> total
      AND NOT EXISTS (SELECT 1 FROM change WHERE change.sync = sync.number)
      """
    try database.execute(
      sql: "DELETE FROM set_aside WHERE sync IN (\(empty))", arguments: [newest])
    try database.execute(sql: "DELETE FROM sync WHERE number IN (\(empty))", arguments: [newest])
  }
}
