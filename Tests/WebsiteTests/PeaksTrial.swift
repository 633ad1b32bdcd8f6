import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization

@testable import AlmanacWebsite

/// A library whose copy of a file has a history: filled one day, changed the next two.
struct PeaksTrial: Sendable {
  private static let declaration = """
    id: peaks
    title: Peaks
    source: { kind: csv, url: peaks.csv }
    credit: { text: Keepers & "friends", homepage: "https://example.org/peaks", licence: CC0 }
    refresh: { every: 1h, when: opened, floor: 50% }
    key: name
    fields:
      name: text
      height: { type: number, unit: m, decimals: 0 }
      land: text
    list: { title: name, subtitle: [land] }
    """
  private static let ticks = """
    id: ticks
    title: Ticks
    source:
      kind: stream
      simulate: { fields: { at: now } }
    credit: { text: Nobody, licence: CC0 }
    key: { from: id, type: integer }
    fields: { at: timestamp }
    list: { title: at }
    """
  /// What the source sends, day by day.
  private static let days = [
    ["Rysy,2501,Poland", "Gerlach,2655,Slovakia", "Ben <Nevis> & \u{1}Co,1345,Scotland"],
    ["Rysy,2503,Poland", "Gerlach,2655,Slovakia", "Łysica ]]> 🏔,614,"],
    ["Rysy,2503.4,Poland", "Gerlach,2655,", "Łysica ]]> 🏔,614,"],
  ]
  /// The key of the record that is gone since the second day, as addresses write it.
  static let gone = "Ben%20%3CNevis%3E%20%26%20%01Co"

  let library: Library
  let folder: URL
  private let clock: Clock

  /// A clock that stands still until it is moved.
  private final class Clock: Sendable {
    let now = Mutex(TrialLibrary.now.addingTimeInterval(-3 * 86_400))
  }

  /// Runs a test with a client and the trial, two days after the copy was filled.
  static func ask<Value: Sendable>(
    missing: (@Sendable (String) -> Void)? = nil,
    _ body: @Sendable (any TestClientProtocol, PeaksTrial) async throws -> Value
  ) async throws -> Value {
    let trial = try await PeaksTrial()
    let result: Result<Value, any Error>
    do {
      for day in days { try await trial.sync(day) }
      let website = try Website(
        library: trial.library, options: Website.Options(share: TrialLibrary.share),
        now: { TrialLibrary.now }, missing: missing, files: try TrialLibrary.files.get())
      let app = website.application(logger: Logger(label: "test"))
      result = .success(try await app.test(.router) { try await body($0, trial) })
    } catch {
      result = .failure(error)
    }
    try await trial.library.shutdown()
    try FileManager.default.removeItem(at: trial.folder)
    return try result.get()
  }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    let own = folder.appending(path: "own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    for (name, text) in [("peaks", Self.declaration), ("ticks", Self.ticks)] {
      try Data(text.utf8).write(to: own.appending(path: "\(name).yaml"))
    }
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"), datasetDirectories: [own])
    clock = Clock()
    configuration.now = { [clock] in clock.now.withLock { $0 } }
    configuration.logger.logLevel = .critical
    library = try await Library(configuration: configuration)
  }

  /// A day goes by, the source sends these rows, and a sync is made.
  @discardableResult
  func sync(_ rows: [String]) async throws -> SyncOutcome? {
    try await sync(rows, columns: "name,height,land")
  }

  /// The same with other columns.
  @discardableResult
  func sync(_ rows: [String], columns: String) async throws -> SyncOutcome? {
    clock.now.withLock { $0.addTimeInterval(86_400) }
    let text = columns + "\n" + rows.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: folder.appending(path: "own/peaks.csv"))
    return try await library.sync("peaks")
  }
}
