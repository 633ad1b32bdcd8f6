import Foundation
import GRDB

extension SyncState {
  /// Reads what a file remembers; nothing where it is no state of ours.
  init?(stored json: String) {
    guard json.utf8.count <= 1 << 24 else { return nil }
    do {
      self = try JSONDecoder().decode(SyncState.self, from: Data(json.utf8)).bounded()
    } catch { return nil }  // whoever opens the file says so
  }

  /// What is known where what was remembered is lost: a copy that has records was filled, so no
  /// snapshot may take their place, and an answer only as far as the brake lets it.
  init(lostOf database: Database) throws {
    self.init()
    let isFilled = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM record)") ?? false
    guard isFilled else { return }
    origin = .upstream
    let last = try Double.fetchOne(database, sql: "SELECT max(ended) FROM sync")
    copyDate = last.map { Stored.moment(Date(timeIntervalSince1970: $0)) }
  }
}

/// Puts right the one row by which a file tells what it holds, where a stranger or damage left it
/// missing, unreadable or impossible.
struct StoredState {
  let now: Date

  /// Looks at the row when the owner opens the file, and changes it only where it cannot stay.
  ///
  /// Cost: O(1); O(n) where the number of records is to be counted anew.
  func mend(_ database: Database) throws {
    try removeImpossible(database)
    let row = try Row.fetchOne(database, sql: "SELECT generation, count, state FROM sync_state")
    guard let row else { return try begin(database) }
    let (generation, count) = (row.integer(0), row.integer(1))
    if Stored.count(generation) != generation || generation == Stored.most {
      try database.execute(sql: "UPDATE sync_state SET generation = 1")
    }
    if Stored.count(count) != count { try recount(database) }
    if row.optionalText(2).flatMap(SyncState.init(stored:)) == nil {
      try Store.save(lost(database), database)
    }
  }

  /// Removes what stands at the end of all numbers, after which nothing more could be logged.
  private func removeImpossible(_ database: Database) throws {
    for condition in [
      "set_aside WHERE sync > ?1", "change WHERE sync > ?1", "change WHERE sequence > ?1",
      "sync WHERE number > ?1",
    ] {
      try database.execute(sql: "DELETE FROM \(condition)", arguments: [Stored.most])
    }
    try database.execute(
      sql: "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'change' AND seq > ?1",
      arguments: [Stored.most])
  }

  private func begin(_ database: Database) throws {
    try database.execute(
      sql: "INSERT INTO sync_state (only, generation, count, state) VALUES (1, 1, 0, '{}')")
    try recount(database)
    try Store.save(lost(database), database)
  }

  private func recount(_ database: Database) throws {
    try database.execute(sql: "UPDATE sync_state SET count = (SELECT count(*) FROM record)")
  }

  private func lost(_ database: Database) throws -> SyncState {
    var state = try SyncState(lostOf: database)
    state.repair = .init(
      what:
        "what was remembered about the upstream could not be read; everything is asked for anew",
      since: now)
    return state
  }
}
