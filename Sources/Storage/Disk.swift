package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The steps on files of which a procedure is made that may be cut short at any of them.
///
/// Each is one call of the system. All that replaces, sets aside or removes files of a data folder
/// goes through here, so that a test can end it before every single step.
package enum Disk {
  /// A step, with the paths it works on.
  package enum Step: Sendable, Hashable {
    /// A file gets another name; what had that name is gone.
    case rename(String, to: String)
    /// A name is removed.
    case remove(String)
    /// A file or folder is made.
    case make(String)
    /// Bytes are written.
    case write(String)
    /// A file's bytes, or a folder's names, become durable.
    case synchronize(String)
  }

  /// Asked before each step whether it is to be done; a test throws to end the procedure there.
  @TaskLocal package static var watcher: (@Sendable (Step) throws -> Bool)?

  private static func isDue(_ step: Step) throws -> Bool { try watcher?(step) ?? true }

  /// Gives a file another name in one step; what had that name is replaced.
  package static func rename(_ path: String, to name: String) throws {
    guard try isDue(.rename(path, to: name)) else { return }
    guard Foundation.rename(path, name) == 0 else { throw failure() }
  }

  /// Removes a file; one that is gone already is as good.
  package static func remove(_ path: String) throws {
    guard exists(path), try isDue(.remove(path)) else { return }
    guard unlink(path) == 0 || errno == ENOENT else { throw failure() }
  }

  /// Removes a folder with all that is in it.
  package static func removeFolder(_ path: String) throws {
    guard exists(path), try isDue(.remove(path)) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Makes a folder, and those above it, for its owner alone.
  package static func makeFolder(_ path: String) throws {
    guard try isDue(.make(path)) else { return }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Makes durable what a file holds, or the names in a folder.
  package static func synchronize(_ path: String) throws {
    guard try isDue(.synchronize(path)) else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Writes a small file, whole and durable under another name before it gets its own.
  package static func write(_ data: Data, to path: String, mode: Int = 0o600) throws {
    let part = path + ".part"
    try remove(part)
    let descriptor = try make(part, mode)
    defer { close(descriptor) }
    try write(data, to: descriptor, of: part)
    try synchronize(part)
    try rename(part, to: path)
    try synchronize(folder(of: path))
  }

  /// Copies a file to a name that no file has, and makes it durable; the copy has the original's
  /// rights unless others are given.
  package static func copy(_ path: String, to copy: String, mode: Int? = nil) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure() }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw failure() }
    let target = try make(copy, mode ?? Int(status.st_mode & 0o777))
    defer { close(target) }
    let handle = FileHandle(fileDescriptor: source, closeOnDealloc: false)
    while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
      try write(piece, to: target, of: copy)
    }
    try synchronize(copy)
  }

  /// Whether there is anything of a name.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The folder that a file lies in.
  package static func folder(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  private static func make(_ path: String, _ mode: Int) throws -> Int32 {
    _ = try isDue(.make(path))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw failure() }
    return descriptor
  }

  /// Writes bytes in two halves, so that a test can end it between them.
  private static func write(_ data: Data, to descriptor: Int32, of path: String) throws {
    let half = data.count / 2
    for part in [data.prefix(half), data.dropFirst(half)] where !part.isEmpty {
      guard try isDue(.write(path)) else { continue }
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: part)
    }
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
