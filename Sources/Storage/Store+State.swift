import Foundation
import GRDB

extension Store {
  /// What the store remembers about its upstream.
  ///
  /// Cost: O(1).
  public func state() throws(StoreError) -> SyncState {
    try Self.guarded(file) { try pool.read { try Self.state($0) } }
  }

  /// Writes what is remembered about the upstream; touches no record and no change.
  public func save(_ state: SyncState) async throws(StoreError) {
    try await Self.guarded(file) { try await pool.write { try Self.save(state, $0) } }
  }

  static func state(_ database: Database) throws -> SyncState {
    let json = try String.fetchOne(database, sql: "SELECT state FROM sync_state")
    return try json.flatMap(SyncState.init(stored:)) ?? SyncState(lostOf: database)
  }

  static func save(_ state: SyncState, _ database: Database) throws {
    let json = String(decoding: try JSONEncoder().encode(state.bounded()), as: UTF8.self)
    try database.execute(sql: "UPDATE sync_state SET state = ?", arguments: [json])
  }

  /// The records that the last sync which read a whole answer set aside.
  public func setAside() throws(StoreError) -> [SetAsideEntry] {
    try Self.guarded(file) {
      try pool.read { database in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT reason, count, sample FROM set_aside
            WHERE sync = (SELECT max(number) FROM sync) ORDER BY count DESC LIMIT 200
            """)
        return SetAsideEntry.bounded(
          rows.map { SetAsideEntry(reason: $0.text(0), count: $0.count(1), sample: $0.text(2)) })
      }
    }
  }

  /// The number of syncs and of changes on record, for those who check that nothing was written.
  public func history() throws(StoreError) -> (syncs: Int, changes: Int) {
    try Self.guarded(file) {
      try pool.read { database in
        (
          try Int.fetchOne(database, sql: "SELECT count(*) FROM sync") ?? 0,
          try Int.fetchOne(database, sql: "SELECT count(*) FROM change") ?? 0
        )
      }
    }
  }
}
