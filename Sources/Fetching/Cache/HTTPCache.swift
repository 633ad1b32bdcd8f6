import Foundation

/// A private cache on disk (RFC 9111): one file per stored answer, no database, bounded in bytes.
///
/// It stores and finds; what an answer allows is decided by ``CacheControl``, ``Vary`` and
/// ``CacheEntry``. The actor remembers sizes and last uses; bytes are read outside of it.
actor HTTPCache {
  private let directory: URL
  private let limit: Int
  private let now: @Sendable () -> Date
  private var index: [String: Use]?

  private struct Use {
    let file: URL
    var size: Int
    var last: Date
  }

  /// A cache in a folder, at most `limit` bytes large.
  init(directory: URL, limit: Int, now: @escaping @Sendable () -> Date) {
    self.directory = directory
    self.limit = limit
    self.now = now
  }

  /// A new name for a body that is still arriving.
  nonisolated func newPart() -> URL {
    incoming.appending(path: UUID().uuidString)
  }

  /// The stored answer that the request's fields select, or `nil`; a damaged one is removed.
  ///
  /// O(length of the body), since every byte is checked.
  @concurrent
  nonisolated func lookUp(_ key: CacheKey, sending headers: [HTTPHeader]) async throws(FetchError)
    -> StoredAnswer?
  {
    var found: [StoredAnswer] = []
    for file in try files(of: key) {
      guard let answer = try await openOrRemove(file) else { continue }
      if answer.entry.vary.matches(headers) { found.append(answer) }
    }
    let newest = found.max { $0.entry.receivedAt < $1.entry.receivedAt }
    if let newest { try await touch(newest.file) }
    return newest
  }

  /// Stores a new answer in place of the one with the same key and selecting fields.
  @concurrent
  nonisolated func store(_ part: URL, _ entry: CacheEntry, for key: CacheKey)
    async throws(FetchError) -> StoredAnswer
  {
    let file = shard(of: key).appending(path: key.fileName(entry.vary))
    let bytes = try Self.storing { try CacheFile.seal(part, entry, as: file) }
    try await admit(file, size: bytes.count)
    return StoredAnswer(entry: entry, body: bytes.prefix(entry.bodyLength), file: file)
  }

  /// Replaces the head of a stored answer, for instance after a 304; copies the body.
  @concurrent
  nonisolated func replace(_ answer: StoredAnswer, with entry: CacheEntry, for key: CacheKey)
    async throws(FetchError) -> StoredAnswer
  {
    var writer = try BodyWriter(file: newPart(), limit: .max)
    try writer.write(answer.body)
    guard case .part(let part) = try writer.finish().place else { return answer }
    let stored = try await store(part, entry, for: key)
    if stored.file != answer.file { try await remove(answer.file) }
    return stored
  }
}

extension HTTPCache {
  /// Removes a stored answer.
  func forget(_ answer: StoredAnswer) throws(FetchError) {
    try remove(answer.file)
  }

  /// Runs a step on files and tells its failure as ours.
  private static func storing<T>(_ step: () throws -> T) throws(FetchError) -> T {
    do { return try step() } catch {
      throw .cannotStore(why: error.localizedDescription)
    }
  }

  private nonisolated var incoming: URL { directory.appending(path: "incoming") }

  private nonisolated func shard(of key: CacheKey) -> URL {
    directory.appending(path: "answers").appending(path: key.shard)
  }

  private nonisolated func files(of key: CacheKey) throws(FetchError) -> [URL] {
    try Self.listing(shard(of: key)).filter { $0.lastPathComponent.hasPrefix(key.digest) }
  }

  private static func listing(_ folder: URL) throws(FetchError) -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try storing {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }
  }

  /// A file that is gone or damaged is a miss: the answer is asked for again.
  private nonisolated func openOrRemove(_ file: URL) async throws(FetchError) -> StoredAnswer? {
    do { return try CacheFile.open(file) } catch {
      try await remove(file)
      return nil
    }
  }

  private func remove(_ file: URL) throws(FetchError) {
    try Self.storing { try Disk.remove(file) }
    index?[file.lastPathComponent] = nil
  }

  private func touch(_ file: URL) throws(FetchError) {
    let moment = now()
    try Self.storing { try Disk.touch(file, at: moment) }
    index?[file.lastPathComponent]?.last = moment
  }

  /// Counts a file in and lets the least recently used ones go until all fit.
  private func admit(_ file: URL, size: Int) throws(FetchError) {
    var uses = try known()
    uses[file.lastPathComponent] = Use(file: file, size: size, last: now())
    index = uses
    try touch(file)
    var total = uses.values.reduce(0) { $0 + $1.size }
    for use in uses.values.sorted(by: { $0.last < $1.last }) where total > limit {
      try remove(use.file)
      total -= use.size
    }
  }

  private func known() throws(FetchError) -> [String: Use] {
    guard let index else { return try scan() }
    return index
  }

  /// Reads sizes and last uses of an earlier run, and clears bodies that never arrived whole.
  private func scan() throws(FetchError) -> [String: Use] {
    try clearIncoming()
    var uses: [String: Use] = [:]
    for shard in try Self.listing(directory.appending(path: "answers")) {
      for file in try Self.listing(shard) {
        uses[file.lastPathComponent] = try Self.use(of: file)
      }
    }
    return uses
  }

  private static func use(of file: URL) throws(FetchError) -> Use {
    let attributes = try storing { try FileManager.default.attributesOfItem(atPath: file.path) }
    return Use(
      file: file,
      size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
      last: attributes[.modificationDate] as? Date ?? .distantPast)
  }

  /// Another process may be writing, so only what is older than a day is cleared.
  private func clearIncoming() throws(FetchError) {
    for part in try Self.listing(incoming) {
      let age = try now().timeIntervalSince(Self.use(of: part).last)
      if age > 86_400 { try Self.storing { try Disk.remove(part) } }
    }
  }
}
