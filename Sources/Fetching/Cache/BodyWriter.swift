import Crypto
import Foundation

/// Takes in an answer's bytes as they come: counts them, digests them and writes them to a
/// temporary file, or keeps them in memory when they must not or cannot be stored.
struct BodyWriter {
  /// The most bytes that are kept in memory when the disk does not take them.
  static let mostInMemory = 64 << 20

  private let limit: Int
  private var place: Place
  private var kept = Data()
  private var length = 0
  private var digest = SHA256()

  private enum Place {
    case memory(because: Unstored)
    case file(URL, FileHandle)
  }

  /// Why an answer's bytes are not in a file.
  enum Unstored: Sendable, Hashable {
    /// The answer says so.
    case asAsked
    /// The disk is full, or the folder cannot be written to.
    case diskRefused(why: String)
  }

  /// A writer into memory, for answers that must not be stored (RFC 9111 §5.2.2.5).
  init(inMemoryUpTo limit: Int) {
    self.limit = limit
    place = .memory(because: .asAsked)
  }

  /// A writer into a new file that only its owner may read, or into memory when there can be none.
  init(file: URL, limit: Int) {
    self.limit = limit
    do {
      try Disk.makePrivateFolder(file.deletingLastPathComponent())
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard
        FileManager.default.createFile(atPath: file.path, contents: nil, attributes: permissions)
      else { throw CocoaError(.fileWriteUnknown) }
      place = .file(file, try FileHandle(forUpdating: file))
    } catch {
      place = .memory(because: .diskRefused(why: error.localizedDescription))
    }
  }

  /// Takes in the next bytes; when the disk is full, goes on in memory as far as that reaches.
  mutating func write(_ bytes: Data) throws(FetchError) {
    guard bytes.count <= limit - length else { throw .tooLarge(limit: limit) }
    digest.update(data: bytes)
    if case .file(let file, let handle) = place {
      do { try handle.write(contentsOf: bytes) } catch {
        try moveToMemory(file, handle, error)
      }
    }
    length += bytes.count
    if case .memory(let why) = place { try keep(bytes, why) }
  }

  private mutating func keep(_ bytes: Data, _ why: Unstored) throws(FetchError) {
    if case .diskRefused(let why) = why, length > Self.mostInMemory {
      throw .cannotStore(why: why)
    }
    kept.append(bytes)
  }

  /// Takes back what was written so far and gives the disk its room again.
  private mutating func moveToMemory(
    _ file: URL, _ handle: FileHandle, _ cause: any Error
  ) throws(FetchError) {
    place = .memory(because: .diskRefused(why: cause.localizedDescription))
    do {
      if length <= Self.mostInMemory {
        try handle.seek(toOffset: 0)
        kept = try handle.read(upToCount: length) ?? Data()
      }
      try handle.close()
      try Disk.remove(file)
    } catch { throw .cannotStore(why: error.localizedDescription) }
    guard kept.count == length else { throw .cannotStore(why: cause.localizedDescription) }
  }

  func finish() throws(FetchError) -> ReceivedBody {
    let digest = Digest.hex(of: digest.finalize())
    switch place {
    case .memory(let why):
      return ReceivedBody(place: .memory(kept, why), length: length, digest: digest)
    case .file(let file, let handle):
      do { try handle.close() } catch { throw .cannotStore(why: error.localizedDescription) }
      return ReceivedBody(place: .part(file), length: length, digest: digest)
    }
  }

  /// Leaves nothing behind when the answer could not be taken in whole.
  func discard() throws(FetchError) {
    guard case .file(let file, let handle) = place else { return }
    do {
      try handle.close()
      try Disk.remove(file)
    } catch {
      throw .cannotStore(why: error.localizedDescription)
    }
  }
}

/// The whole body of an answer, not yet stored.
struct ReceivedBody: Sendable {
  enum Place: Sendable {
    case memory(Data, BodyWriter.Unstored)
    case part(URL)
  }

  let place: Place
  let length: Int
  let digest: String

  /// The bytes; a temporary file is mapped and loses its name, so it ends with the mapping.
  func take() throws(FetchError) -> Data {
    switch place {
    case .memory(let data, _): return data
    case .part(let file):
      do {
        let data = try MappedFile(file).bytes.prefix(length)
        try Disk.remove(file)
        return data
      } catch { throw .cannotStore(why: error.localizedDescription) }
    }
  }
}
