import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The claim of one process on a data folder; it ends with the process, however it ends.
final class OwnerLock: Sendable {
  private let descriptor: Int32

  /// Claims a folder; nothing when another process owns it.
  ///
  /// - Throws: `SyncFailure` when the lock file cannot be made.
  init?(folder: URL) throws {
    let path = folder.appending(path: "owner.lock").path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SyncFailure("\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    let note = "\(ProcessInfo.processInfo.processIdentifier)\n"
    ftruncate(descriptor, 0)
    _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
  }

  deinit {
    close(descriptor)
  }

  /// Whether the process that wrote itself down last is still there.
  ///
  /// For words only: the number may be another process's by now.
  static func isAlive(of folder: URL) -> Bool {
    guard let process = owner(of: folder) else { return false }
    return kill(pid_t(process), 0) == 0 || errno == EPERM
  }

  /// The process that owns a folder, as it wrote itself down.
  static func owner(of folder: URL) -> Int? {
    let text = FileManager.default.contents(atPath: folder.appending(path: "owner.lock").path)
    return text.flatMap { String(bytes: $0, encoding: .utf8) }
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }
}
