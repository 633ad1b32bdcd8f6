import Crypto
import Foundation

/// Takes in an answer's bytes as they come: counts them, digests them and writes them to a
/// temporary file, or keeps them in memory when they must not be stored.
struct BodyWriter {
  private let limit: Int
  private let place: Place
  private var kept = Data()
  private var length = 0
  private var digest = SHA256()

  private enum Place {
    case memory
    case file(URL, FileHandle)
  }

  /// A writer into memory, for answers with `no-store` (RFC 9111 §5.2.2.5).
  init(inMemoryUpTo limit: Int) {
    self.limit = limit
    place = .memory
  }

  /// A writer into a new file that only its owner may read.
  init(file: URL, limit: Int) throws(FetchError) {
    self.limit = limit
    do {
      try Disk.makePrivateFolder(file.deletingLastPathComponent())
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard
        FileManager.default.createFile(atPath: file.path, contents: nil, attributes: permissions)
      else { throw CocoaError(.fileWriteUnknown) }
      place = .file(file, try FileHandle(forWritingTo: file))
    } catch {
      throw .cannotStore(why: error.localizedDescription)
    }
  }

  mutating func write(_ bytes: Data) throws(FetchError) {
    guard bytes.count <= limit - length else { throw .tooLarge(limit: limit) }
    length += bytes.count
    digest.update(data: bytes)
    switch place {
    case .memory: kept.append(bytes)
    case .file(_, let handle):
      do { try handle.write(contentsOf: bytes) } catch {
        throw .cannotStore(why: error.localizedDescription)
      }
    }
  }

  func finish() throws(FetchError) -> ReceivedBody {
    let digest = Digest.hex(of: digest.finalize())
    guard case .file(let file, let handle) = place else {
      return ReceivedBody(place: .memory(kept), length: length, digest: digest)
    }
    do { try handle.close() } catch { throw .cannotStore(why: error.localizedDescription) }
    return ReceivedBody(place: .part(file), length: length, digest: digest)
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
    case memory(Data)
    case part(URL)
  }

  let place: Place
  let length: Int
  let digest: String

  /// The bytes; a temporary file is mapped and loses its name, so it ends with the mapping.
  func take() throws(FetchError) -> Data {
    switch place {
    case .memory(let data): return data
    case .part(let file):
      do {
        let data = try Data(contentsOf: file, options: .alwaysMapped)
        try Disk.remove(file)
        return data
      } catch { throw .cannotStore(why: error.localizedDescription) }
    }
  }
}
