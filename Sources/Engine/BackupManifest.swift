import AlmanacStorage
import Crypto
public import Foundation

/// What a backup holds, so that it can be verified anywhere with common tools.
public struct BackupManifest: Sendable, Hashable, Codable {
  /// The form of this file.
  public var format = 1
  /// When the backup began.
  public var made: Date
  /// The schema of its files; a greater one than the program's own is refused.
  public var schema: Int
  /// The datasets.
  public var datasets: [Entry] = []
  /// The files that belong to no dataset; nothing in backups of earlier programs.
  public var files: [Kept]?

  /// A dataset of a backup.
  public struct Entry: Sendable, Hashable, Codable {
    /// The dataset's id.
    public var dataset: String
    /// The file's name within the folder.
    public var file: String
    /// The generation that it is of.
    public var generation: Int64
    /// How many records it has.
    public var count: Int
    /// The file's size.
    public var bytes: Int
    /// The file's SHA-256 in hexadecimal, as `sha256sum` prints it.
    public var sha256: String
  }

  /// A file that belongs to no dataset: subscriptions, or the key to tell them with.
  public struct Kept: Sendable, Hashable, Codable {
    /// The file's name within the folder.
    public var file: String
    /// How many subscriptions it has; 1 for the key.
    public var count: Int
    /// The file's size.
    public var bytes: Int
    /// The file's SHA-256 in hexadecimal.
    public var sha256: String
  }

  /// The file's name.
  static let name = "manifest.json"

  init(made: Date, schema: Int) {
    self.made = made
    self.schema = schema
  }

  /// Reads the manifest of a backup.
  init(folder: URL) throws {
    let path = folder.appending(path: Self.name)
    struct Head: Decodable {
      let format: Int
      let schema: Int
    }
    do {
      let data = try Data(contentsOf: path)
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard head.format <= 1, head.schema <= Store.schemaVersion else {
        throw BackupError.newer(folder.path)
      }
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      self = try decoder.decode(BackupManifest.self, from: data)
    } catch let error as BackupError { throw error } catch is DecodingError {
      throw BackupError.none(folder.path, "its \(Self.name) cannot be read.")
    } catch {
      throw BackupError.none(folder.path, error.localizedDescription)
    }
  }

  func write(to folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try Disk.write(
      try encoder.encode(self), to: folder.appending(path: Self.name).path, mode: 0o644)
  }

  /// The datasets of these ids; all when there are none.
  func entries(_ ids: [String]) throws -> [Entry] {
    let known = datasets.map(\.dataset) + (files.map { _ in [LibraryFiles.name] } ?? [])
    for id in ids where !known.contains(id) { throw BackupError.unknown(id, known: known) }
    return datasets.filter { ids.isEmpty || ids.contains($0.dataset) }
  }

  /// The files besides the datasets, when they or everything is meant.
  func kept(_ ids: [String]) -> [Kept] {
    ids.isEmpty || ids.contains(LibraryFiles.name) ? files ?? [] : []
  }
}

extension BackupManifest.Entry {
  init(_ dataset: String, _ file: URL, _ copy: Store.BackedUp) throws {
    self.dataset = dataset
    self.file = file.lastPathComponent
    generation = copy.generation
    count = copy.count
    (bytes, sha256) = try Self.digest(of: file)
  }

  /// Proves that the file is the one that was backed up, healthy, and not a newer Almanac's.
  func verify(in folder: URL) throws {
    let path = folder.appending(path: file)
    guard file == "\(dataset).sqlite", !file.contains("/") else {
      throw BackupError.altered(path.path)
    }
    guard FileManager.default.fileExists(atPath: path.path),
      try Self.digest(of: path) == (bytes, sha256)
    else { throw BackupError.altered(path.path) }
    let found = try sound(path)
    guard found.count == count else { throw BackupError.altered(path.path) }
  }

  private func sound(_ path: URL) throws -> Store.BackedUp {
    do { return try Store.verify(path) } catch let error where error.kind == .damaged {
      throw BackupError.damaged(path.path, error.cause)
    }
  }

  static func digest(of file: URL) throws -> (Int, String) {
    let handle = try FileHandle(forReadingFrom: file)
    defer { handle.closeFile() }
    var (digest, length) = (SHA256(), 0)
    while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
      digest.update(data: chunk)
      length += chunk.count
    }
    return (length, Fingerprint.hex(digest.finalize()))
  }
}

/// The folder of a backup: it has another name until it is whole.
enum BackupFolder {
  /// Makes the folder that becomes the backup.
  static func begin(_ folder: URL) throws -> URL {
    let files = FileManager.default
    if files.fileExists(atPath: folder.path) {
      let isEmpty = (try? files.contentsOfDirectory(atPath: folder.path))?.isEmpty ?? false
      guard isEmpty else { throw BackupError.exists(folder.path) }  // nor is a file a new folder
    }
    let name = ".\(folder.lastPathComponent).unfinished-\(UUID().uuidString.prefix(8))"
    let part = folder.deletingLastPathComponent().appending(path: name)
    do {
      try Disk.makeFolder(part.path)
    } catch {
      throw BackupError.unwritable(folder.path, error.localizedDescription)
    }
    return part
  }

  /// Makes all files durable, then gives the folder its name in one step.
  static func end(_ part: URL, as folder: URL, _ manifest: BackupManifest) throws {
    try manifest.write(to: part)
    for file in try FileManager.default.contentsOfDirectory(atPath: part.path) {
      try Disk.synchronize(part.appending(path: file).path)
    }
    try Disk.synchronize(part.path)
    do { try Disk.rename(part.path, to: folder.path) } catch let error as POSIXError {
      if [.EEXIST, .ENOTEMPTY, .ENOTDIR].contains(error.code) {
        throw BackupError.exists(folder.path)
      }
      throw BackupError.unwritable(folder.path, error.localizedDescription)
    }
    try Disk.synchronize(folder.deletingLastPathComponent().path)
  }
}
