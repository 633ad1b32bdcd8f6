import AlmanacFetching
import Crypto
import Foundation
import Logging
import Synchronization

/// Keeps the pictures that records name: each is fetched once, by one request however many ask, kept
/// on disk under the name of its content, and asked for again with its validators when due.
///
/// When a host is away its pictures are shown as they were. What is no picture, too large or could
/// run is not kept; the reason is logged and remembered for a while, so nobody is asked in vain.
final class Pictures: Sendable {
  /// How long a picture is good without asking.
  static let freshness: TimeInterval = 86_400
  /// How long an address is left alone that has no picture: the mistake is theirs and stays.
  static let refusalHolds: TimeInterval = 86_400
  /// How long an address is left alone that may have one again soon.
  static let failureHolds: TimeInterval = 300
  /// How long a whole host is left alone that cannot be reached.
  static let absenceHolds: TimeInterval = 60

  let fetcher: Fetcher
  /// Who asks for the data; what a host told one asker holds for both.
  private let sibling: Fetcher
  private let shelf: Mutex<PictureShelf>
  private let flights = SingleFlight<PictureSource, PictureAnswer>()
  private let isReadOnly: Bool
  private let now: @Sendable () -> Date
  private let logger: Logger

  init(_ configuration: Library.Configuration, beside sibling: Fetcher) {
    let folder = configuration.dataDirectory.appending(path: "pictures")
    fetcher = Fetcher(
      Self.fetching(configuration, folder), now: configuration.now, logger: configuration.logger)
    self.sibling = sibling
    (isReadOnly, now, logger) = (configuration.isReadOnly, configuration.now, configuration.logger)
    var shelf = PictureShelf(
      folder: folder, limit: configuration.mostPictureBytes, isReadOnly: configuration.isReadOnly)
    do { try shelf.open() } catch {
      logger.warning("pictures of an earlier run were not read", metadata: ["error": "\(error)"])
    }
    self.shelf = Mutex(shelf)
  }

  /// Pictures are small and many: asked one at a time a tenth of a second apart, once each.
  private static func fetching(
    _ configuration: Library.Configuration, _ folder: URL
  ) -> Fetcher.Configuration {
    var settings = Fetcher.Configuration(
      cacheDirectory: folder.appending(path: "answers"), contact: configuration.contact)
    settings.allowedPrivateHosts = configuration.allowedPrivateHosts
    settings.connectTimeout = .seconds(5)
    settings.idleTimeout = .seconds(10)
    settings.requestTimeout = .seconds(20)
    settings.spacing = .milliseconds(100)
    configuration.fetching(&settings)
    settings.maxBytes = PictureHead.mostBytes
    settings.maxCacheBytes = configuration.mostPictureBytes
    settings.tries = 1
    return settings
  }

  /// What can be said without asking anybody; takes microseconds.
  func look(_ source: PictureSource) -> PictureLook {
    let moment = now()
    return shelf.withLock { shelf in
      if let entry = shelf.entry(for: source.key) {
        let isKnown =
          isReadOnly || isFresh(entry, source, moment)
          || shelf.setback(of: source.key, at: moment) != nil
        return isKnown ? .known(entry.picture) : .due
      }
      return isReadOnly || shelf.setback(of: source.key, at: moment) != nil ? .missing : .due
    }
  }

  /// The picture, fetched if need be; equal questions at once are one request.
  @concurrent
  func picture(_ source: PictureSource) async -> PictureAnswer {
    if let answer = settled(source) { return answer }
    do throws(FetchError) {
      return try await flights.share(source) { () async throws(FetchError) -> PictureAnswer in
        if let answer = self.settled(source) { return answer }
        return try await self.bring(source)
      }
    } catch {
      return standing(source, "\(error)")
    }
  }

  /// The bytes of a picture by the name of its content; nothing when it is not here.
  @concurrent
  func data(_ name: PictureName) async -> Data? {
    let (place, noted) = shelf.withLock { shelf in
      let noted = shelf.noteUse(of: name, at: now())
      return (shelf.place(of: name), noted)
    }
    if let noted { touch(noted) }
    switch place {
    case .memory(let data): return data
    case .none: return nil
    case .disk(let file, let isProved): return read(file, name, isProved: isProved)
    }
  }

  /// How many pictures are kept, and their bytes.
  var size: (count: Int, bytes: Int) { shelf.withLock { ($0.count, $0.bytes) } }

  func shutdown() async throws { try await fetcher.shutdown() }
}

extension Pictures {
  /// An answer for which nobody needs to be asked.
  private func settled(_ source: PictureSource) -> PictureAnswer? {
    switch look(source) {
    case .known(let picture): .picture(picture)
    case .missing: standing(source, "it was not to be had a moment ago")
    case .due: nil
    }
  }

  /// What is shown when nothing new can be had.
  private func standing(_ source: PictureSource, _ why: String) -> PictureAnswer {
    shelf.withLock { shelf in
      if let entry = shelf.entry(for: source.key) { return .picture(entry.picture) }
      return .absent(why: shelf.setback(of: source.key, at: now())?.why ?? why)
    }
  }

  private func isFresh(_ entry: PictureEntry, _ source: PictureSource, _ moment: Date) -> Bool {
    switch source {
    case .file(let url): entry.validator == FileMark(url)?.description
    case .web: abs(moment.timeIntervalSince(entry.checked)) < Self.freshness
    }
  }

  private func bring(_ source: PictureSource) async throws(FetchError) -> PictureAnswer {
    switch source {
    case .file(let url): return bring(url, source)
    case .web(let url, let hosts): return try await fetch(url, hosts, source)
    }
  }

  /// Takes in a file of this machine.
  private func bring(_ file: URL, _ source: PictureSource) -> PictureAnswer {
    guard let mark = FileMark(file), mark.size <= PictureHead.mostBytes,
      let data = FileManager.default.contents(atPath: file.path)
    else {
      return refuse(source, PictureRefusal.tooManyBytes(PictureHead.mostBytes).description)
    }
    return keep(data, source, validator: mark.description)
  }

  private func fetch(
    _ url: URL, _ hosts: Set<String>, _ source: PictureSource
  ) async throws(FetchError) -> PictureAnswer {
    let request = FetchRequest(
      url, headers: [HTTPHeader("Accept", Self.accepted)], freshness: .cachedIfFresh, hosts: hosts)
    do throws(FetchError) {
      await fetcher.holdBack(await sibling.heldBack())
      let outcome = try await fetcher.fetch(request)
      if case .postponed(let until, let reason) = outcome {
        if case .askedToWait = reason { await sibling.holdBack(await fetcher.heldBack()) }
        return setBack(source, until: until, "\(reason)")
      }
      guard let payload = outcome.payload else { return standing(source, "nothing came") }
      let answer = keep(payload.body, source, validator: payload.header("ETag"))
      if !isKept(payload.digest, source) { try await fetcher.forget(request) }
      return answer
    } catch {
      if case .cancelled = error { throw error }
      return await told(error, url, source)
    }
  }

  /// Whether an answer's bytes are the picture; others must not be taken from the HTTP cache again,
  /// however long the host called them good.
  private func isKept(_ digest: String, _ source: PictureSource) -> Bool {
    shelf.withLock { $0.entry(for: source.key)?.hash == digest }
  }

  private static let accepted =
    "image/svg+xml, image/png, image/jpeg, image/webp, image/gif;q=0.9"

  /// What a failed request means: whoever cannot be reached is left alone as a whole for a while.
  private func told(
    _ error: FetchError, _ url: URL, _ source: PictureSource
  ) async -> PictureAnswer {
    guard error.mayPass else { return refuse(source, "\(error)") }
    var isAway = false
    switch error {
    case .unreachable, .timedOut: isAway = true
    default: break
    }
    if isAway, let host = url.host() {
      let port = url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443)
      await fetcher.holdBack(["\(host):\(port)": now().addingTimeInterval(Self.absenceHolds)])
    }
    return setBack(source, until: now().addingTimeInterval(Self.failureHolds), "\(error)")
  }

  private func refuse(_ source: PictureSource, _ why: String) -> PictureAnswer {
    setBack(source, until: now().addingTimeInterval(Self.refusalHolds), why)
  }

  private func setBack(_ source: PictureSource, until: Date, _ why: String) -> PictureAnswer {
    let (address, moment) = (source.forLogs, now())
    logger.warning("a picture was not had", metadata: ["address": "\(address)", "why": "\(why)"])
    let latest = moment.addingTimeInterval(Self.refusalHolds)
    shelf.withLock {
      $0.note(PictureShelf.Setback(until: min(until, latest), why: why), of: source.key)
    }
    return standing(source, why)
  }
}

extension Pictures {
  /// Judges bytes, puts them on the shelf and says so in the index.
  private func keep(_ data: Data, _ source: PictureSource, validator: String?) -> PictureAnswer {
    do {
      let head = try PictureHead(Array(data))
      let hash = Fingerprint.hex(SHA256.hash(data: data))
      let entry = PictureEntry(
        source: source.key, hash: hash, kind: head.kind, width: head.width, height: head.height,
        validator: validator, checked: now())
      try write(data, entry.name)
      let surplus = try shelf.withLock { try $0.admit(entry, size: data.count, at: now()) }
      remove(surplus)
      return .picture(entry.picture)
    } catch let refusal as PictureRefusal {
      return refuse(source, refusal.description)
    } catch {
      let until = now().addingTimeInterval(Self.failureHolds)
      return setBack(source, until: until, "it could not be kept: \(error.localizedDescription)")
    }
  }

  /// Writes a picture under its name in one step, unless it is there.
  private func write(_ data: Data, _ name: PictureName) throws {
    if case .none = shelf.withLock({ $0.place(of: name) }) {
      let file = shelf.withLock { $0.file(of: name) }
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let part = folder.appending(path: PictureShelf.partPrefix + UUID().uuidString)
      try data.write(to: part)
      guard rename(part.path, file.path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// Reads a file and proves once since the start that it holds what it is named for: one that a
  /// crash of the machine spoilt is let go of and fetched again.
  private func read(_ file: URL, _ name: PictureName, isProved: Bool) -> Data? {
    let data = FileManager.default.contents(atPath: file.path)
    guard let data, isProved || Fingerprint.hex(SHA256.hash(data: data)) == name.hash else {
      if !isReadOnly { remove([shelf.withLock { $0.drop(name) }]) }
      return nil
    }
    shelf.withLock { $0.keepHot(name, data) }
    return data
  }

  private func remove(_ files: [URL]) {
    for file in files where unlink(file.path) != 0 && errno != ENOENT {
      logger.warning("a picture was not removed", metadata: ["file": "\(file.path)"])
    }
  }

  /// Notes the time of use for eviction after a restart; a note that fails costs only that order.
  private func touch(_ file: URL) {
    let time = timeval(tv_sec: .init(now().timeIntervalSince1970), tv_usec: 0)
    if utimes(file.path, [time, time]) != 0 {
      logger.debug("a picture's use was not noted", metadata: ["file": "\(file.path)"])
    }
  }
}

extension PictureSource {
  /// The address without what may be secret.
  fileprivate var forLogs: String { String(key.prefix { $0 != "?" }) }
}

/// A file's validator: its size, modification time and inode.
struct FileMark: CustomStringConvertible {
  let size: Int
  let description: String

  /// The mark of a regular file; nothing where there is none.
  init?(_ file: URL) {
    var facts = stat()
    guard stat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(facts.st_size)
    let seconds = "\(facts.modified.tv_sec).\(facts.modified.tv_nsec)"
    description = "\(size)-\(seconds)-\(facts.st_ino)"
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
