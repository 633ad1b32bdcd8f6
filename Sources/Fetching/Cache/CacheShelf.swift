import Foundation

/// What the cache knows of its files: which there are, how large, when last used, and which were
/// proved whole since the start.
struct CacheShelf {
  static let incoming = "incoming"
  static let answers = "answers"
  /// Beyond so many, or so many bytes, the heads in memory are let go of, and read again when needed.
  private static let mostProofs = 4096
  private static let mostProofBytes = 8_000_000
  /// The most files that are known, at about 500 bytes each; beyond it the least recently used go.
  private static let mostFiles = 65_536
  /// The time of use is written to disk no more often than this, in seconds.
  private static let noteInterval: TimeInterval = 60

  private let folder: URL
  private let limit: Int
  private var uses: [String: Use] = [:]
  private var variants: [String: Set<String>] = [:]
  private var proofs: [String: Proof] = [:]
  private var proofBytes = 0
  private var total = 0
  private var isScanned = false

  private struct Use {
    let file: URL
    let size: Int
    var last: Date
    var noted: Date
  }

  /// That a file was read whole and found right, as long as it stays the same file.
  struct Proof: Sendable {
    let mark: MappedFile.Mark
    let entry: CacheEntry

    /// The answer without reading its bytes, or `nil` when the file is another one by now.
    func answer(_ file: URL) throws -> StoredAnswer? {
      let mapped = try MappedFile(file)
      guard mapped.mark == mark else { return nil }
      return StoredAnswer(entry: entry, body: mapped.bytes.prefix(entry.bodyLength), file: file)
    }
  }

  init(folder: URL, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// The files that may answer for a key, each with its proof if there is one.
  func candidates(of key: CacheKey) -> [(URL, Proof?)] {
    (variants[key.digest] ?? []).compactMap { name in
      uses[name].map { ($0.file, proofs[name]) }
    }
  }

  /// Counts a file in, in place of one with the same name.
  mutating func admit(_ answer: StoredAnswer, _ mark: MappedFile.Mark?, at moment: Date) {
    forget(answer.file)
    guard let mark else { return }
    add(answer.file, size: mark.size, last: moment)
    prove(answer, mark)
    noteUse(of: answer.file, at: moment, always: true)
  }

  mutating func prove(_ answer: StoredAnswer, _ mark: MappedFile.Mark) {
    let size = answer.entry.headers.reduce(512) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    if proofs.count >= Self.mostProofs || proofBytes + size > Self.mostProofBytes {
      (proofs, proofBytes) = ([:], 0)
    }
    proofBytes += size
    proofs[answer.file.lastPathComponent] = Proof(mark: mark, entry: answer.entry)
  }

  /// Whether the file is still the one that was proved, with the bytes of this answer.
  func holds(_ answer: StoredAnswer) -> Bool {
    guard let proof = proofs[answer.file.lastPathComponent] else { return false }
    return proof.mark == MappedFile.Mark(at: answer.file)
      && proof.entry.bodyDigest == answer.entry.bodyDigest
  }

  mutating func forget(_ file: URL) {
    let name = file.lastPathComponent
    proofs[name] = nil
    guard let use = uses.removeValue(forKey: name) else { return }
    total -= use.size
    variants[Self.digest(name)]?.remove(name)
    if variants[Self.digest(name)]?.isEmpty == true { variants[Self.digest(name)] = nil }
  }

  /// The least recently used files that must go so that the rest fits.
  func surplus() -> [URL] {
    guard total > limit || uses.count > Self.mostFiles else { return [] }
    var (rest, files) = (total, [URL]())
    for use in uses.values.sorted(by: { $0.last < $1.last }) {
      guard rest > limit || uses.count - files.count > Self.mostFiles else { break }
      rest -= use.size
      files.append(use.file)
    }
    return files
  }
}

extension CacheShelf {
  /// Remembers a use, on disk too when the last note is old, for eviction after a restart.
  ///
  /// A note that fails costs nothing but the order of eviction.
  mutating func noteUse(of file: URL, at moment: Date, always: Bool = false) {
    let name = file.lastPathComponent
    guard var use = uses[name] else { return }
    use.last = moment
    let isDue = abs(moment.timeIntervalSince(use.noted)) >= Self.noteInterval
    if always || isDue, touch(file, name, moment) { use.noted = moment }
    uses[name] = use
  }

  /// Writes the time of use, which changes the mark of the file but not its bytes.
  private mutating func touch(_ file: URL, _ name: String, _ moment: Date) -> Bool {
    let before = proofs[name]
    guard before.map({ MappedFile.Mark(at: file) == $0.mark }) ?? true else { return false }
    do { try Disk.touch(file, at: moment) } catch { return false }
    if let before, let mark = MappedFile.Mark(at: file) {
      proofs[name] = Proof(mark: mark, entry: before.entry)
    }
    return true
  }

  private mutating func add(_ file: URL, size: Int, last: Date) {
    let name = file.lastPathComponent
    uses[name] = Use(file: file, size: size, last: last, noted: last)
    variants[Self.digest(name), default: []].insert(name)
    total += size
  }

  /// Reads sizes and last uses of an earlier run, and clears bodies that never arrived whole.
  ///
  /// Files with other names than ours are left alone.
  mutating func scanOnce(at moment: Date) {
    guard !isScanned else { return }
    isScanned = true
    clearIncoming(at: moment)
    for shard in Self.names(folder.appending(path: Self.answers)) {
      let folder = folder.appending(path: Self.answers).appending(path: shard)
      for name in Self.names(folder) where Self.isOurs(name, in: shard) && uses[name] == nil {
        let file = folder.appending(path: name)
        if let mark = MappedFile.Mark(at: file) { add(file, size: mark.size, last: mark.date) }
      }
    }
  }

  /// A part belongs to the process it is named for; when that one is gone, or a day has passed,
  /// nobody waits for it.
  private func clearIncoming(at moment: Date) {
    let incoming = folder.appending(path: Self.incoming)
    for name in Self.names(incoming) {
      let part = incoming.appending(path: name)
      let owner = name.split(separator: "-").first.flatMap { pid_t($0) } ?? 0
      let isOrphan = owner > 0 && kill(owner, 0) != 0 && errno == ESRCH
      let age = MappedFile.Mark(at: part).map { moment.timeIntervalSince($0.date) } ?? 0
      if isOrphan || age > 86_400 { unlink(part.path) }
    }
  }

  /// The key's digest, a dot, and the variant's name.
  private static func isOurs(_ name: String, in shard: String) -> Bool {
    name.utf8.count == 81 && name.hasPrefix(shard) && name.dropFirst(64).first == "."
  }

  private static func digest(_ name: String) -> String { String(name.prefix(64)) }

  private static func names(_ folder: URL) -> [String] {
    guard let stream = opendir(folder.path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
