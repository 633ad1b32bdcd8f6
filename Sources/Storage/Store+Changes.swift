public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import GRDB

/// A record that is gone from the source, as it was last known.
public struct DeletedRecord: Sendable, Hashable {
  /// The record before it went.
  public var record: Record
  /// The same as a JSON object.
  public var json: [UInt8]
  /// When the sync ended that found it gone, in seconds since 1970.
  public var since: Double
  /// The number of that sync.
  public var sync: Int64
}

/// How often a record changed, as far as the log goes back.
public struct RecordHistory: Sendable, Hashable {
  /// The number of its changes.
  public var count: Int
  /// When the sync of the last one ended, in seconds since 1970.
  public var last: Double
}

extension Store {
  /// A page of the log of changes, newest first.
  ///
  /// Cost: O(limit × log n), whatever is asked for: each condition is met by an index, and pages
  /// are reached by the sequence before them, not by counting.
  public func changes(_ query: ChangesQuery) throws(StoreError) -> ChangesWindow {
    try Self.guarded(file) {
      try pool.read { try ChangesReader(database: $0, store: self).page(query) }
    }
  }

  /// What is last known of a record that is gone; nothing where the record is there, was never
  /// there, or went longer ago than the log goes back.
  ///
  /// Cost: O(log n).
  public func deleted(_ id: RecordID) throws(StoreError) -> DeletedRecord? {
    try Self.guarded(file) {
      try pool.read { try ChangesReader(database: $0, store: self).deleted(id) }
    }
  }

  /// How often a record changed; nothing where the log knows of no change.
  ///
  /// Cost: O(changes of the record).
  public func history(of id: RecordID) throws(StoreError) -> RecordHistory? {
    try Self.guarded(file) {
      try pool.read { try ChangesReader(database: $0, store: self).history(of: id) }
    }
  }

  /// How often records changed and when they last did, of those that are known to have.
  ///
  /// Cost: O(log changes) for each record, besides its changes.
  public func histories(
    of ids: [RecordID]
  ) throws(StoreError) -> [RecordID: RecordHistory] {
    try Self.guarded(file) {
      try pool.read { database in
        let reader = ChangesReader(database: database, store: self)
        return try ids.reduce(into: [:]) { $0[$1] = try reader.history(of: $1) }
      }
    }
  }

  /// The newest syncs that changed records, newest first.
  ///
  /// Cost: O(limit).
  public func syncs(limit: Int) throws(StoreError) -> [SyncLine] {
    try Self.guarded(file) {
      try pool.read { database in
        try ChangesReader(database: database, store: self)
          .lines("ORDER BY number DESC LIMIT ?", [limit])
      }
    }
  }

  /// The newest sync that changed records, and the oldest that is on record.
  ///
  /// Cost: O(1).
  public func syncEnds() throws(StoreError) -> (newest: SyncLine, oldest: SyncLine)? {
    try Self.guarded(file) {
      try pool.read { database in
        let reader = ChangesReader(database: database, store: self)
        guard let newest = try reader.lines("ORDER BY number DESC LIMIT 1").first,
          let oldest = try reader.lines("ORDER BY number LIMIT 1").first
        else { return nil }
        return (newest, oldest)
      }
    }
  }
}

/// Reads the log of changes within one transaction.
struct ChangesReader {
  let database: Database
  let store: Store

  private var columns: StoredColumns { store.columns }

  func page(_ query: ChangesQuery) throws -> ChangesWindow {
    let condition = ChangesCondition(query)
    let rows = try Row.fetchAll(
      database, sql: condition.select, arguments: condition.arguments + [query.limit + 1])
    let changes = try rows.prefix(query.limit).map(change)
    let next = rows.count > query.limit ? changes.last?.sequence : nil
    let following = rows.count > query.limit ? rows[query.limit].integer(1) : nil
    let syncs = try lines(of: changes, before: following, query)
    return ChangesWindow(syncs: syncs, changes: changes, next: next)
  }

  private func change(_ row: Row) throws -> Change {
    let (sequence, text) = (row.integer(0), row.text(2))
    let id: RecordID = columns.isIntegerKey ? .integer(Int64(text) ?? 0) : .text(text)
    let kind = Change.Kind(rawValue: row.text(3)) ?? .changed
    return Change(
      sequence: sequence, sync: row.integer(1), id: id, kind: kind,
      old: kind == .inserted ? nil : try reader("old").record(row: sequence),
      new: kind == .deleted ? nil : try reader("new").record(row: sequence))
  }

  /// Reads a side of a change as if it were a row of records.
  private func reader(_ side: String) throws -> RowReader {
    let values = columns.values.map {
      "json_extract(\(side), '$.\($0.replacing("\"", with: ""))')"
    }
    let statement = try database.cachedStatement(
      sql: "SELECT id, \(values.joined(separator: ", ")) FROM change WHERE sequence = ?")
    return RowReader(statement, columns)
  }

  /// The lines of the changes' syncs, and of those between them that logged no change.
  private func lines(
    of changes: [Change], before following: Int64?, _ query: ChangesQuery
  ) throws -> [SyncLine] {
    if let sync = query.sync { return try lines("WHERE number = ?", [sync]) }
    let own = Set(changes.map(\.sync))
    guard !query.isFiltered else {
      return try own.sorted(by: >).flatMap { try lines("WHERE number = ?", [$0]) }
    }
    let newest = query.before == nil ? Int64.max : changes.first?.sync ?? Int64.max
    let next = following.map { $0 == .max ? $0 : $0 + 1 }
    let oldest: Int64 = next.map { min($0, changes.last?.sync ?? $0) } ?? 0
    return try lines("WHERE number BETWEEN ? AND ? ORDER BY number DESC", [oldest, newest])
  }

  func lines(_ condition: String, _ arguments: StatementArguments = []) throws -> [SyncLine] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number, kind, ended, inserted, changed, deleted, total FROM sync \(condition)
        """, arguments: arguments)
    return rows.map { row in
      SyncLine(
        number: row.integer(0), kind: SyncLine.Kind(rawValue: row.text(1)) ?? .full,
        ended: row.seconds(2), inserted: row.count(3), changed: row.count(4),
        deleted: row.count(5), total: row.count(6))
    }
  }

  func deleted(_ id: RecordID) throws -> DeletedRecord? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT c.sequence, c.sync, s.ended FROM change c JOIN sync s ON s.number = c.sync
        WHERE c.id = ? AND c.kind = 'deleted'
        AND NOT EXISTS (SELECT 1 FROM record r WHERE r.id = ?)
        ORDER BY c.sequence DESC LIMIT 1
        """,
      arguments: [id.description, Store.databaseValue(id)])
    guard let row else { return nil }
    let (sequence, reader) = (row.integer(0), try reader("old"))
    guard let record = try reader.record(row: sequence) else { return nil }
    var json: [UInt8] = []
    _ = try reader.appendJSON(row: sequence, keys: store.keys, to: &json)
    return DeletedRecord(
      record: record, json: json, since: row.seconds(2), sync: row.integer(1))
  }

  func history(of id: RecordID) throws -> RecordHistory? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT (SELECT count(*) FROM change WHERE id = ?1), s.ended
        FROM change c JOIN sync s ON s.number = c.sync
        WHERE c.id = ?1 ORDER BY c.sequence DESC LIMIT 1
        """)
    let row = try Row.fetchOne(statement, arguments: [id.description])
    return row.map { RecordHistory(count: $0.count(0), last: $0.seconds(1)) }
  }
}

/// Which changes are asked for, as one statement that uses one index.
struct ChangesCondition {
  private var parts: [String] = []
  private(set) var arguments = StatementArguments()

  init(_ query: ChangesQuery) {
    if let id = query.id { add("id = ?", id.description) }
    if let kind = query.kind {
      // A record's own changes are fewer than those of a kind: the plus keeps that index away.
      add(query.id == nil ? "kind = ?" : "+kind = ?", kind.rawValue)
    }
    if let sync = query.sync {
      // All changes of a sync stand side by side, so a range finds them in any index.
      add("sequence >= (SELECT min(sequence) FROM change WHERE sync = ?)", sync)
      add("sequence <= (SELECT max(sequence) FROM change WHERE sync = ?)", sync)
    }
    if let before = query.before { add("sequence < ?", before) }
  }

  private mutating func add(_ part: String, _ argument: any DatabaseValueConvertible) {
    parts.append(part)
    arguments += [argument]
  }

  /// The statement; its last argument is how many rows at most.
  var select: String {
    let condition = parts.isEmpty ? "" : "WHERE \(parts.joined(separator: " AND ")) "
    return "SELECT sequence, sync, id, kind FROM change \(condition)ORDER BY sequence DESC LIMIT ?"
  }
}
