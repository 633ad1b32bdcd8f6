import AlmanacDeclarations
import struct AlmanacDeclarations.Record
import GRDB

/// Writes a group of a stream's records: inserts many at a time, and revises those that were there.
///
/// Nothing is read before it is written. Cost: O(group × log n).
struct GroupWriter {
  let columns: StoredColumns
  /// The column that tells versions of a record apart, quoted.
  let revision: String?
  let database: Database
  private(set) var counts = UpsertCounts()
  /// The statements that insert, by the number of their rows: writing their texts takes longer than
  /// running them.
  private var insertions: [Int: Statement] = [:]

  /// The most rows of one statement; more are no faster.
  private static let most = 100
  /// The most parameters of one statement, below SQLite's limit of 32,766.
  private static let mostParameters = 30_000

  init(_ columns: StoredColumns, revision index: Int?, _ database: Database) {
    self.columns = columns
    self.database = database
    revision = index.map { columns.columns[$0].quoted[0] }
  }

  /// Writes records in order.
  mutating func write(_ records: [Record]) throws {
    var ids: Set<RecordID> = []
    let longest = max(1, min(Self.most, Self.mostParameters / (columns.values.count + 1)))
    var start = 0
    while start < records.count {
      ids.removeAll(keepingCapacity: true)
      var end = start
      while end < records.count, end - start < longest, ids.insert(records[end].id).inserted {
        end += 1
      }
      try writeOrRefuse(records[start..<end])
      start = end
    }
  }

  /// Writes records with different keys; where one is refused, the others are written all the same.
  private mutating func writeOrRefuse(_ records: ArraySlice<Record>) throws {
    let before = counts
    do {
      try write(records)
    } catch let error as DatabaseError where error.isRefusal {
      counts = before
      guard records.count == 1 else {
        for index in records.indices { try writeOrRefuse(records[index...index]) }
        return
      }
      counts.refused += 1
      counts.refusal = counts.refusal ?? "\(records[records.startIndex].id): \(error.message ?? "")"
    }
  }

  /// Writes records with different keys: where not all are new, each that is not is revised.
  private mutating func write(_ records: ArraySlice<Record>) throws {
    let inserted = try insert(records)
    counts.inserted += inserted
    guard inserted < records.count else { return }
    let replaced = try revise(records)
    counts.changed += replaced
    counts.older += records.count - inserted - replaced
  }

  /// Inserts the records that are new; returns how many they are.
  private mutating func insert(_ records: ArraySlice<Record>) throws -> Int {
    let statement = try insertions[records.count] ?? insertion(records.count)
    insertions[records.count] = statement
    try RowBinder(statement, columns).run(records)
    return database.changesCount
  }

  private func insertion(_ count: Int) throws -> Statement {
    let marks = "(?\(String(repeating: ", ?", count: columns.values.count)))"
    let rows = repeatElement(marks, count: count).joined(separator: ", ")
    return try database.cachedStatement(
      sql: "INSERT INTO record (\(columns.all)) VALUES \(rows) ON CONFLICT (id) DO NOTHING")
  }

  /// Replaces what is held unless it is the same or of a later revision; returns how many were.
  ///
  /// Those inserted just before are the same.
  private func revise(_ records: ArraySlice<Record>) throws -> Int {
    let sets = columns.values.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    let tests = columns.values.enumerated().map { "\($1) IS NOT ?\($0 + 2)" }
    let differs = tests.isEmpty ? "0" : tests.joined(separator: " OR ")
    let rule = revision.map { " AND (\($0) IS NULL OR \(mark(of: $0)) >= \($0))" } ?? ""
    let statement = try database.cachedStatement(
      sql: "UPDATE record SET \(sets) WHERE id = ?1\(rule) AND (\(differs))")
    let binder = RowBinder(statement, columns)
    var replaced = 0
    for record in records {
      try binder.run(record)
      replaced += database.changesCount
    }
    return replaced
  }

  private func mark(of column: String) -> String {
    "?\((columns.values.firstIndex(of: column) ?? 0) + 2)"
  }
}

extension DatabaseError {
  /// Whether the value is to blame, so that trying again would be in vain.
  fileprivate var isRefusal: Bool {
    [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
  }
}
