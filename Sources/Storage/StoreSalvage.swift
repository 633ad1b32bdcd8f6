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

  private struct Table {
    let name: String
    let columns: [String]

    var quoted: String { "\"\(name)\"" }
    var list: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }
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
    for object in objects where object["type"] == "table" {
      try to.execute(sql: object["sql"])
      let name: String = object["name"]
      let columns = try to.columns(in: name).map(\.name)
      try copy(Table(name: name, columns: columns), from, to)
    }
    for object in objects where object["type"] != "table" { try to.execute(sql: object["sql"]) }
  }

  private func finish(_ to: Database) throws -> Result? {
    guard try to.tableExists("record"), try to.tableExists("sync_state") else { return nil }
    try removeOrphans(to)
    return try count(to)
  }

  /// Rows whose partner in another table is lost say nothing any more.
  private func removeOrphans(_ to: Database) throws {
    for row in try Row.fetchAll(to, sql: "PRAGMA foreign_key_check") {
      guard let number: Int64 = row["rowid"] else { continue }
      let table: String = row["table"]
      try to.execute(sql: "DELETE FROM \"\(table)\" WHERE rowid = ?", arguments: [number])
    }
  }

  private func count(_ to: Database) throws -> Result {
    let records = try Int.fetchOne(to, sql: "SELECT count(*) FROM record") ?? 0
    let expected = try Int.fetchOne(to, sql: "SELECT count FROM sync_state")
    if expected == nil {
      try to.execute(
        sql: "INSERT INTO sync_state (only, generation, count, state) VALUES (1, 1, 0, ?)",
        arguments: [String(decoding: try JSONEncoder().encode(SyncState()), as: UTF8.self)])
    }
    try to.execute(
      sql: "UPDATE sync_state SET count = ?, generation = generation + 1", arguments: [records])
    return Result(records: records, expected: expected)
  }

  /// Copies a table's rows in stretches that end where a page is broken.
  private func copy(_ table: Table, _ from: Database, _ to: Database) throws {
    let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try to.makeStatement(
      sql: "INSERT OR IGNORE INTO \(table.quoted) (\(table.list)) VALUES (\(marks))")
    var next = Int64.min
    while true {
      do {
        try copyStretch(table, from: from, after: &next, with: insert)
        return
      } catch let error as DatabaseError where error.isDamage {
        guard let readable = try firstReadable(after: next, in: table, from) else { return }
        next = readable - 1
      }
    }
  }

  /// Copies rows until the end or the first broken page; `next` is then the last row tried.
  private func copyStretch(
    _ table: Table, from: Database, after next: inout Int64, with insert: Statement
  ) throws {
    let rows = try Row.fetchCursor(
      from,
      sql: "SELECT rowid, \(table.list) FROM \(table.quoted) WHERE rowid > ? ORDER BY rowid",
      arguments: [next])
    if next < .max - 1 { next += 1 }  // a first row that cannot be read is not tried again
    while let row = try rows.next() {
      // A page of zeros reads as rows that lie before those already read.
      guard row[0] >= next else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      next = row[0]
      do {
        try insert.execute(arguments: StatementArguments(row.databaseValues.dropFirst()))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        continue  // no longer sound
      }
    }
  }

  /// The first row after a broken one that can be read; nothing when none can, or none is left.
  ///
  /// The rows of a broken page lie side by side: their end is found by doubling, then by halving.
  private func firstReadable(after broken: Int64, in table: Table, _ from: Database) throws
    -> Int64?
  {
    let start = max(broken, try firstRow(table, from) ?? 0)
    var (bad, good, step): (Int64, Int64?, Int64) = (start, nil, 1)
    while good == nil {
      let (place, isTooFar) = start.addingReportingOverflow(step)
      if isTooFar { return nil }
      if try isReadable(place, table, from) { good = place } else { bad = place }
      guard step < .max / 2 else { break }
      step *= 2
    }
    guard var end = good else { return nil }
    while end - bad > 1 {
      let middle = bad + (end - bad) / 2
      if try isReadable(middle, table, from) { end = middle } else { bad = middle }
    }
    return end
  }

  /// The least row number that can be told without reading the rows.
  private func firstRow(_ table: Table, _ from: Database) throws -> Int64? {
    do {
      return try Int64.fetchOne(from, sql: "SELECT min(rowid) FROM \(table.quoted)")
    } catch let error as DatabaseError where error.isDamage { return nil }
  }

  private func isReadable(_ row: Int64, _ table: Table, _ from: Database) throws -> Bool {
    do {
      _ = try Int64.fetchOne(
        from, sql: "SELECT rowid FROM \(table.quoted) WHERE rowid >= ? ORDER BY rowid LIMIT 1",
        arguments: [row])
      return true
    } catch let error as DatabaseError where error.isDamage { return false }
  }
}
