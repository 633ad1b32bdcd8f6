import AlmanacStorage
import Foundation

extension TableExport {
  /// Hands the export piece by piece to a receiver that may be slow.
  ///
  /// Rows are read as fast as the disk allows and wait outside of the database, so that a slow
  /// receiver holds up neither writers nor the end of SQLite's log. Cancelled when the receiver
  /// throws.
  @concurrent public func send(
    _ receive: @concurrent ([UInt8]) async throws -> Void
  ) async throws {
    let spool = ExportSpool(folder: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { spool.finish() }
        try await write(into: spool.append)
      }
      for await _ in spool.arrivals { try await pass(spool, to: receive) }
      try await pass(spool, to: receive)
      try await group.waitForAll()
    }
  }

  @concurrent private func pass(
    _ spool: ExportSpool, to receive: @concurrent ([UInt8]) async throws -> Void
  ) async throws {
    while let bytes = try spool.take() {
      try Task.checkCancellation()
      try await receive(bytes)
    }
  }

  /// Where files may wait: beside the store, where there is room for it; else where the system
  /// keeps temporary files.
  var folder: URL {
    let own = snapshot.file.deletingLastPathComponent()
    return FileManager.default.isWritableFile(atPath: own.path)
      ? own : FileManager.default.temporaryDirectory
  }
}
