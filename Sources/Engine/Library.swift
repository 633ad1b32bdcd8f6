public import AlmanacDeclarations
import AlmanacFetching
import AlmanacStorage
public import Foundation
public import Logging
public import ServiceLifecycle

/// All datasets of a data folder: what an app, the command line or a stranger calls.
///
/// Run it as a service to keep the copies fresh; without that it answers from the copies alone.
public final class Library: Service {
  /// The datasets, in order of their English titles.
  public let datasets: [Dataset]
  /// What is wrong in dataset files that were left out, or stores that could not be opened.
  public let problems: [DeclarationProblem]
  /// Whether this process may only read: another one owns the folder.
  public let isReadOnly: Bool
  private let keepers: [String: Keeper]
  let fetcher: Fetcher
  /// Asks push services, at doors of their own: a slow one keeps no sync waiting.
  let pushFetcher: Fetcher
  let pictures: Pictures
  let pictureSources: PictureSources
  /// The folder of the stores.
  let dataDirectory: URL
  /// How a server's keeper can reach us.
  let contact: String
  /// What URLs found in data may reach.
  let addressRule: AddressRule
  let logger: Logger
  /// What no text that leaves the process may show: values that dataset files take from the
  /// environment.
  let secrets: Secrets
  /// Tells that a sync changed a copy.
  let changes = Signal()
  private let lock: OwnerLock?
  private let retries = RetryGate()
  let now: @Sendable () -> Date
  private let visits: AsyncStream<String>
  private let visit: AsyncStream<String>.Continuation

  /// Where a library lives and how it behaves.
  public struct Configuration: Sendable {
    /// The folder of the stores and the cache; made when missing.
    public var dataDirectory: URL
    /// The folders of dataset files; a later one adds or overrides.
    public var datasetDirectories: [URL]
    /// How a server's keeper can reach us; part of the User-Agent.
    public var contact = ""
    /// Private hosts that URLs found in data may name.
    public var allowedPrivateHosts: Set<String> = []
    /// How many bytes of pictures are kept; beyond it the least recently used go.
    public var mostPictureBytes = 256 << 20
    /// The datasets to open, by id; all that are declared where nothing is said.
    public var only: Set<String>?
    /// Whether the folder may only be read.
    public var isReadOnly = false
    /// What dataset files may name as `${NAME}`.
    public var environment = ProcessInfo.processInfo.environment
    /// The time.
    public var now: @Sendable () -> Date = { Date() }
    /// Where to log.
    public var logger = Logger(label: "almanac")
    /// How a stream pauses between connections.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// How servers are asked, beyond the usual; tests are less patient.
    var fetching: @Sendable (inout Fetcher.Configuration) -> Void = { _ in }

    /// A configuration for a data folder and folders of dataset files.
    public init(dataDirectory: URL, datasetDirectories: [URL]) {
      self.dataDirectory = dataDirectory
      self.datasetDirectories = datasetDirectories
    }
  }

  /// Opens every dataset; fills empty ones from their snapshots.
  ///
  /// - Throws: `LibraryError` when the folder cannot be used or another process owns it.
  public init(configuration: Configuration) async throws {
    let contents = DatasetFolder.load(configuration.datasetDirectories)
    let secrets = Secrets(
      contents.datasets, EnvironmentText(variables: configuration.environment))
    var configuration = configuration
    configuration.logger = configuration.logger.hiding(secrets)
    self.secrets = secrets
    let folder = configuration.dataDirectory
    isReadOnly = configuration.isReadOnly
    now = configuration.now
    (dataDirectory, contact) = (folder, configuration.contact)
    addressRule = AddressRule(allowedPrivateHosts: configuration.allowedPrivateHosts)
    logger = configuration.logger
    lock = try configuration.isReadOnly ? nil : Self.claim(folder)
    fetcher = Self.fetcher(configuration)
    pushFetcher = Self.pushFetcher(configuration)
    pictures = Pictures(configuration, beside: fetcher)
    var opening = LibraryOpening(
      configuration: configuration, fetcher: fetcher, changes: changes, secrets: secrets,
      problems: contents.problems)
    let wanted = contents.datasets.filter { configuration.only?.contains($0.id) ?? true }
    for dataset in wanted { await opening.open(dataset) }
    keepers = opening.keepers
    problems = opening.problems
    hasClosedStores = opening.keepers.count < wanted.count
    datasets = opening.keepers.values.map(\.dataset).sorted {
      $0.title.text(in: "en") < $1.title.text(in: "en")
    }
    pictureSources = PictureSources(
      datasets, EnvironmentText(variables: configuration.environment))
    (visits, visit) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
  }

  static func claim(_ folder: URL) throws -> OwnerLock {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw LibraryError.folder(folder.path, "\(error.localizedDescription)")
    }
    guard let lock = try OwnerLock(folder: folder) else {
      throw LibraryError.owned(folder.path, by: OwnerLock.owner(of: folder))
    }
    do { try FileSwap.settle(folder: folder) } catch {
      throw LibraryError.folder(folder.path, "\(error)")
    }
    return lock
  }

  private static func fetcher(_ configuration: Configuration) -> Fetcher {
    var settings = Fetcher.Configuration(
      cacheDirectory: configuration.dataDirectory.appending(path: "cache"),
      contact: configuration.contact)
    settings.allowedPrivateHosts = configuration.allowedPrivateHosts
    configuration.fetching(&settings)
    return Fetcher(settings, now: configuration.now, logger: configuration.logger)
  }

  /// Push services are waited for less than sources, and may be asked more often.
  private static func pushFetcher(_ configuration: Configuration) -> Fetcher {
    var settings = Fetcher.Configuration(
      cacheDirectory: configuration.dataDirectory.appending(path: "cache"),
      contact: configuration.contact)
    settings.allowedPrivateHosts = configuration.allowedPrivateHosts
    configuration.fetching(&settings)
    settings.connectTimeout = min(settings.connectTimeout, .seconds(5))
    settings.idleTimeout = min(settings.idleTimeout, .seconds(10))
    settings.requestTimeout = min(settings.requestTimeout, .seconds(10))
    settings.spacing = .milliseconds(250)
    return Fetcher(settings, now: configuration.now, logger: configuration.logger)
  }

  /// Whether the copy of a sound declaration could not be opened; `problems` tells why.
  public let hasClosedStores: Bool

  /// Who tells people's browsers what syncs change; nothing where the copies may only be read.
  public func notifier(
    _ wording: @escaping @Sendable (Notice, String) -> NoticeText
  ) -> Notifier? {
    isReadOnly ? nil : Notifier(library: self, wording: wording)
  }

  /// A logger like another whose lines show no secret of the datasets.
  public func masking(_ logger: Logger) -> Logger { logger.hiding(secrets) }

  /// A dataset by id.
  public func dataset(_ id: String) -> Dataset? { keepers[id]?.dataset }

  /// The rows of a dataset.
  public func table(_ id: String) -> LiveTable? { keepers[id]?.table }

  /// What people are told about a dataset; nothing when there is none of this id.
  public func status(of id: String) async throws -> DatasetStatus? {
    try await keepers[id]?.status()
  }

  /// The records of a dataset's last answers that could not be kept, as far as they are listed;
  /// nothing when there is no dataset of this id.
  public func aside(of id: String) async throws -> [AsideRecord]? {
    try await keepers[id]?.aside()
  }

  /// A person opened a dataset's page or came back to it: checks in the background if that is due.
  public func opened(_ id: String) { visit.yield(id) }

  /// Checks a dataset's upstream if that is due.
  public func sync(_ id: String) async throws -> SyncOutcome? {
    try await keeper(id)?.sync(.command)
  }

  /// Checks now, as a person asks: at most once a minute per host, never before Retry-After.
  public func retry(_ id: String) async throws -> SyncOutcome? {
    try await check(id, .retry)
  }

  /// Checks now and applies the answer even if the copy shrinks below its floor; as often as a retry.
  public func accept(_ id: String) async throws -> SyncOutcome? {
    try await check(id, .accept)
  }

  /// Checks as a person asks by hand.
  private func check(_ id: String, _ occasion: Keeper.Occasion) async throws -> SyncOutcome? {
    guard let keeper = try keeper(id) else { return nil }
    let server = keeper.server ?? id
    if let until = await retries.wait(for: server, at: now()) {
      return .postponed(until: until, why: "one attempt a minute is enough")
    }
    let outcome = try await keeper.sync(occasion)
    if !outcome.wasTried { await retries.takeBack(for: server) }
    return outcome
  }

  /// Who keeps a dataset; those who may only read ask no upstream for what they could not keep.
  func keeper(_ id: String) throws(LibraryError) -> Keeper? {
    if isReadOnly { throw .readOnly }
    return keepers[id]
  }

  /// Keeps the copies fresh until cancelled or shut down gracefully; where they may only be read,
  /// that is their owner's matter.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        for keeper in self.keepers.values where !self.isReadOnly {
          group.addTask { await keeper.run() }
        }
        group.addTask { await self.followVisits() }
        group.addTask { await self.tidyTables() }
        group.addTask { await self.prepareSearch() }
      }
    }
  }

  /// Lets go, once a minute, of what nobody read for a while.
  private func tidyTables() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(60)) } catch { return }
      for keeper in keepers.values { keeper.table.tidy() }
    }
  }

  private func followVisits() async {
    await withDiscardingTaskGroup { group in
      for await id in visits {
        guard !isReadOnly, let keeper = keepers[id] else { continue }
        group.addTask { await keeper.visit() }
      }
    }
  }

  /// Ends requests; the copies stay readable until the library is let go of.
  public func shutdown() async throws {
    visit.finish()
    try await fetcher.shutdown()
    try await pushFetcher.shutdown()
    try await pictures.shutdown()
  }
}

/// Why a library could not be opened.
public enum LibraryError: MessageError, Sendable {
  /// The folder cannot be made or used.
  case folder(String, String)
  /// Another process owns the folder.
  case owned(String, by: Int?)
  /// The folder was opened for reading alone, so no upstream is asked.
  case readOnly
  /// No stream of this id takes records from a program.
  case notFed(String)

  /// What happened, and what next.
  public var message: Message {
    switch self {
    case .folder(let path, let why): "The data folder \(path) cannot be used: \(why)"
    case .owned(let path, let process):
      "Another Almanac (process \(process.map(String.init) ?? "?")) owns \(path). "
        + "Stop it, or choose another folder with ALMANAC_DATA."
    case .notFed(let id):
      "\(id) takes no records from a program: declare it as a stream without url and simulate."
    case .readOnly: "The data folder is open for reading only. Ask the Almanac that owns it."
    }
  }
}

extension SyncOutcome {
  /// Whether the upstream may have been asked.
  fileprivate var wasTried: Bool {
    switch self {
    case .notDue, .postponed, .running: false
    case .changed, .unchanged, .held, .failed: true
    }
  }
}

/// Lets a person's retry through once a minute for each host.
actor RetryGate {
  private var last: [String: Date] = [:]

  /// Until when a host must wait; nothing lets the retry through and notes it.
  func wait(for host: String, at now: Date) -> Date? {
    if let last = last[host], last <= now, last.addingTimeInterval(60) > now {
      return last.addingTimeInterval(60)  // a last one in the future: the clock has jumped
    }
    last[host] = now
    return nil
  }

  /// Forgets a retry that came to nothing, since nobody was asked.
  func takeBack(for host: String) { last[host] = nil }
}
