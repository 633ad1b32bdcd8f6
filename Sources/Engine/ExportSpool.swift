import Foundation
import Synchronization

/// What an export has written and its receiver has not taken yet.
///
/// The writer never waits, so that the database is read as fast as it goes however slow the
/// receiver is. A megabyte is kept in memory, the rest in a file without a name that vanishes with
/// its last handle, also in a crash.
final class ExportSpool: Sendable {
  /// One element for "there is more to take"; ends when nothing more will come.
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let folder: URL
  private let state = Mutex(State())
  /// How many bytes stay in memory.
  private static let memory = 1 << 20
  private static let piece = 65_536

  private struct State {
    var pieces: [[UInt8]] = []
    var bytes = 0
    var file: (writing: FileHandle, reading: FileHandle)?
  }

  init(folder: URL) {
    self.folder = folder
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds bytes; called by one writer.
  ///
  /// - Throws: When the disk is full.
  func append(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      if state.file == nil, state.bytes + bytes.count <= Self.memory {
        state.pieces.append(bytes)
        state.bytes += bytes.count
      } else {
        let file = try state.file ?? Self.unnamedFile(in: folder)
        state.file = file
        try file.writing.write(contentsOf: Data(bytes))
      }
    }
    arrival.yield()
  }

  /// Says that nothing more will come.
  func finish() { arrival.finish() }

  /// Takes the next bytes; nothing when there are none yet.
  func take() throws -> [UInt8]? {
    try state.withLock { state in
      if !state.pieces.isEmpty {
        let piece = state.pieces.removeFirst()
        state.bytes -= piece.count
        return piece
      }
      let data = try state.file?.reading.read(upToCount: Self.piece)
      return data.flatMap { $0.isEmpty ? nil : Array($0) }
    }
  }

  /// A file that is open twice and has no name any more.
  private static func unnamedFile(
    in folder: URL
  ) throws -> (writing: FileHandle, reading: FileHandle) {
    let file = folder.appending(path: "export-\(UUID().uuidString)")
    try Data().write(to: file, options: .withoutOverwriting)
    defer { try? FileManager.default.removeItem(at: file) }  // it lives on in its handles
    return (try FileHandle(forWritingTo: file), try FileHandle(forReadingFrom: file))
  }
}
