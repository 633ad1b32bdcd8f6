import Foundation
import GRDB

/// How much room is left beside a file.
enum DiskSpace {
  /// With less than this, SQLite's failures to write are put down to a full disk.
  static let little: Int64 = 1 << 20

  /// The free bytes of the file's disk; plenty where the system does not tell.
  static func free(at file: URL) -> Int64 {
    let folder = file.deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? .max  // not told: plenty
  }

  /// The free bytes in words that follow the name of a file.
  static func told(_ free: Int64) -> String {
    switch free {
    case .max: ""
    case ..<little: " (\(free / 1024) KB are free)"
    default: " (\(free >> 20) MB are free)"
    }
  }
}

extension DatabaseError {
  /// Whether a full disk may be what SQLite met; it is not always told as such.
  var isAboutSpace: Bool {
    resultCode == .SQLITE_IOERR || resultCode == .SQLITE_CANTOPEN
  }
}
