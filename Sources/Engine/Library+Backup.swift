public import AlmanacDeclarations
import AlmanacStorage
public import Foundation

extension Library {
  /// Copies datasets into a new folder, each as it is at one moment, while syncs and streams go on.
  ///
  /// The folder appears under its name when it is whole and durable; until then, and after a
  /// failure, there is none.
  ///
  /// Subscriptions and the key to tell them with go along when no dataset is named, or `library` is.
  ///
  /// - Parameters:
  ///   - ids: The datasets; all of the library when there are none.
  ///   - progress: Told which dataset is being copied, and the share of it that is done.
  /// - Throws: `BackupError` when the folder is there already, or cannot be written.
  public func backUp(
    _ ids: [String] = [], to folder: URL,
    progress: @escaping @Sendable (String, Double) -> Void = { _, _ in }
  ) async throws -> BackupManifest {
    let part = try BackupFolder.begin(folder)
    do {
      var manifest = BackupManifest(made: now(), schema: Store.schemaVersion)
      for dataset in datasets where ids.isEmpty || ids.contains(dataset.id) {
        guard let table = table(dataset.id) else { continue }
        let file = part.appending(path: "\(dataset.id).sqlite")
        let copy = try await table.store.backup(to: file) { progress(dataset.id, $0) }
        try table.store.holdSound(file)
        manifest.datasets.append(try .init(dataset.id, file, copy))
      }
      if ids.isEmpty || ids.contains(LibraryFiles.name) {
        manifest.files = try LibraryFiles(folder: dataDirectory).copy(to: part)
      }
      try BackupFolder.end(part, as: folder, manifest)
      return manifest
    } catch {
      // The first error counts; what cannot be removed has a name that says what it is.
      do { try Disk.removeFolder(part.path) } catch {}
      throw error
    }
  }

  /// Puts datasets of a backup in the place of a data folder's, while no process owns that folder.
  ///
  /// Everything is verified before anything is replaced, and what is replaced is kept beside.
  ///
  /// - Returns: What was restored, and the name that each replaced file has now.
  /// - Throws: `LibraryError.owned` while a process owns the folder; `BackupError` or a store's error
  ///   when the backup is not whole or newer.
  public static func restore(
    _ ids: [String] = [], from backup: URL, to dataDirectory: URL, at now: Date = Date(),
    progress: (String) -> Void = { _ in }
  ) throws -> [Restored] {
    let lock = try claim(dataDirectory)
    return try withExtendedLifetime(lock) {
      let manifest = try BackupManifest(folder: backup)
      let entries = try manifest.entries(ids)
      for entry in entries {
        progress(entry.dataset)
        try entry.verify(in: backup)
      }
      let files = manifest.kept(ids)
      for file in files { try file.verify(in: backup) }
      return try putBack(entries, files, from: backup, to: dataDirectory, at: now)
    }
  }

  /// Puts all files in their places, or none where the process ends meanwhile.
  private static func putBack(
    _ entries: [BackupManifest.Entry], _ files: [BackupManifest.Kept], from backup: URL,
    to folder: URL, at now: Date
  ) throws -> [Restored] {
    var all = entries.map { ($0.file, Restored(dataset: $0.dataset, count: $0.count, kept: nil)) }
    all += files.map { ($0.file, Restored(dataset: $0.told, count: $0.count, kept: nil)) }
    let same = try Set(files.filter { try $0.isSame(in: backup, as: folder) }.map(\.file))
    let copies = all.map(\.0).filter { !same.contains($0) }.map { name in
      FileSwap.Copy(
        backup.appending(path: name), as: name, isPrivate: LibraryFiles.isPrivate(name))
    }
    let kept = try FileSwap.restore(copies, to: folder, at: now)
    return all.map { name, restored in
      Restored(dataset: restored.dataset, count: restored.count, kept: kept[name])
    }
  }
}

/// A dataset, or a file that belongs to none, that came back from a backup.
public struct Restored: Sendable, Hashable, Codable {
  /// The dataset's id; `library` for the subscriptions, `push.key` for the key to tell them with.
  public let dataset: String
  /// How many records, or subscriptions, it has now.
  public let count: Int
  /// The name of the file that was replaced, in the data folder; nothing when there was none.
  public let kept: String?
}

/// Why a backup cannot be made or used.
public enum BackupError: MessageError, Sendable, Hashable {
  /// There is something of this name already.
  case exists(String)
  /// The folder holds no backup.
  case none(String, String)
  /// A newer Almanac made it.
  case newer(String)
  /// It has no such dataset.
  case unknown(String, known: [String])
  /// A file is not as it was when the backup was made.
  case altered(String)
  /// A file was damaged already when the backup was made.
  case damaged(String, String)
  /// The folder cannot be written.
  case unwritable(String, String)

  /// What happened, and what next.
  public var message: Message {
    switch self {
    case .exists(let path):
      "\(path) is there already, and no backup is overwritten: name a new folder."
    case .none(let path, let why): "\(path) holds no backup: \(why)"
    case .newer(let path):
      "\(path) was made by a newer Almanac; nothing was restored. Use that one, or a newer."
    case .unknown(let id, let known):
      "The backup has no dataset \"\(id)\". It has: \(known.joined(separator: ", "))."
    case .altered(let path):
      "\(path) is not as it was when the backup was made; nothing was restored."
    case .damaged(let path, let why): "\(path) is damaged (\(why)); nothing was restored."
    case .unwritable(let path, let why): "The backup \(path) cannot be written: \(why)"
    }
  }
}
