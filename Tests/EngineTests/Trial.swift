import AlmanacDeclarations
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging
import Synchronization

@testable import AlmanacEngine

/// A clock that stands still until it is moved.
final class ManualClock: Sendable {
  private let moment = Mutex(Date(timeIntervalSince1970: 1_784_000_000))

  var now: Date { moment.withLock { $0 } }

  func advance(hours: Double) { moment.withLock { $0.addTimeInterval(hours * 3600) } }

  func advance(seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
}

/// A data folder, a folder of dataset files, and a clock, over which libraries are opened.
struct Trial: Sendable {
  let folder: URL
  let clock = ManualClock()
  /// What dataset files may name as `${NAME}`.
  var environment: [String: String] = [:]
  /// How long a server may be silent.
  var patience: Duration = .seconds(20)
  /// How often one request is sent at most.
  var tries = 2
  /// The largest answer in bytes, where it is less than usual.
  var mostBytes: Int?
  /// Private hosts that addresses found in data may name.
  var allowedPrivateHosts: Set<String> = []
  /// How many bytes of pictures are kept, where it is less than usual.
  var mostPictureBytes: Int?
  /// Certificates to trust beside the machine's own.
  var trusted: URL?
  /// Whether the four built-in datasets are there to be extended.
  var hasBuiltIns = false

  var data: URL { folder.appending(path: "data") }
  var declarations: URL { folder.appending(path: "datasets") }

  /// Declares a dataset in the folder.
  func declare(_ yaml: String, as name: String = "one") throws {
    try Data(yaml.utf8).write(to: declarations.appending(path: "\(name).yaml"))
  }

  /// How libraries are opened here: impatient, and quick to try again.
  func configuration(isReadOnly: Bool = false) -> Library.Configuration {
    var configuration = Library.Configuration(
      dataDirectory: data,
      datasetDirectories: (hasBuiltIns ? [Repository.datasets] : []) + [declarations])
    configuration.now = { [clock] in clock.now }
    configuration.environment = environment
    configuration.allowedPrivateHosts = allowedPrivateHosts
    configuration.mostPictureBytes = mostPictureBytes ?? configuration.mostPictureBytes
    configuration.isReadOnly = isReadOnly
    configuration.logger.logLevel = .critical
    configuration.fetching = { [patience, tries, mostBytes, trusted] settings in
      settings.tries = tries
      settings.maxBytes = mostBytes ?? settings.maxBytes
      settings.trustedCertificates = trusted
      settings.backoff.first = .milliseconds(1)
      settings.idleTimeout = patience
      settings.streamIdleTimeout = patience
    }
    return configuration
  }

  /// Opens a library for as long as a body runs: each call is a start of the program.
  @discardableResult
  func withLibrary<Result>(
    isReadOnly: Bool = false, _ body: (Library) async throws -> Result
  ) async throws -> Result {
    let library = try await Library(configuration: configuration(isReadOnly: isReadOnly))
    do {
      let result = try await body(library)
      try await library.shutdown()
      return result
    } catch {
      try await library.shutdown()
      throw error
    }
  }
}

/// Runs a body with a new trial, whose folder is gone afterwards.
@discardableResult
func withTrial<Result>(
  hasBuiltIns: Bool = false, _ body: (Trial) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "almanac-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder fails no test
  let trial = Trial(folder: folder, hasBuiltIns: hasBuiltIns)
  try FileManager.default.createDirectory(
    at: trial.declarations, withIntermediateDirectories: true)
  return try await body(trial)
}

/// The files of the repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let datasets = root.appending(path: "Datasets")

  /// Real data beside the repository, which is not part of it.
  static let shared = URL(
    filePath: ProcessInfo.processInfo.environment["ALMANAC_SHARED_DATA"]
      ?? root.deletingLastPathComponent().appending(path: "shared/data").path)

  static func hasShared(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: shared.appending(path: name).path)
  }
}

/// All that a failed sync must leave as it was.
struct Copy: Equatable {
  var records: [Record]
  var version: String
  var syncs: Int
  var changes: Int

  init(_ library: Library, _ dataset: String) throws {
    let table = try library.existing(dataset)
    records = try table.store.records(.ordered([], [], 0, .max)).rows
    version = try table.version()
    (syncs, changes) = try table.store.history()
  }

  /// Whether two copies hold the same records, whatever their versions.
  func hasRecords(of other: Copy) -> Bool { records == other.records }
}

/// Why a test's library is not as expected.
struct NotOpened: Error {
  var why: String
}

extension Library {
  /// A table that must be there.
  func existing(_ dataset: String) throws -> LiveTable {
    guard let table = table(dataset) else {
      throw NotOpened(why: problems.map(\.description).joined(separator: "\n"))
    }
    return table
  }

  func trouble(_ dataset: String) async throws -> Trouble? {
    try await status(of: dataset)?.trouble
  }
}

extension SyncOutcome {
  /// What happened, in a few words.
  var words: String {
    switch self {
    case .changed(let counts): "+\(counts.inserted) ~\(counts.changed) -\(counts.deleted)"
    case .unchanged: "unchanged"
    case .notDue: "not due"
    case .postponed: "postponed"
    case .held(let was, let wouldBe): "held: \(was) would be \(wouldBe)"
    case .failed(let why): "failed: \(why)"
    case .running: "running"
    }
  }
}
