public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
public import Foundation
import GRDB

/// What a sync read, and so how it is applied.
public enum SyncKind: String, Sendable, Hashable {
  /// The snapshot that ships with the dataset; it fills an empty store, or replaces an earlier one.
  case snapshot
  /// All records of the question: what is not among them is gone.
  case full
  /// Only records that are new or different: nothing is gone.
  case incremental
  /// Records that are new or different, and all keys: what is not among the keys is gone.
  case ids
}

/// What `Store.apply` did.
public enum ApplyOutcome: Sendable, Hashable {
  /// The staged records are now the copy; or nothing differed and nothing was written.
  case applied(AppliedCounts)
  /// The floor forbids it: of the copy's `was` records only `wouldBe` would stay.
  case held(was: Int, wouldBe: Int)
}

extension Store {
  /// Empties the staging tables, which live beside the file and vanish with the process.
  public func beginStaging() async throws(StoreError) {
    try await Self.guarded(file) {
      try await pool.write { [columns] database in
        try SyncTransaction.dropStaging(database)
        let key = columns.isIntegerKey ? "id INTEGER PRIMARY KEY" : "id TEXT PRIMARY KEY"
        let names = columns.values.joined(separator: ", ")
        try database.execute(sql: "CREATE TEMP TABLE staging (\(key), \(names))")
        try database.execute(sql: "CREATE TEMP TABLE staged_key (\(key))")
        try database.execute(sql: "CREATE TEMP TABLE earlier (\(key), \(names))")
      }
    }
  }

  /// Lets a body add all keys that the upstream has, so that `.ids` can tell which are gone.
  ///
  /// Cost: O(keys), about 1 µs each in whatever order they come; memory does not grow with them.
  /// - Throws: What the body throws; `StoreError` for SQLite's failures.
  public func stageKeys<T: Sendable>(
    _ body: @escaping @Sendable (_ add: (RecordID) throws -> Void) throws -> T
  ) async throws -> T {
    do {
      return try await pool.write { [columns] database in
        let statement = try database.cachedStatement(
          sql: "INSERT OR IGNORE INTO temp.staged_key VALUES (?)")
        var run = KeyRun(RowBinder(statement, columns))
        let result = try body { try run.add($0) }
        try run.write()
        return result
      }
    } catch let error as DatabaseError {
      throw Self.told(error, file)
    }
  }

  /// Lets a body add records to the staging table one by one; a later record of the same key
  /// replaces the earlier.
  ///
  /// Memory does not grow with their number.
  ///
  /// Cost: O(records), about 2 µs each, off the caller's thread.
  /// - Throws: What the body throws; `StoreError` for SQLite's failures.
  public func stage<T: Sendable>(
    _ body: @escaping @Sendable (_ add: (Record) throws -> Void) throws -> T
  ) async throws -> T {
    try await stage(in: "staging", body)
  }

  func stage<T: Sendable>(
    in table: String, _ body: @escaping @Sendable (_ add: (Record) throws -> Void) throws -> T
  ) async throws -> T {
    do {
      return try await pool.write { [columns] database in
        let statement = try database.cachedStatement(sql: columns.staging(in: table))
        let binder = RowBinder(statement, columns)
        return try body { try binder.run($0) }
      }
    } catch let error as DatabaseError {
      throw Self.told(error, file)
    }
  }

  /// Makes the staged records the copy, in one transaction with the change log and the state, unless
  /// the brake holds them back.
  ///
  /// Where the copy so far is a snapshot or made up, an answer replaces everything, and no change is
  /// logged.
  ///
  /// - Parameters:
  ///   - kind: What was staged.
  ///   - accepted: As how few records a person accepted; by default the declared floor decides.
  ///   - keeping: The positions of fields that the upstream no longer sends, or sends with another
  ///     type: their earlier values stay.
  ///   - undeclared: The names whose values beyond the declaration come and go without a change.
  ///   - aside: The records of the answer that could not be kept; nothing leaves the list as it is.
  ///   - state: What is remembered when the transaction succeeds.
  /// - Returns: What was written; nothing is written when nothing differs, except the state.
  public func apply(
    _ kind: SyncKind, accepting accepted: Int? = nil, keeping: [Int] = [],
    undeclared: UndeclaredNames = UndeclaredNames(), setAside: [SetAsideEntry] = [],
    aside: AsideAnswer? = nil, state: SyncState, at now: Date
  ) async throws(StoreError) -> ApplyOutcome {
    try await apply(
      kind, floor: dataset.refresh.floor, accepting: accepted, keeping: keeping,
      undeclared: undeclared, setAside: setAside, aside: aside, state: state, at: now)
  }

  /// The same with another floor than the declared one.
  func apply(
    _ kind: SyncKind, floor: Double, accepting accepted: Int? = nil, keeping: [Int] = [],
    undeclared: UndeclaredNames = UndeclaredNames(), setAside: [SetAsideEntry] = [],
    aside: AsideAnswer? = nil, state: SyncState, at now: Date
  ) async throws(StoreError) -> ApplyOutcome {
    try await Self.guarded(file) {
      try await pool.write { [columns, dataset] database in
        let run = SyncTransaction(
          columns: columns, history: dataset.history, kind: kind,
          brake: try SyncBrake(kind, floor: floor, accepted: accepted, database),
          keeping: keeping, undeclared: undeclared, setAside: setAside, aside: aside,
          state: state, now: now)
        let outcome = try run.apply(database)
        try SyncTransaction.dropStaging(database)
        return outcome
      }
    }
  }

  /// Returns the log's bytes to the file after a large sync.
  public func checkpoint() async throws(StoreError) {
    try await Self.guarded(file) {
      try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
    }
  }
}

/// The one transaction that turns staged records into the copy.
struct SyncTransaction: Sendable {
  let columns: StoredColumns
  let history: History
  let kind: SyncKind
  let brake: SyncBrake
  let keeping: [Int]
  let undeclared: UndeclaredNames
  let setAside: [SetAsideEntry]
  let aside: AsideAnswer?
  let state: SyncState
  let now: Date

  static func dropStaging(_ database: Database) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS temp.staging")
    try database.execute(sql: "DROP TABLE IF EXISTS temp.staged_key")
    try database.execute(sql: "DROP TABLE IF EXISTS temp.earlier")
  }

  func apply(_ database: Database) throws -> ApplyOutcome {
    let was = brake.count
    let number = try nextSync(database)
    let startsAnew = was == 0 || (brake.isReplacing && kind == .full)
    let gone = startsAnew ? 0 : try collectDeletions(database)
    let held = brake.outcome(staying: was - gone, answered: try countStaged(database))
    if let held { return held }
    var counts = AppliedCounts()
    if startsAnew {
      counts.inserted = try replaceAll(database)
      counts.total = counts.inserted
    } else {
      counts.deleted = gone
      try keepEarlierValues(database)
      counts.reread = try takeRereadValues(database)
      try applyDifferences(number, &counts, database)
      try undeclared.update(database)
      counts.total = was + counts.inserted - counts.deleted
    }
    counts.generation = try Store.size(database).generation
    try finish(&counts, number, database)
    return .applied(counts)
  }

  /// How many records the answer has.
  private func countStaged(_ database: Database) throws -> Int {
    let staged = kind == .ids ? "staged_key" : "staging"
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM temp.\(staged)") ?? 0
  }

  /// Gives staged records the earlier values of fields that the upstream no longer sends.
  private func keepEarlierValues(_ database: Database) throws {
    let names = keeping.flatMap { columns.columns[$0].quoted }
    if names.isEmpty { return }
    let sets = names.map { "\($0) = r.\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: "UPDATE temp.staging AS s SET \(sets) FROM record r WHERE r.id = s.id")
  }

  private func replaceAll(_ database: Database) throws -> Int {
    try database.execute(sql: "DELETE FROM record")
    try insertStaged("1", database)
    return database.changesCount
  }

  private func insertStaged(_ condition: String, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO record (\(columns.all)) SELECT \(columns.all) FROM temp.staging
        WHERE \(condition) ORDER BY id
        """)
  }

  private func applyDifferences(
    _ number: Int64, _ counts: inout AppliedCounts, _ database: Database
  ) throws {
    counts.inserted = try collect(
      "inserted", "temp.staging s WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.id = s.id)",
      database)
    counts.changed = try collect(
      "changed",
      "temp.staging s CROSS JOIN record r ON r.id = s.id WHERE \(columns.difference("r", "s", undeclared))",
      database)
    if counts.differs {
      let isFew =
        counts.reread == 0 && counts.inserted + counts.changed + counts.deleted <= MovedRows.most
      let leaving = isFew ? try rowsOfDifferences(database) : []
      try writeDifferences(number, database)
      if isFew {
        counts.moved = MovedRows(leaving: leaving, arriving: try rowsOfDifferences(database))
      }
    }
    try database.execute(sql: "DROP TABLE temp.difference")
  }

  /// The rows that the differing records have now.
  private func rowsOfDifferences(_ database: Database) throws -> Set<Int64> {
    try Int64.fetchSet(
      database,
      sql: "SELECT r.\(columns.row) FROM temp.difference d CROSS JOIN record r ON r.id = d.id")
  }

  /// Begins the list of differences with the records that the answer no longer has.
  ///
  /// Cost: one pass over the copy's keys, each looked up in the answer; nothing for `.incremental`.
  private func collectDeletions(_ database: Database) throws -> Int {
    try database.execute(sql: "DROP TABLE IF EXISTS temp.difference")
    let type = columns.isIntegerKey ? "INTEGER" : "TEXT"
    try database.execute(
      sql: "CREATE TEMP TABLE difference (id \(type) PRIMARY KEY, kind) WITHOUT ROWID")
    if kind == .incremental { return 0 }
    let tables = kind == .ids ? ["staged_key", "staging"] : ["staging"]
    let absences = tables.map { "NOT EXISTS (SELECT 1 FROM temp.\($0) t WHERE t.id = s.id)" }
    return try collect("deleted", "record s WHERE \(absences.joined(separator: " AND "))", database)
  }

  /// Adds the keys that a selection from `s` finds; returns how many.
  private func collect(
    _ kind: String, _ selection: String, _ database: Database
  ) throws -> Int {
    try database.execute(
      sql: "INSERT INTO temp.difference SELECT s.id, '\(kind)' FROM \(selection)")
    return database.changesCount
  }

  private func writeDifferences(_ number: Int64, _ database: Database) throws {
    try logSync(number, AppliedCounts(), database)
    // The log is read backwards: so a sync's new records come first there, each kind by its key.
    for kind in [Change.Kind.deleted, .changed, .inserted] { try log(kind, number, database) }
    let sets = columns.values.map { "\($0) = s.\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: """
        DELETE FROM record
        WHERE id IN (SELECT id FROM temp.difference WHERE kind = 'deleted')
        """)
    try database.execute(
      sql: """
        UPDATE record SET \(sets) FROM temp.staging s WHERE s.id = record.id
        AND record.id IN (SELECT id FROM temp.difference WHERE kind = 'changed')
        """)
    try insertStaged("id IN (SELECT id FROM temp.difference WHERE kind = 'inserted')", database)
  }

  /// Logs a sync's changes of one kind; no more than the log keeps, by key.
  private func log(_ kind: Change.Kind, _ number: Int64, _ database: Database) throws {
    guard history.most > 0 else { return }
    try database.execute(
      sql: """
        INSERT INTO change (sync, id, kind, old, new)
        SELECT ?1, d.id, d.kind,
          CASE WHEN r.id IS NULL THEN NULL ELSE \(columns.json("r")) END,
          CASE WHEN d.kind = 'deleted' THEN NULL ELSE \(columns.json("s")) END
        FROM temp.difference d LEFT JOIN record r ON r.id = d.id
        LEFT JOIN temp.staging s ON s.id = d.id
        WHERE d.kind = ?2 AND d.id <= coalesce((
          SELECT id FROM temp.difference WHERE kind = ?2 ORDER BY id LIMIT 1 OFFSET ?3 - 1), d.id)
        ORDER BY d.id DESC
        """,
      arguments: [number, kind.rawValue, history.most])
  }

  private func nextSync(_ database: Database) throws -> Int64 {
    let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM sync") ?? 0
    return Stored.count(last) + 1
  }

  private func logSync(_ number: Int64, _ counts: AppliedCounts, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO sync VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
        inserted = excluded.inserted, changed = excluded.changed, deleted = excluded.deleted,
        total = excluded.total
        """,
      arguments: [
        number, kind.rawValue, now.timeIntervalSince1970, counts.inserted, counts.changed,
        counts.deleted, counts.total,
      ])
  }

  /// Writes the sync's line, the generation and the state.
  private func finish(
    _ counts: inout AppliedCounts, _ number: Int64, _ database: Database
  ) throws {
    if !counts.isEmpty {
      counts.generation += 1
      if counts.differs { try logSync(number, counts, database) }
      try database.execute(
        sql: "UPDATE sync_state SET generation = ?, count = ?",
        arguments: [counts.generation, counts.total])
      if counts.differs { try logSetAside(number, database) }
      try Retention(history: history).run(database, at: now, newest: number)
    }
    try aside?.write(at: now, database)
    try Store.save(state, database)
  }

  private func logSetAside(_ sync: Int64, _ database: Database) throws {
    for entry in SetAsideEntry.bounded(setAside) where entry.count > 0 {
      try database.execute(
        sql: "INSERT INTO set_aside VALUES (?, ?, ?, ?)",
        arguments: [sync, entry.reason, entry.count, entry.sample])
    }
  }
}
