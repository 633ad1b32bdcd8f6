import Foundation
import Logging

/// A private cache on disk (RFC 9111): one file per stored answer, no database, bounded in bytes.
///
/// It stores and finds; what an answer allows is decided by ``CachePolicy``, ``Storability`` and
/// ``Vary``. A cache only spares work: a file that is damaged, foreign or cannot be read is a miss,
/// and an answer that cannot be kept is handed on all the same, with a line in the log.
///
/// The actor remembers which files there are and which of them were proved to be whole since the
/// start; long reads happen outside of it.
actor HTTPCache {
  private let directory: URL
  private let now: @Sendable () -> Date
  private let logger: Logger
  private var shelf: CacheShelf

  /// A cache in a folder, at most `limit` bytes large.
  init(
    directory: URL, limit: Int, now: @escaping @Sendable () -> Date,
    logger: Logger = Logger(label: "almanac.cache")
  ) {
    self.directory = directory
    self.now = now
    self.logger = logger
    shelf = CacheShelf(folder: directory, limit: limit)
  }

  /// A new name for a body that is still arriving.
  ///
  /// It says which process waits for it, so that the next one can clear what a dead one left.
  nonisolated func newPart() -> URL {
    shelfFolder(CacheShelf.incoming).appending(
      path: "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
  }

  /// The stored answer that the request's fields select, or `nil`; a damaged one is removed.
  ///
  /// The first use of a file since the start reads all its bytes, later ones none.
  @concurrent
  nonisolated func lookUp(_ key: CacheKey, sending headers: [HTTPHeader]) async -> StoredAnswer? {
    var found: [StoredAnswer] = []
    for (file, proof) in await candidates(of: key) {
      guard let answer = await open(file, proof) else { continue }
      if answer.entry.vary.matches(headers) { found.append(answer) }
    }
    let newest = found.max { $0.entry.receivedAt < $1.entry.receivedAt }
    if let newest { await noteUse(of: newest.file) }
    return newest
  }

  /// Stores a new answer in place of the one with the same key and selecting fields.
  ///
  /// Returns `nil` when it cannot be kept; the part then still holds the body.
  @concurrent
  nonisolated func store(_ part: URL, _ entry: CacheEntry, for key: CacheKey) async
    -> StoredAnswer?
  {
    let file = shelfFolder(CacheShelf.answers).appending(path: key.shard)
      .appending(path: key.fileName(entry.vary))
    do {
      let stored = try CacheFile.seal(part, entry, as: file)
      await admit(stored)
      return stored
    } catch {
      tell(error, "an answer was not kept")
      return nil
    }
  }

  private nonisolated func shelfFolder(_ name: String) -> URL { directory.appending(path: name) }

  /// A file that is gone or damaged is a miss: the answer is asked for again.
  private nonisolated func open(_ file: URL, _ proof: CacheShelf.Proof?) async -> StoredAnswer? {
    do {
      if let proof, let answer = try proof.answer(file) { return answer }
      let (answer, mark) = try CacheFile.open(file)
      await prove(answer, mark)
      return answer
    } catch {
      await drop(file)
      return nil
    }
  }

  private nonisolated func tell(_ error: any Error, _ what: String) {
    logger.warning("\(what)", metadata: ["error": "\(error.localizedDescription)"])
  }
}

extension HTTPCache {
  /// Gives a stored answer a new head, for instance after a 304; the body stays where it is.
  ///
  /// When the disk does not take it, the answer is as good; it is only asked for again sooner.
  func replace(_ answer: StoredAnswer, with entry: CacheEntry, for key: CacheKey) -> StoredAnswer {
    var file = answer.file
    guard shelf.holds(answer) else {
      return StoredAnswer(entry: entry, body: answer.body, file: file)  // a newer one is there
    }
    do {
      guard try CacheFile.rewriteHead(of: file, as: entry) else { return try copy(answer, entry) }
      if key.fileName(entry.vary) != file.lastPathComponent {
        let name = file.deletingLastPathComponent().appending(path: key.fileName(entry.vary))
        try Disk.rename(file, to: name)
        shelf.forget(file)
        file = name
      }
      let stored = StoredAnswer(entry: entry, body: answer.body, file: file)
      shelf.admit(stored, MappedFile.Mark(at: file), at: now())
      return stored
    } catch {
      tell(error, "the head of an answer was not brought up to date")
      return StoredAnswer(entry: entry, body: answer.body, file: file)
    }
  }

  /// A head that grew out of its place needs a new file, and so a copy of the body.
  private func copy(_ answer: StoredAnswer, _ entry: CacheEntry) throws -> StoredAnswer {
    let part = newPart()
    try Disk.makePrivateFolder(part.deletingLastPathComponent())
    try answer.body.write(to: part)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part.path)
    let stored = try CacheFile.seal(part, entry, as: answer.file)
    admit(stored)
    return stored
  }

  /// Removes a stored answer.
  func forget(_ answer: StoredAnswer) throws(FetchError) {
    do { try Disk.remove(answer.file) } catch {
      throw .cannotStore(why: error.localizedDescription)
    }
    shelf.forget(answer.file)
  }

  /// Removes all answers of a URL, as a change at the origin wants it (RFC 9111 §4.4).
  func invalidate(_ key: CacheKey) {
    for (file, _) in candidates(of: key) { drop(file) }
  }

  private func candidates(of key: CacheKey) -> [(URL, CacheShelf.Proof?)] {
    shelf.scanOnce(at: now())
    return shelf.candidates(of: key)
  }

  private func noteUse(of file: URL) { shelf.noteUse(of: file, at: now()) }

  private func prove(_ answer: StoredAnswer, _ mark: MappedFile.Mark) {
    shelf.prove(answer, mark)
  }

  private func admit(_ stored: StoredAnswer) {
    shelf.scanOnce(at: now())
    shelf.admit(stored, MappedFile.Mark(at: stored.file), at: now())
    for file in shelf.surplus() { drop(file) }
  }

  /// Lets go of a file; one that cannot be removed is at least not used again by this process.
  private func drop(_ file: URL) {
    do { try Disk.remove(file) } catch { tell(error, "a file of the cache was not removed") }
    shelf.forget(file)
  }
}
