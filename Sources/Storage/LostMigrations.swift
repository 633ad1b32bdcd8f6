import GRDB

/// Restores the list of the changes that tables have been through, from what they left behind.
enum LostMigrations {
  /// Notes a change as made where there is a table or index that it made.
  static func note(_ name: String, ifThereIs sign: String, _ database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO grdb_migrations SELECT ?1 WHERE EXISTS (
          SELECT 1 FROM sqlite_schema WHERE name = ?2)
        """, arguments: [name, sign])
  }
}
