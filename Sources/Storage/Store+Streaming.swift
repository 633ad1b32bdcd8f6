public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import GRDB

extension Store {
  /// Upserts a group of a stream's records in one transaction and remembers the state with it.
  ///
  /// Of several with the same key the last counts, and none counts against a later revision
  /// (`source.revision`). A record that the tables refuse is left out and counted. No change is
  /// logged (decision 14). A group that has begun is written, also when its task is cancelled.
  ///
  /// Cost: O(group × log n); nothing is read first.
  public func upsert(
    _ records: [Record], state: SyncState, generation: Int64
  ) async throws(StoreError) -> UpsertCounts {
    try await Self.guarded(file) {
      try await writing { [columns, dataset] database in
        var writer = GroupWriter(columns, revision: dataset.revisionIndex, database)
        try writer.write(records)
        var counts = writer.counts
        counts.total = try Self.size(database).count + counts.inserted  // both are bounded
        try database.execute(
          sql: "UPDATE sync_state SET generation = ?, count = ?",
          arguments: [generation, counts.total])
        try Self.save(state, database)
        return counts
      }
    }
  }

  /// Runs a transaction that cancellation does not break off.
  private func writing<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWrite(body) { _, result in continuation.resume(with: result) }
    }
  }

  /// Empties a store of made-up records and forgets where they came from; false where the records
  /// are an upstream's or a snapshot's, which stay.
  public func removeSimulated() async throws(StoreError) -> Bool {
    try await Self.guarded(file) {
      try await pool.write { database in
        guard try Self.state(database).origin == .simulator else { return false }
        try database.execute(sql: "DELETE FROM record")
        let generation = try Self.size(database).generation + 1
        try database.execute(
          sql: "UPDATE sync_state SET generation = ?, count = 0", arguments: [generation])
        try Self.save(SyncState(), database)
        return true
      }
    }
  }

  /// Whether the first rows of an order are found through an index, and so at once.
  ///
  /// Only a stream's own order is: its first page after a start waits for nothing.
  public func isIndexed(_ terms: [SortTerm]) -> Bool {
    terms == dataset.list.sort && StoreSchema.hasStartIndex(dataset)
  }
}
