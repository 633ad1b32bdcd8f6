public import Foundation
import GRDB

extension Store {
  /// What a copy of the file holds.
  public struct BackedUp: Sendable, Hashable {
    /// The generation that the copy is of.
    public var generation: Int64
    /// How many records it has.
    public var count: Int
  }

  /// Copies the whole database as it is at one moment into a new file, while writes go on.
  ///
  /// The copy is one plain file without a log beside it; it opens anywhere, also from a read-only
  /// disk. It is not yet durable: who needs that synchronizes the file.
  ///
  /// Cost: O(bytes), off the caller's thread; the log cannot shrink meanwhile.
  /// - Parameters:
  ///   - copy: A file that does not exist yet; what a failure leaves of it is removed.
  ///   - progress: Told the share that is done, 0...1, now and then.
  public func backup(
    to copy: URL, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(StoreError) -> BackedUp {
    guard !FileManager.default.fileExists(atPath: copy.path) else {
      throw StoreError(kind: .failed, file: copy.path, cause: "there is such a file already")
    }
    do {
      return try await scans.read { source in
        let size = try Self.size(source)  // begins the transaction that all pages are read in
        try Self.write(source, to: copy, progress)
        return BackedUp(generation: size.generation, count: size.count)
      }
    } catch {
      // The first error counts; a file that cannot be removed either is as useless as none.
      do { try Disk.remove(copy.path) } catch {}
      throw Self.told(error, Self.isFull(error) ? copy : file)
    }
  }

  /// Makes sure that a copy of this file is sound, for damage is copied like all else.
  ///
  /// Cost: O(bytes), on the caller's thread.
  /// - Throws: `StoreError` that tells of this file, which is then examined at the next start.
  public func holdSound(_ copy: URL) throws(StoreError) {
    do { _ = try Self.verify(copy) } catch {
      guard error.kind == .damaged else { throw error }
      Self.suspect(file)
      throw StoreError(kind: .damaged, file: file.path, cause: error.cause)
    }
  }

  /// Checks every page of a file that is no store's own, such as a backup.
  ///
  /// Cost: O(bytes), on the caller's thread.
  /// - Throws: `StoreError` when it is damaged or newer.
  public static func verify(_ file: URL) throws(StoreError) -> BackedUp {
    try guarded(file) {
      try refuseNewer(file)
      let queue = try DatabaseQueue(path: file.path, configuration: StoreExamination.reading)
      let (line, size) = try queue.read { database in
        (try String.fetchOne(database, sql: "PRAGMA integrity_check(1)"), try Self.size(database))
      }
      try queue.close()
      guard line == "ok" else {
        throw StoreError(kind: .damaged, file: file.path, cause: line ?? "no answer")
      }
      return BackedUp(generation: size.generation, count: size.count)
    }
  }

  /// How many changes the tables have been through: a file of a greater number is a newer
  /// Almanac's.
  public static var schemaVersion: Int { StoreSchema.migrator.migrations.count }

  /// How many pages are copied between two words of progress: 16 MB.
  private static let pagesPerStep: CInt = 4096

  private static func write(
    _ source: Database, to copy: URL, _ progress: @escaping (Double) -> Void
  ) throws {
    let queue = try DatabaseQueue(path: copy.path)
    try queue.writeWithoutTransaction { target in
      try source.backup(to: target, pagesPerStep: pagesPerStep) { step in
        try Task.checkCancellation()
        progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
      }
      try target.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try queue.close()
  }

  private static func isFull(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_FULL
  }
}
