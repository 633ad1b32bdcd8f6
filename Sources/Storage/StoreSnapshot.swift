public import AlmanacDeclarations
public import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A store as it was at one moment, for reads that take long: writes go on, and are not seen.
///
/// While it lives, SQLite cannot put its log away, which grows with every write. So it is read once,
/// as fast as that goes, and lets go of the database when it has been read.
public final class StoreSnapshot: Sendable {
  /// The dataset.
  public let dataset: Dataset
  /// The generation that is seen.
  public let generation: Int64
  /// The number of records that are seen.
  public let count: Int
  /// What is remembered about the upstream.
  public let state: SyncState
  /// The store's file.
  public var file: URL { store.file }
  let store: Store
  private let snapshot: Mutex<DatabaseSnapshot?>

  /// Whether it has not been read to its end yet, and so holds SQLite's log.
  var isOpen: Bool { snapshot.withLock { $0 != nil } }

  init(_ store: Store) throws(StoreError) {
    self.store = store
    dataset = store.dataset
    let (snapshot, size, state) = try Store.guarded(store.file) {
      let snapshot = try store.scans.makeSnapshot()
      return try snapshot.read { database in
        // Every row is read once, so few pages are worth keeping.
        try database.execute(sql: "PRAGMA mmap_size = 0; PRAGMA cache_size = -2000")
        return (snapshot, try Store.size(database), try Store.state(database))
      }
    }
    self.snapshot = Mutex(snapshot)
    self.state = state
    (generation, count) = size
  }

  /// Writes the selected rows in a shape, in pieces of about 64 kB.
  ///
  /// Once only. Holds one piece in memory. An order other than that of the keys is sorted by SQLite, which
  /// moves to temporary files what is more than a few megabytes.
  ///
  /// - Returns: How many rows were written.
  public func write(
    _ selection: RowSelection, as shape: RowShape,
    into sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> Int {
    try await read { database in
      var writer = RowWriter(shape: shape, keys: self.store.keys, sink: sink)
      try self.forEachRow(selection, database) { try writer.write($0) }
      return try writer.finish()
    }
  }

  /// Reads in the snapshot, then lets go of it; tells SQLite's errors as a `StoreError` and passes
  /// on others.
  func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
    guard let open = snapshot.withLock({ $0 }) else {
      throw StoreError(kind: .failed, file: file.path, cause: "this snapshot was read already")
    }
    defer { snapshot.withLock { $0 = nil } }
    do { return try await open.read(body) } catch let error as DatabaseError {
      throw Store.told(error, file)
    }
  }

  /// Goes through the selected rows.
  func forEachRow(
    _ selection: RowSelection, _ database: Database, _ body: (RowReader) throws -> Void
  ) throws {
    let columns = store.columns
    let condition = StoreCondition(
      dataset: dataset, columns: columns, filters: selection.filters)
    let order = StoreOrder(
      dataset: dataset, columns: columns, terms: selection.sort, by: selection.texts
    ).sql
    let statement = try database.makeStatement(
      sql: "SELECT \(columns.all) FROM record WHERE \(condition.sql) ORDER BY \(order)")
    try statement.setArguments(condition.arguments)
    let reader = RowReader(statement, columns)
    while try reader.step() {
      if let search = selection.search, try !reader.isFound(by: search) { continue }
      try body(reader)
    }
  }
}

extension Store {
  /// The store as it is now, for reads that take long.
  ///
  /// Cost: O(1); opens a connection.
  public func snapshot() throws(StoreError) -> StoreSnapshot { try StoreSnapshot(self) }
}

extension RowReader {
  /// Whether a search finds the current row.
  fileprivate func isFound(by search: RowSearch) throws -> Bool {
    let values = try search.fields.map { field in
      try value(columns.columns[field], at: Int32(1 + columns.position(of: field)))
    }
    return search.rank(values) != nil
  }
}

/// Gathers rows in a shape and hands them on in pieces.
private struct RowWriter {
  let shape: RowShape
  let keys: JSONKeys
  let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private var count = 0
  private static let piece = 65_536

  init(shape: RowShape, keys: JSONKeys, sink: @escaping ([UInt8]) throws -> Void) {
    self.shape = shape
    self.keys = keys
    self.sink = sink
    bytes.reserveCapacity(Self.piece + 4096)
  }

  mutating func write(_ row: RowReader) throws {
    switch shape {
    case .csv: row.appendCSV(to: &bytes)
    case .line:
      row.appendJSON(keys, to: &bytes)
      bytes.append(0x0A)
    case .element:
      beginElement()
      row.appendJSON(keys, to: &bytes)
    case .feature(let field):
      beginElement()
      row.appendFeature(keys, geometry: field, to: &bytes)
    }
    count += 1
    guard bytes.count >= Self.piece else { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func beginElement() {
    bytes.append(contentsOf: count == 0 ? [0x0A] : [0x2C, 0x0A])
  }

  mutating func finish() throws -> Int {
    if !bytes.isEmpty { try sink(bytes) }
    return count
  }
}
