public import AlmanacDeclarations
import GRDB
import GRDBSQLite

/// A row that has a place.
public struct PlacedRow: Sendable, Hashable {
  /// The row number.
  public var row: Int64
  /// The record's key.
  public var id: RecordID
  /// Its place.
  public var point: Point
}

extension Store {
  /// Every row whose value of a point field is known, in the order of row numbers.
  ///
  /// Cost: O(n), off the caller's thread.
  public func placedRows(of field: Int) async throws(StoreError) -> Seen<[PlacedRow]> {
    try await Self.guarded(file) {
      try await scans.read { [self] database in
        let rows = try placedRows(columns.columns[field], database)
        let size = try Self.size(database)
        return Seen(generation: size.generation, total: size.count, rows: rows)
      }
    }
  }

  private func placedRows(_ column: StoredColumn, _ database: Database) throws -> [PlacedRow] {
    let part = StoredColumns(columns: [column], isIntegerKey: columns.isIntegerKey)
    let names = ["id"] + column.quoted + ["NULL", columns.row]
    let statement = try database.makeStatement(
      sql: """
        SELECT \(names.joined(separator: ", ")) FROM record
        WHERE \(column.quoted[0]) IS NOT NULL ORDER BY \(columns.row)
        """)
    let reader = RowReader(statement, part)
    let last = Int32(names.count - 1)
    var rows: [PlacedRow] = []
    while try reader.step() {
      let record = try reader.record()
      guard case .point(let point)? = record.values.first else { continue }
      let row = sqlite3_column_int64(reader.handle, last)
      rows.append(PlacedRow(row: row, id: record.id, point: point))
    }
    return rows
  }
}
