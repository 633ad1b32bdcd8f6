import AlmanacFetching
import Foundation
import Logging
import Synchronization

/// A clock that stands still until it is moved; pauses move it and are remembered.
final class ManualTime: Sendable {
  private let state: Mutex<(now: Date, pauses: [Duration])>

  init(startingAt date: Date = Date(timeIntervalSince1970: 1_784_000_000)) {
    state = Mutex((now: date, pauses: []))
  }

  var now: Date { state.withLock { $0.now } }
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func advance(_ seconds: TimeInterval) {
    state.withLock { $0.now.addTimeInterval(seconds) }
  }

  func pause(_ duration: Duration) {
    state.withLock {
      $0.now.addTimeInterval(duration / .seconds(1))
      $0.pauses.append(duration)
    }
  }
}

/// The lines a test's fetcher logs.
final class LogLines: Sendable {
  private let lines = Mutex<[[String: String]]>([])
  var all: [[String: String]] { lines.withLock { $0 } }

  fileprivate func add(_ metadata: Logger.Metadata) {
    lines.withLock { $0.append(metadata.mapValues { "\($0)" }) }
  }
}

private struct LogRecorder: LogHandler {
  let lines: LogLines
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add(event.metadata ?? [:])
  }
}

/// A fetcher with a cache folder, a clock and a log of its own.
struct Trial: Sendable {
  let fetcher: Fetcher
  let time: ManualTime
  let folder: URL
  let log: LogLines

  /// Fetches a URL as a dataset file would name it.
  func get(
    _ url: URL, _ headers: [HTTPHeader] = [], _ freshness: FetchRequest.Freshness = .revalidate
  ) async throws(FetchError) -> FetchOutcome {
    try await fetcher.fetch(
      FetchRequest(url, headers: headers, freshness: freshness, mayBePrivate: true))
  }

  /// All files below the folder, however deep.
  var files: [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
  }

  /// Whether any file holds the text.
  func disk(holds text: String) throws -> Bool {
    try files.contains { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
  }
}

/// Runs `body` with a fetcher in a new folder and cleans up after it.
@discardableResult
func withFetcher<Result>(
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  _ body: (Trial) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let time = ManualTime()
  return try await withFetcher(in: folder, time, change, body)
}

/// The same in a folder that may hold the cache of an earlier run.
@discardableResult
func withFetcher<Result>(
  in folder: URL, _ time: ManualTime,
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  _ body: (Trial) async throws -> Result
) async throws -> Result {
  var configuration = Fetcher.Configuration(
    cacheDirectory: folder, contact: "https://example.org/about")
  change(&configuration)
  let lines = LogLines()
  let fetcher = Fetcher(
    configuration, now: { time.now }, sleep: { time.pause($0) }, random: { 0 },
    logger: Logger(label: "test") { _ in LogRecorder(lines: lines) })
  let trial = Trial(fetcher: fetcher, time: time, folder: folder, log: lines)
  do {
    let result = try await body(trial)
    try await fetcher.shutdown()
    return result
  } catch {
    try await fetcher.shutdown()
    throw error
  }
}

/// Counts, from whatever task.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }

  @discardableResult
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }

  func previous() {
    count.withLock { $0 -= 1 }
  }
}

extension FetchOutcome {
  var text: String? { payload.map { String(decoding: $0.body, as: UTF8.self) } }

  var word: String {
    switch self {
    case .changed: "changed"
    case .notModified(_, let sameness): "not modified, \(sameness)"
    case .postponed(_, let reason): "postponed, \(reason)"
    }
  }
}
