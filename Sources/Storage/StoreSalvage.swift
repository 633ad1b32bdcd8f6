import Foundation
import GRDB

/// Copies what can still be read of a damaged database into a new one, table by table.
///
/// Rows come over by their row numbers; where a page is broken, those that lay on it are lost and
/// the next readable one is searched for. The new tables' own checks refuse what is no longer sound.
struct StoreSalvage {
  let damaged: URL
  let target: URL

  /// How many records there are now.
  struct Result {
    var records: Int
    /// How many there should be, as the file says of itself.
    var expected: Int?
  }

  /// Makes the new database of a dataset; nothing when the old one tells not even its tables.
  func run() throws -> Result? { try run(finish) }

  /// Makes the new database; nothing when the old one tells not even its tables, or when what was
  /// read makes nothing whole.
  func run<Whole>(_ finish: (Database) throws -> Whole?) throws -> Whole? {
    do {
      let source = try DatabaseQueue(path: damaged.path, configuration: Self.reading)
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false  // rows come in no order that keys could follow
      let new = try DatabaseQueue(path: target.path, configuration: configuration)
      let result = try source.unsafeRead { from in
        try new.write { to in
          try copy(from, to)
          return try finish(to)
        }
      }
      try new.close()
      try source.close()
      return result
    } catch let error as DatabaseError where error.isDamage {
      return nil
    }
  }

  /// Reads also a file that is shorter than it says of itself.
  private static var reading: Configuration {
    var configuration = StoreExamination.reading
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    return configuration
  }

  private func copy(_ from: Database, _ to: Database) throws {
    let objects = try Row.fetchAll(
      from,
      sql: """
        SELECT type, name, sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY type = 'index'
        """)
    for object in objects where object.text(0) == "table" {
      guard try make(object, in: to) else { continue }
      let columns = try to.columns(in: object.text(1)).map(\.name)
      var table = try TableSalvage(object.text(1), columns, from: from, to: to)
      try table.run()
    }
    for object in objects where object.text(0) == "index" { _ = try make(object, in: to) }
  }

  /// Makes a table or index as the damaged file describes it; false where that is no longer sound,
  /// which is no reason to give up the others.
  private func make(_ object: Row, in to: Database) throws -> Bool {
    do {
      try to.execute(sql: object.text(2))
      return true
    } catch let error as DatabaseError where error.isUnsound { return false }
  }

  private func finish(_ to: Database) throws -> Result? {
    guard try to.tableExists("record"), try to.tableExists("sync_state") else { return nil }
    try StoreSchema.noteMigrations(to)
    try removeOrphans(to)
    return try count(to)
  }

  /// Rows whose partner in another table is lost say nothing any more.
  private func removeOrphans(_ to: Database) throws {
    for row in try Row.fetchAll(to, sql: "PRAGMA foreign_key_check") {
      let table = row.text(0)  // table, rowid, parent, number of the key
      try to.execute(
        sql: "DELETE FROM \"\(table)\" WHERE rowid = ?", arguments: [row.integer(1)])
    }
  }

  private func count(_ to: Database) throws -> Result {
    let records = try Int.fetchOne(to, sql: "SELECT count(*) FROM record") ?? 0
    let told = try Row.fetchOne(to, sql: "SELECT generation, count FROM sync_state")
    if told == nil {
      try to.execute(
        sql: "INSERT INTO sync_state (only, generation, count, state) VALUES (1, 1, 0, ?)",
        arguments: ["{}"])
      try Store.save(try SyncState(lostOf: to), to)
    }
    try to.execute(
      sql: "UPDATE sync_state SET count = ?, generation = ?",
      arguments: [records, Stored.count(told?.integer(0) ?? 0) + 1])
    return Result(records: records, expected: told?.count(1))
  }
}

extension DatabaseError {
  /// Whether what was read is no longer sound, so that it cannot be kept.
  var isUnsound: Bool {
    [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_ERROR].contains(resultCode)
  }
}
