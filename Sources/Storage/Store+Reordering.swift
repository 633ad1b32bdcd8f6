public import AlmanacDeclarations
import Foundation
import GRDB

extension Store {
  /// An order of rows, made from the same order before a few rows moved.
  ///
  /// - Parameters:
  ///   - rows: The row numbers in order, before.
  ///   - moved: What moved since.
  ///   - texts: How texts compare.
  ///   - generation: When it is to hold.
  /// - Returns: Nothing where the store has moved on.
  ///   Cost: O(n + moved × log n), of which n is a copy.
  public func reorder(
    _ rows: [Int64], _ moved: MovedRows, _ terms: [SortTerm], filters: [Filter],
    by texts: TextOrder = .root, generation: Int64
  ) async throws(StoreError) -> [Int64]? {
    try await Self.guarded(file) {
      try await scans.read { [self] database in
        guard try Self.size(database).generation == generation else { return nil }
        let order = StoreOrder(dataset: dataset, columns: columns, terms: terms, by: texts).sql
        let staying = rows.filter { !moved.leaving.contains($0) }
        let arriving = try arriving(moved, order, filters, database)
        return try merged(arriving, into: staying, order, database)
      }
    }
  }

  /// The rows that came and meet the filters, in order.
  private func arriving(
    _ moved: MovedRows, _ order: String, _ filters: [Filter], _ database: Database
  ) throws -> [Int64] {
    let condition = StoreCondition(dataset: dataset, columns: columns, filters: filters)
    let list = moved.arriving.map(String.init).joined(separator: ", ")
    return try Int64.fetchAll(
      database,
      sql: """
        SELECT \(columns.row) FROM record WHERE \(columns.row) IN (\(list)) AND \(condition.sql)
        ORDER BY \(order)
        """, arguments: condition.arguments)
  }

  /// Puts rows in order into others in the same order; the database compares two at a time.
  private func merged(
    _ arriving: [Int64], into staying: [Int64], _ order: String, _ database: Database
  ) throws -> [Int64] {
    let first = try database.makeStatement(
      sql: "SELECT \(columns.row) FROM record WHERE \(columns.row) IN (?, ?) ORDER BY \(order)")
    var merged: [Int64] = []
    merged.reserveCapacity(staying.count + arriving.count)
    var start = 0
    for row in arriving {
      var (low, high) = (start, staying.count)
      while low < high {
        let middle = (low + high) / 2
        let lower = try Int64.fetchOne(first, arguments: [row, staying[middle]])
        if lower == row { high = middle } else { low = middle + 1 }
      }
      merged.append(contentsOf: staying[start..<low])
      merged.append(row)
      start = low
    }
    merged.append(contentsOf: staying[start...])
    return merged
  }
}
