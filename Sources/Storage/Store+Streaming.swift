public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import GRDB

extension Store {
  /// Upserts a group of a stream's records in one transaction and remembers the state with it.
  ///
  /// Of several with the same key the last counts, and none counts against a later revision
  /// (`source.revision`). No change is logged (decision 14).
  ///
  /// Cost: O(group × log n); nothing is read first.
  public func upsert(
    _ records: [Record], state: SyncState, generation: Int64
  ) async throws(StoreError) -> UpsertCounts {
    try await Self.guarded(file) {
      try await pool.write { [columns, dataset] database in
        var writer = GroupWriter(columns, revision: dataset.revisionIndex, database)
        try writer.write(records)
        var counts = writer.counts
        counts.total = try Self.size(database).count + counts.inserted
        try database.execute(
          sql: "UPDATE sync_state SET generation = ?, count = ?",
          arguments: [generation, counts.total])
        try Self.save(state, database)
        return counts
      }
    }
  }

  /// Upserts a group of a stream's records in one transaction and remembers the state with it.
  ///
  /// No change is logged (decision 14). The rows come back with their earlier records, where
  /// there were any, so that orders in memory can follow.
  ///
  /// Cost: O(group × log n).
  public func upsert(
    _ records: [Record], state: SyncState
  ) async throws(StoreError) -> (counts: AppliedCounts, earlier: [RecordID: Record]) {
    try await Self.guarded(file) {
      try await pool.write { [columns] database in
        let earlier = try Self.earlier(records, columns, database)
        let distinct = Set(records.map(\.id)).count
        try Self.write(records, columns, database)
        var counts = AppliedCounts()
        counts.inserted = distinct - earlier.count
        counts.changed = earlier.count
        let size = try Self.size(database)
        counts.total = size.count + counts.inserted
        counts.generation = size.generation + 1
        try database.execute(
          sql: "UPDATE sync_state SET generation = ?, count = ?",
          arguments: [counts.generation, counts.total])
        try Self.save(state, database)
        return (counts, earlier)
      }
    }
  }

  /// Empties the store and forgets its upstream; for records that were made up.
  public func removeAll() async throws(StoreError) {
    try await Self.guarded(file) {
      try await pool.write { database in
        try database.execute(sql: "DELETE FROM record")
        try database.execute(
          sql: "UPDATE sync_state SET generation = generation + 1, count = 0")
        try Self.save(SyncState(), database)
      }
    }
  }

  private static func earlier(
    _ records: [Record], _ columns: StoredColumns, _ database: Database
  ) throws -> [RecordID: Record] {
    let sql = "SELECT \(columns.all) FROM record WHERE id = ?"
    let statement = try database.cachedStatement(sql: sql)
    var earlier: [RecordID: Record] = [:]
    for record in records {
      guard let found = try Self.find(record.id, statement, columns) else { continue }
      earlier[record.id] = found
    }
    return earlier
  }

  private static func find(
    _ id: RecordID, _ statement: Statement, _ columns: StoredColumns
  ) throws -> Record? {
    let reader = RowReader(statement, columns)
    switch id {
    case .integer(let number): return try reader.record(row: number)
    case .text(let text): return try reader.record(key: text)
    }
  }

  private static func write(
    _ records: [Record], _ columns: StoredColumns, _ database: Database
  ) throws {
    let marks = columns.values.map { _ in "?" }.joined(separator: ", ")
    let sets = columns.values.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO record (\(columns.all)) VALUES (?, \(marks))
        ON CONFLICT (id) DO UPDATE SET \(sets)
        """)
    let binder = RowBinder(statement, columns)
    for record in records { try binder.run(record) }
  }

  /// Whether the first rows of an order are found through an index, and so at once.
  ///
  /// Only a stream's own order is: its first page after a start waits for nothing.
  public func isIndexed(_ terms: [SortTerm]) -> Bool {
    terms == dataset.list.sort && StoreSchema.hasStartIndex(dataset)
  }
}
