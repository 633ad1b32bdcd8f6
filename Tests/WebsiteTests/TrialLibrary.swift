import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging

@testable import AlmanacWebsite

/// A library over made-up datasets in a folder of its own; it asks nobody, ever.
struct TrialLibrary: Sendable {
  let library: Library
  let folder: URL

  /// The repository's folder of templates, styles and words.
  static let share = repository.appending(path: "share")
  /// What every trial reads of it, read once: there are a thousand of them.
  static let files = Result { try ShippedFiles(Share(given: share)) }
  /// The repository.
  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The moment at which every test takes place: Saturday, 21 November 2026, 14:05 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_269_900)

  /// Runs a test with a website over the made-up datasets.
  static func with<Value>(
    options: Website.Options = Website.Options(share: share, version: "1.2.3"),
    draw: @escaping @Sendable (Int) -> Int = { _ in 0 },
    missing: (@Sendable (String) -> Void)? = nil, allowing hosts: Set<String> = [],
    _ body: (Website) async throws -> Value
  ) async throws -> Value {
    let trial = try await TrialLibrary(allowing: hosts)
    let result: Result<Value, any Error>
    do {
      let website = try Website(
        library: trial.library, options: options, now: { now }, draw: draw, missing: missing,
        files: options.share == share ? try files.get() : nil)
      result = .success(try await body(website))
    } catch {
      result = .failure(error)
    }
    try await trial.library.shutdown()
    try FileManager.default.removeItem(at: trial.folder)
    return try result.get()
  }

  /// Runs a test with a client that asks a website without a socket.
  static func ask<Value: Sendable>(
    options: Website.Options = Website.Options(share: share, version: "1.2.3"),
    allowing hosts: Set<String> = [],
    _ body: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    try await with(options: options, allowing: hosts) { website in
      try await website.application(logger: Logger(label: "test")).test(.router, body)
    }
  }

  private init(allowing hosts: Set<String>) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    let declarations = folder.appending(path: "datasets")
    for (id, text) in TrialDatasets.declarations {
      let own = declarations.appending(path: id)
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: own.appending(path: "dataset.yaml"))
      try Data(TrialDatasets.snapshot(of: id).utf8).write(to: own.appending(path: "snapshot.json"))
    }
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"), datasetDirectories: [declarations])
    configuration.now = { Self.now }
    configuration.allowedPrivateHosts = hosts
    library = try await Library(configuration: configuration)
  }
}
