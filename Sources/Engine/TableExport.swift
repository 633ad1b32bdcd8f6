public import AlmanacDeclarations
import AlmanacStorage
public import Foundation

/// All rows of a query from one version, to be written in one format.
public struct TableExport: Sendable {
  /// The dataset.
  public let dataset: Dataset
  /// The format.
  public let format: ExportFormat
  /// The version that all of it belongs to.
  public let version: String
  /// The moment at which it is made.
  public let date: Date
  /// Whom to thank for the rows.
  public let credit: Credit
  let snapshot: StoreSnapshot
  let selection: RowSelection

  /// Writes the export piece by piece and returns how many rows it holds.
  ///
  /// Not for SQLite, which is a file from the start. The pieces arrive on a thread of the
  /// database; while one is being taken, no further row is read.
  @discardableResult
  public func write(
    into sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> Int {
    let envelope = ExportEnvelope(self)
    switch format {
    case .csv:
      try sink(CSVBytes.header(of: dataset))
      return try await snapshot.write(selection, as: .csv, into: sink)
    case .ndjson: return try await snapshot.write(selection, as: .line, into: sink)
    case .json:
      return try await write(.element, envelope.beginning(of: "rows"), envelope, sink)
    case .geojson:
      let start = envelope.beginning(of: "features", type: "FeatureCollection")
      return try await write(.feature(dataset.place ?? 0), start, envelope, sink)
    case .sqlite: preconditionFailure("An SQLite export is a file")
    }
  }

  private func write(
    _ shape: RowShape, _ start: [UInt8], _ envelope: ExportEnvelope,
    _ sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> Int {
    try sink(start)
    let count = try await snapshot.write(selection, as: shape, into: sink)
    try sink(envelope.end(count: count))
    return count
  }
}

extension LiveTable {
  /// Begins to take rows away, as they are now.
  ///
  /// The rows come in the order of their keys where the query names no order. `offset` and
  /// `limit` do not apply: an export holds every row that matches.
  public func export(
    _ query: TableQuery, as format: ExportFormat, at date: Date
  ) async throws -> TableExport {
    var selection = RowSelection(
      sort: query.sort, by: try textOrder(of: query), filters: query.filters)
    if let words = query.search {
      selection.search = rowSearch(words, atMost: try await worstTier(of: words))
    }
    let snapshot = try store.snapshot()
    return TableExport(
      dataset: dataset, format: format, version: version(snapshot.generation), date: date,
      credit: snapshot.state.credit(of: dataset), snapshot: snapshot, selection: selection)
  }
}

extension SyncState {
  /// Whom to thank for what a store of this state holds.
  func credit(of dataset: Dataset) -> Credit {
    if origin == .snapshot, let snapshot = dataset.snapshot { return snapshot.credit }
    return giver?.credit ?? dataset.credit
  }
}
