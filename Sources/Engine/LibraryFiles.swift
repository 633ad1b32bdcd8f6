import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
import Foundation

/// The files of a data folder that belong to no dataset: who wants to be told what, and the key by
/// which push services know us.
struct LibraryFiles: Sendable {
  /// The data folder, or a backup.
  let folder: URL

  /// The name by which a backup and a restore call them.
  static let name = "library"
  /// The name of the file of subscriptions.
  static let subscriptionsName = "library.sqlite"
  /// The name of the file of the key.
  static let keyName = "push.key"

  /// Whether a file of this name is for its owner's eyes only.
  static func isPrivate(_ name: String) -> Bool { [subscriptionsName, keyName].contains(name) }

  var subscriptions: URL { folder.appending(path: Self.subscriptionsName) }
  var key: URL { folder.appending(path: Self.keyName) }

  /// Whether anybody ever wanted to be told.
  var areThere: Bool { [subscriptions, key].contains(where: Self.isThere) }

  private static func isThere(_ file: URL) -> Bool {
    FileManager.default.fileExists(atPath: file.path)
  }

  /// Refuses to go on without the key that subscriptions are bound to: another would end them all
  /// without a word.
  func missNoKey() throws(LostKey) {
    guard !Self.isThere(key), Self.isThere(subscriptions) else { return }
    do {
      if try LibraryStore.verify(subscriptions) == 0 { return }
    } catch {}  // a damaged file may still hold some
    throw LostKey(file: key.path)
  }

  /// Copies those that are there into a backup's folder, for their owner's eyes only.
  func copy(to part: URL) throws -> [BackupManifest.Kept] {
    let copies = LibraryFiles(folder: part)
    var kept: [BackupManifest.Kept] = []
    if Self.isThere(subscriptions) {
      let count = try LibraryStore.backup(subscriptions, to: copies.subscriptions)
      kept.append(try .init(copies.subscriptions, count: count))
    }
    if Self.isThere(key) {
      try Disk.copy(key.path, to: copies.key.path, mode: 0o600)
      kept.append(try .init(copies.key, count: 1))
    }
    return kept
  }
}

extension BackupManifest.Kept {
  init(_ file: URL, count: Int) throws {
    self.file = file.lastPathComponent
    self.count = count
    (bytes, sha256) = try BackupManifest.Entry.digest(of: file)
  }

  /// Proves that the file is the one that was backed up, healthy, and not a newer Almanac's.
  func verify(in backup: URL) throws {
    let path = backup.appending(path: file)
    guard FileManager.default.fileExists(atPath: path.path),
      try BackupManifest.Entry.digest(of: path) == (bytes, sha256)
    else { throw BackupError.altered(path.path) }
    switch file {
    case LibraryFiles.subscriptionsName:
      do { _ = try LibraryStore.verify(path) } catch let error where error.kind == .damaged {
        throw BackupError.damaged(path.path, error.cause)
      }
    case LibraryFiles.keyName: _ = try ServerKey.stored(in: path)
    default: throw BackupError.altered(path.path)
    }
  }

  /// What a restore calls the file.
  var told: String { file == LibraryFiles.subscriptionsName ? LibraryFiles.name : file }

  /// Whether the key in a data folder is the backup's already, so that none is replaced.
  func isSame(in backup: URL, as folder: URL) throws -> Bool {
    let place = folder.appending(path: file)
    guard file == LibraryFiles.keyName, FileManager.default.fileExists(atPath: place.path) else {
      return false
    }
    return try Data(contentsOf: backup.appending(path: file)) == Data(contentsOf: place)
  }
}

/// The key of notifications is gone, but not the subscriptions that are bound to it.
struct LostKey: MessageError {
  let file: String

  var message: Message {
    "The key of notifications \(file) is gone, and subscriptions are bound to it. Put it back from a "
      + "backup; or remove library.sqlite, and everybody who wants notifications asks for them again."
  }
}
