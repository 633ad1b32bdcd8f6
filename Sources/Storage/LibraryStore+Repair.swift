public import Foundation
import GRDB

extension LibraryStore {
  /// Opens the file as its owner, or makes it; a damaged one is set aside, never deleted, and what
  /// can still be read of it is kept.
  ///
  /// - Returns: The store, and what happened in words where the file was damaged.
  /// - Throws: `StoreError` when the file is newer, or the folder cannot be written.
  public static func repairing(
    _ file: URL, at now: Date
  ) throws(StoreError) -> (store: LibraryStore, repair: String?) {
    try Store.guarded(file) {
      let repair = StoreRepair(file: file, now: now)
      let earlier = try repair.finish()
      try rollBack(file)
      if let finding = try finding(file) { return try repair.repairLibrary(finding) }
      do {
        let store = try LibraryStore(file: file)
        try Disk.remove(StoreExamination.mark(of: file))
        return (store, earlier)
      } catch let error as StoreError where error.kind == .damaged {
        return try repair.repairLibrary("was damaged (\(error.cause))")
      }
    }
  }

  /// What is wrong with the file; of an empty one nothing, since it was all but made.
  private static func finding(_ file: URL) throws -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
    guard size != 0 else { return nil }
    return try StoreExamination(file: file).finding()
  }

  /// Lets SQLite take back what a killed writer left half written, before the file is looked at.
  private static func rollBack(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path + "-journal") else { return }
    do {
      let queue = try DatabaseQueue(path: file.path)
      _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
      try queue.close()
    } catch let error as DatabaseError where error.isDamage {}  // the examination tells
  }
}

extension StoreRepair {
  /// Sets a library's damaged file aside and puts what can be read of it in its place.
  fileprivate func repairLibrary(
    _ finding: String
  ) throws -> (store: LibraryStore, repair: String?) {
    let aside = freeName("damaged")
    let name = URL(filePath: aside).lastPathComponent
    let words: String
    if let count = try salvageLibrary() {
      words = "\(finding); \(count) subscriptions could be read; the old file is kept as \(name)"
    } else {
      try beginLibrary()
      words = """
        \(finding) and could not be read; who wants notifications asks for them again; the old \
        file is kept as \(name)
        """
    }
    try putInPlace(aside, telling: words)
    try clear()
    return (try LibraryStore(file: file), words)
  }

  /// Makes a new file without subscriptions.
  private func beginLibrary() throws {
    try clear()
    _ = try LibraryStore(file: URL(filePath: unfinished))
  }

  /// Copies the subscriptions that can be read into a new file; nothing where there are none.
  private func salvageLibrary() throws -> Int? {
    _ = FileManager.default.createFile(
      atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600])
    do {
      let target = URL(filePath: unfinished)
      let count = try StoreSalvage(damaged: readable(), target: target).run { database in
        try LibraryStore.noteMigrations(database)
        return try LibraryStore.subscriptions(in: database)
      }
      guard let count, count > 0 else { return nil }
      _ = try LibraryStore(file: target)
      return count
    } catch let error where error is DatabaseError || error is StoreError {
      return nil  // what was read makes no library: better none than a wrong one
    }
  }
}
