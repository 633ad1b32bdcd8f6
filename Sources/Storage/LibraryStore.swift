public import Foundation
import GRDB

/// What a library remembers besides its datasets, in `library.sqlite`: who wants to be told what.
///
/// The file is for its owner's eyes only, since it holds the addresses of people's browsers.
public final class LibraryStore: Sendable {
  /// The file.
  public let file: URL
  /// Every read and write is awaited, one after another.
  private let queue: DatabaseQueue

  /// Opens the file, or makes it.
  ///
  /// - Throws: `StoreError` when it is damaged, newer, or cannot be written.
  public init(file: URL) throws(StoreError) {
    self.file = file
    queue = try Store.guarded(file) {
      try Self.refuseNewer(file)
      if !FileManager.default.fileExists(atPath: file.path) {
        _ = FileManager.default.createFile(
          atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      let queue = try DatabaseQueue(path: file.path, configuration: Self.configuration)
      try Self.migrator.migrate(queue)
      return queue
    }
  }

  /// How many changes the tables have been through.
  public static var schemaVersion: Int { migrator.migrations.count }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return configuration
  }

  static func refuseNewer(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    var configuration = Self.configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    let isNewer = try queue.read(migrator.hasBeenSuperseded)
    try queue.close()
    if isNewer { throw StoreError(kind: .newerSchema, file: file.path, cause: "") }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("A library remembers who wants to be told what") { database in
      try database.execute(sql: tables)
    }
    return migrator
  }

  /// Notes again which changes the tables have been through, where that was lost.
  static func noteMigrations(_ database: Database) throws {
    for name in migrator.migrations.prefix(1) {
      try LostMigrations.note(name, ifThereIs: "subscription", database)
    }
  }

  private static let tables = """
    CREATE TABLE subscription (
      id TEXT PRIMARY KEY,
      endpoint TEXT, p256dh TEXT, auth TEXT,
      dataset TEXT NOT NULL, record TEXT, query TEXT,
      language TEXT NOT NULL, made REAL NOT NULL, seen INTEGER NOT NULL,
      delivered REAL,
      failures INTEGER NOT NULL CHECK (failures >= 0),
      trouble TEXT, trouble_since REAL, not_before REAL,
      ended REAL,
      CHECK (record IS NULL OR query IS NULL),
      CHECK ((endpoint IS NULL) = (ended IS NOT NULL)),
      CHECK ((endpoint IS NULL) = (p256dh IS NULL) AND (endpoint IS NULL) = (auth IS NULL)),
      CHECK ((trouble IS NULL) = (trouble_since IS NULL)),
      CHECK ((trouble IS NULL) = (not_before IS NULL))
    ) STRICT;
    CREATE INDEX subscription_of_endpoint ON subscription (endpoint) WHERE endpoint IS NOT NULL;
    """

  func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StoreError) -> T {
    try await Store.guarded(file) { [queue] in try await queue.read(body) }
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StoreError) -> T {
    try await Store.guarded(file) { [queue] in try await queue.write(body) }
  }
}
