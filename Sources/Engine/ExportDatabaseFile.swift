import Foundation
import Synchronization

/// An exported database that has no name any more: it vanishes when it is let go of.
public final class ExportDatabaseFile: Sendable {
  /// Its size in bytes.
  public let size: Int
  private let handle: Mutex<FileHandle>

  /// Opens a file and takes its name away.
  init(takingAway file: URL) throws {
    let handle = try FileHandle(forReadingFrom: file)
    size = Int(try handle.seekToEnd())
    try handle.seek(toOffset: 0)
    try FileManager.default.removeItem(at: file)
    self.handle = Mutex(handle)
  }

  /// The next bytes; nothing at the end.
  public func next() throws -> [UInt8]? {
    let data = try handle.withLock { try $0.read(upToCount: 65_536) }
    return data.flatMap { $0.isEmpty ? nil : Array($0) }
  }
}
