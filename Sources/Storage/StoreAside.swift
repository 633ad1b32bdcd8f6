public import AlmanacDeclarations
import Foundation
import GRDB

/// The records of one answer that could not be kept, as far as they are listed.
public struct AsideAnswer: Sendable, Hashable {
  /// Whether the answer held news alone; then the list of the last whole answer stays beside them.
  public var isNews: Bool
  /// The records.
  public var rows: [AsideRecord]

  /// Makes the list of an answer.
  public init(isNews: Bool, rows: [AsideRecord]) {
    self.isNews = isNews
    self.rows = rows
  }

  /// The table of records that were set aside, with the answer they came in.
  static let table = """
    CREATE TABLE IF NOT EXISTS aside (
      number INTEGER PRIMARY KEY,
      is_news INTEGER NOT NULL CHECK (is_news IN (0, 1)), read REAL NOT NULL,
      reason TEXT NOT NULL, page INTEGER NOT NULL, position INTEGER NOT NULL,
      key TEXT, raw TEXT NOT NULL
    ) STRICT;
    """

  /// Puts the list in the place of what it follows: news of earlier news, a whole answer of all.
  func write(at now: Date, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM aside WHERE is_news >= ?", arguments: [isNews ? 1 : 0])
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO aside (is_news, read, reason, page, position, key, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for row in rows {
      try statement.execute(arguments: [
        isNews, now.timeIntervalSince1970, row.reason, row.page, row.position, row.key, row.raw,
      ])
    }
  }
}

extension Store {
  /// The records that could not be kept, as far as they are listed: those of the last whole answer,
  /// then those of the last news.
  ///
  /// Cost: O(listed), at most two lists of `SetAsideList.most`.
  public func aside() throws(StoreError) -> [AsideRecord] {
    try Self.guarded(file) {
      try pool.read { database in
        // A file that an earlier version wrote, read beside its owner, has no list yet.
        guard try database.tableExists("aside") else { return [] }
        return try Row.fetchAll(
          database,
          sql: """
            SELECT reason, is_news, page, position, key, raw FROM aside ORDER BY is_news, number
            LIMIT 2000
            """
        ).map {
          AsideRecord(
            reason: $0.text(0), isNews: $0.integer(1) != 0, page: $0.count(2),
            position: $0.count(3), key: $0.optionalText(4), raw: $0.text(5))
        }
      }
    }
  }
}
