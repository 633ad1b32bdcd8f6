public import AlmanacDeclarations
public import Foundation
import GRDB

/// One dataset's copy in one SQLite file: its records, what syncs did, and the upstream's state.
///
/// Readers see the copy before or after a write, never half of one. The API takes values, never
/// SQL, so that another database can take its place. The file is a documented public format: see
/// `Notes/store-file.md`.
public final class Store: Sendable {
  /// The dataset as it is declared.
  public let dataset: Dataset
  /// The file.
  public let file: URL
  /// For writes, and for short reads that hold the caller's thread.
  let pool: DatabasePool
  /// For long reads that are awaited.
  ///
  /// A pool of its own: an awaited read keeps its connection while it waits for a thread, so short
  /// reads that wait for a connection on every thread would never let it go on.
  let scans: DatabasePool
  let columns: StoredColumns
  let keys: JSONKeys
  /// Whether records were there already and got columns for new fields when the file was opened.
  public let hasNewFields: Bool

  /// Opens a dataset's file, or makes it; brings its tables up to date.
  ///
  /// - Parameter now: When something wrong in the file is found.
  /// - Throws: `StoreError` when the file is damaged, newer, or cannot be written.
  public init(file: URL, dataset: Dataset, at now: Date = Date()) throws(StoreError) {
    self.file = file
    self.dataset = dataset
    keys = JSONKeys(dataset)
    (pool, (columns, hasNewFields), scans) = try Self.guarded(file) {
      try Self.refuseNewer(file)
      let pool = try DatabasePool(path: file.path, configuration: Self.configuration)
      try StoreSchema.migrator.migrate(pool)
      let prepared = try pool.write { database in
        let before = try StoreSchema.columnCount(database)
        let columns = try StoreSchema(dataset: dataset).prepareRecords(database)
        let after = try StoreSchema.columnCount(database)
        try StoredState(now: now).mend(database)
        return (columns, before > 0 && before < after)
      }
      return (pool, prepared, try Self.scanner(file))
    }
  }

  /// Opens a dataset's file for reading beside the process that owns it.
  ///
  /// - Throws: `StoreError` when there is no such file, or it is damaged or newer.
  public init(readOnly file: URL, dataset: Dataset) throws(StoreError) {
    self.file = file
    self.dataset = dataset
    keys = JSONKeys(dataset)
    hasNewFields = false
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw StoreError(kind: .missing, file: file.path, cause: "")
    }
    (pool, columns, scans) = try Self.guarded(file) {
      try Self.refuseNewer(file)
      let pool = try Self.reader(file)
      let columns = try pool.read { try StoreSchema(dataset: dataset).existingRecords($0) }
      return (pool, columns, try Self.scanner(file))
    }
  }

  deinit {
    // The writer must be the last to close: only then does SQLite put its log away. A pool that
    // cannot close now closes when it is let go of.
    do { try scans.close() } catch {}
  }

  private static func reader(_ file: URL) throws -> DatabasePool {
    var configuration = Self.configuration
    configuration.readonly = true
    return try DatabasePool(path: file.path, configuration: configuration)
  }

  /// A pool for long reads: they pass over the whole file once, and do not map it, so that what they
  /// passed over does not stay in this process's memory.
  private static func scanner(_ file: URL) throws -> DatabasePool {
    var configuration = Self.configuration
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA mmap_size = 0") }
    return try DatabasePool(path: file.path, configuration: configuration)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.maximumReaderCount = 4
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      // Readers map the file; a writer that did would count it as its own memory during a sync.
      let mapped = database.configuration.readonly ? 268_435_456 : 0
      try database.execute(sql: "PRAGMA mmap_size = \(mapped)")
      try database.execute(sql: "PRAGMA cache_size = -8000")
      // A log that grew while a long read held it gives its room back.
      try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
      try database.execute(sql: "PRAGMA temp.cache_size = -16000")
      for function in SortKeyFunction.make() { database.add(function: function) }
    }
    return configuration
  }

  /// Looks at the file through a connection that cannot write, since opening a pool already writes.
  static func refuseNewer(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    let isNewer = try queue.read(StoreSchema.migrator.hasBeenSuperseded)
    try queue.close()
    guard isNewer else { return }
    throw StoreError(kind: .newerSchema, file: file.path, cause: "")
  }

  /// Runs a body and tells its errors as a `StoreError`.
  static func guarded<T>(_ file: URL, _ body: () throws -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw told(error, file) }
  }

  /// Runs an asynchronous body and tells its errors as a `StoreError`.
  static func guarded<T>(_ file: URL, _ body: () async throws -> T) async throws(StoreError) -> T {
    do { return try await body() } catch { throw told(error, file) }
  }

  static func told(_ error: any Error, _ file: URL) -> StoreError {
    if let error = error as? StoreError { return error }
    if let error = error as? POSIXError { return told(error, file) }
    guard let error = error as? DatabaseError else {
      return StoreError(kind: .failed, file: file.path, cause: "\(error)")
    }
    if error.isDamage { suspect(file) }
    let free = DiskSpace.free(at: file)
    if error.resultCode == .SQLITE_FULL || (error.isAboutSpace && free < DiskSpace.little) {
      return StoreError(kind: .diskFull, file: file.path, cause: DiskSpace.told(free))
    }
    let cause = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    return StoreError(kind: error.isDamage ? .damaged : .failed, file: file.path, cause: cause)
  }

  /// What a step on files met.
  private static func told(_ error: POSIXError, _ file: URL) -> StoreError {
    guard error.code == .ENOSPC else {
      return StoreError(kind: .failed, file: file.path, cause: error.localizedDescription)
    }
    let free = DiskSpace.told(DiskSpace.free(at: file))
    return StoreError(kind: .diskFull, file: file.path, cause: free)
  }

  /// Notes that damage was met, so that the owner's next start looks at every page.
  static func suspect(_ file: URL) {
    let mark = StoreExamination.mark(of: file)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    // Who may not write the note is no owner, and the damage is told all the same.
    _ = FileManager.default.createFile(atPath: mark, contents: Data())
  }

  /// Since when the file is known to be damaged; nothing while no damage was met.
  ///
  /// Cost: O(1), a look at the folder.
  public var damagedSince: Date? {
    let mark = StoreExamination.mark(of: file)
    guard FileManager.default.fileExists(atPath: mark) else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: mark)
    return attributes?[.modificationDate] as? Date ?? .distantPast  // it was mended meanwhile
  }

  /// The size of the file and its log, in bytes.
  public var bytesOnDisk: Int64 {
    ["", "-wal"].reduce(0) { total, suffix in
      let path = file.path + suffix
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return total + ((attributes?[.size] as? Int64) ?? 0)  // a log that is not there has no size
    }
  }

  /// Closes the file; every later call fails.
  public func close() throws(StoreError) {
    try Self.guarded(file) {
      try scans.close()
      try pool.close()
    }
  }
}
