import AlmanacCore
import Foundation

/// What is known of the pictures on disk: which address holds which, how large they are and when
/// they were last looked at; and which addresses had none a moment ago.
///
/// Pictures lie in `pictures/AB/HASH.EXT`, named for their bytes, so two addresses with one picture
/// share a file. What is beyond the limit goes, the least recently used first.
struct PictureShelf {
  let folder: URL
  private let limit: Int
  private let isReadOnly: Bool
  private var index: PictureIndex
  private var entries: [String: PictureEntry] = [:]
  private var files: [PictureName: File] = [:]
  private var setbacks = ByteBoundedCache<String, Setback>(most: 4_000_000)
  private var hot = ByteBoundedCache<PictureName, Data>(most: 16 << 20)
  private(set) var bytes = 0
  /// What is remembered of addresses, in bytes.
  private var known = 0

  private struct File {
    let size: Int
    var last: Date
    var noted: Date
    /// Whether its bytes were found to be those it is named for since the start.
    var isProved = false
    var sources: Set<String> = []
  }

  /// An address that had no picture, or whose picture could not be checked.
  struct Setback: Sendable, Hashable {
    let until: Date
    let why: String
  }

  /// Pictures up to this size are kept in memory too.
  private static let largestHot = 64 << 10
  /// The most bytes that are remembered of addresses: about 100,000 of them.
  private static let mostKnown = 64 << 20
  /// The most addresses of one picture that are remembered.
  private static let mostSources = 4096
  /// The time of use is written to disk no more often than this, in seconds.
  private static let noteInterval: TimeInterval = 3600

  init(folder: URL, limit: Int, isReadOnly: Bool) {
    self.folder = folder
    self.limit = limit
    self.isReadOnly = isReadOnly
    index = PictureIndex(file: folder.appending(path: "index.ndjson"))
  }

  /// How many pictures there are.
  var count: Int { files.count }

  func file(of name: PictureName) -> URL {
    folder.appending(path: String(name.hash.prefix(2))).appending(path: name.description)
  }

  func entry(for source: String) -> PictureEntry? { entries[source] }

  func setback(of source: String, at now: Date) -> Setback? {
    // One that lies further ahead than any lasts was noted by a clock that was wrong.
    let latest = now.addingTimeInterval(Pictures.refusalHolds)
    return setbacks.peek(source).flatMap { $0.until > now && $0.until <= latest ? $0 : nil }
  }

  mutating func note(_ setback: Setback, of source: String) {
    setbacks.keep(
      setback, for: source, bytes: 2 * source.utf8.count + setback.why.utf8.count)
  }

  /// Says that an address holds a picture whose file is there, until which files must go for it.
  mutating func admit(_ entry: PictureEntry, size: Int, at now: Date) throws -> [URL] {
    let before = entries[entry.source]
    if let before, before.name != entry.name { files[before.name]?.sources.remove(entry.source) }
    if files[entry.name] == nil { bytes += size }
    var file = files[entry.name] ?? File(size: size, last: now, noted: now, isProved: true)
    file.last = now
    // Of a picture that very many addresses hold, some are asked again when they are next shown.
    if file.sources.count >= Self.mostSources, let other = file.sources.popFirst() { forget(other) }
    file.sources.insert(entry.source)
    files[entry.name] = file
    remember(entry)
    setbacks.remove(entry.source)
    try index.append(entry)
    return surplus(sparing: entry.name).map { drop($0) }
  }

  /// Lets go of a picture; gives the file to remove.
  mutating func drop(_ name: PictureName) -> URL {
    if let file = files.removeValue(forKey: name) {
      bytes -= file.size
      for source in file.sources { forget(source) }
    }
    hot.remove(name)
    return file(of: name)
  }

  /// Remembers which picture an address holds.
  private mutating func remember(_ entry: PictureEntry) {
    forget(entry.source)
    entries[entry.source] = entry
    known += Self.size(of: entry)
  }

  private mutating func forget(_ source: String) {
    if let entry = entries.removeValue(forKey: source) { known -= Self.size(of: entry) }
  }

  /// About what an address takes: as a key, in its entry, and among the addresses of its file.
  private static func size(of entry: PictureEntry) -> Int {
    512 + 3 * entry.source.utf8.count + (entry.validator?.utf8.count ?? 0)
  }

  /// The least recently used pictures that must go so that the rest fits.
  private func surplus(sparing name: PictureName) -> [PictureName] {
    guard bytes > limit || known > Self.mostKnown else { return [] }
    var (rest, rememberedRest, names) = (bytes, known, [PictureName]())
    for (other, file) in files.sorted(by: { $0.value.last < $1.value.last }) where other != name {
      guard rest > limit || rememberedRest > Self.mostKnown else { break }
      rest -= file.size
      for source in file.sources {
        rememberedRest -= entries[source].map(Self.size) ?? 0
      }
      names.append(other)
    }
    return names
  }
}

extension PictureShelf {
  /// What to do for a picture's bytes.
  enum Place {
    case memory(Data)
    case disk(URL, isProved: Bool)
    case none
  }

  mutating func place(of name: PictureName) -> Place {
    if let data = hot.value(for: name) { return .memory(data) }
    guard let known = files[name] else { return .none }
    return .disk(file(of: name), isProved: known.isProved)
  }

  /// Remembers that a picture's bytes were read and are right.
  mutating func keepHot(_ name: PictureName, _ data: Data) {
    guard files[name] != nil else { return }
    files[name]?.isProved = true
    guard data.count <= Self.largestHot, hot.peek(name) == nil else { return }
    hot.keep(data, for: name, bytes: data.count)
  }

  /// Remembers a use; gives the file whose time is to be noted on disk, if that is due.
  mutating func noteUse(of name: PictureName, at now: Date) -> URL? {
    guard var file = files[name] else { return nil }
    file.last = now
    let isDue = !isReadOnly && abs(now.timeIntervalSince(file.noted)) >= Self.noteInterval
    if isDue { file.noted = now }
    files[name] = file
    return isDue ? self.file(of: name) : nil
  }
}

extension PictureShelf {
  /// Finds what an earlier run left: entries whose file is there count; files that no entry names,
  /// and what never arrived whole, are removed.
  mutating func open() throws {
    let known = index.load()
    let found = try scan(Set(known.values.map(\.name)))
    for (source, entry) in known {
      guard let mark = found[entry.name] else { continue }
      remember(entry)
      if files[entry.name] == nil {
        bytes += mark.size
        files[entry.name] = File(size: mark.size, last: mark.date, noted: mark.date)
      }
      files[entry.name]?.sources.insert(source)
    }
    if !isReadOnly { try index.tidy(entries) }
  }

  private func scan(_ wanted: Set<PictureName>) throws -> [PictureName: (size: Int, date: Date)] {
    var found: [PictureName: (size: Int, date: Date)] = [:]
    for shard in Self.names(in: folder) where shard.utf8.count == 2 {
      let place = folder.appending(path: shard)
      for text in Self.names(in: place) {
        let file = place.appending(path: text)
        let name = PictureName(text)
        guard let name, wanted.contains(name) else {
          if !isReadOnly, name != nil || text.hasPrefix(Self.partPrefix) {
            try FileManager.default.removeItem(at: file)
          }
          continue
        }
        let facts = try file.resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey])
        found[name] = (facts.fileSize ?? 0, facts.contentModificationDate ?? .distantPast)
      }
    }
    return found
  }

  /// How files begin that are still being written.
  static let partPrefix = "incoming-"

  private static func names(in folder: URL) -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      return []
    }
  }
}
