import Foundation

/// The few steps on files that must be durable.
enum Disk {
  /// Gives a file its final name in one step and makes the name durable.
  static func rename(_ part: URL, to file: URL) throws {
    try makePrivateFolder(file.deletingLastPathComponent())
    guard Foundation.rename(part.path, file.path) == 0 else { throw failure(errno) }
    try synchronize(folder: file.deletingLastPathComponent())
  }

  /// Makes a folder, and those above it, that only its owner may enter.
  static func makePrivateFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Removes a file; one that is gone already is as good.
  static func remove(_ file: URL) throws {
    guard unlink(file.path) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  /// Notes when a file was last used; one that is gone meanwhile needs no note.
  static func touch(_ file: URL, at moment: Date) throws {
    let seconds = moment.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    let time = timeval(
      tv_sec: .init(whole), tv_usec: .init((seconds - whole) * 1_000_000))
    guard utimes(file.path, [time, time]) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  /// Writes bytes over those at an offset, the file's length staying as it is.
  static func overwrite(_ file: URL, at offset: Int, with bytes: Data) throws {
    let descriptor = open(file.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    guard written == bytes.count else { throw failure(written < 0 ? errno : ENOSPC) }
  }

  /// An error of the system by its number.
  static func failure(_ code: Int32) -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  private static func synchronize(folder: URL) throws {
    let descriptor = open(folder.path, O_RDONLY)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }
}
