import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HummingbirdTesting
import Logging

@testable import AlmanacWebsite

/// The countries that ship with the program, as they are or filled from another source.
enum CountriesTrial {
  /// Real data beside the repository, which is not part of it.
  static let real = URL(
    filePath: ProcessInfo.processInfo.environment["ALMANAC_SHARED_DATA"]
      ?? TrialLibrary.repository.deletingLastPathComponent().appending(path: "shared/data").path
  ).appending(path: "countries-v3.1.json")
  static var hasReal: Bool { FileManager.default.fileExists(atPath: real.path) }

  /// Runs a test with a client of a website over the shipped snapshot, or over a list of countries
  /// in a file or at an address.
  static func ask<Value: Sendable>(
    _ source: String? = nil, environment: [String: String] = [:],
    _ body: @Sendable (any TestClientProtocol, Website) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-\(UUID().uuidString)")
    let result: Result<Value, any Error>
    do {
      result = .success(try await ask(source, environment, folder, body))
    } catch {
      result = .failure(error)
    }
    try FileManager.default.removeItem(at: folder)
    return try result.get()
  }

  private static func ask<Value: Sendable>(
    _ source: String?, _ environment: [String: String], _ folder: URL,
    _ body: @Sendable (any TestClientProtocol, Website) async throws -> Value
  ) async throws -> Value {
    let own = folder.appending(path: "datasets")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    if let source {
      let text = "id: countries\nextends: countries\nsource: \(source)\n"
      try Data(text.utf8).write(to: own.appending(path: "countries.yaml"))
    }
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"),
      datasetDirectories: [TrialLibrary.repository.appending(path: "Datasets/countries"), own])
    configuration.now = { TrialLibrary.now }
    configuration.environment = environment
    let library = try await Library(configuration: configuration)
    let result: Result<Value, any Error>
    do {
      if source != nil { _ = try await library.sync("countries") }
      result = .success(try await ask(library, body))
    } catch {
      result = .failure(error)
    }
    try await library.shutdown()
    return try result.get()
  }

  private static func ask<Value: Sendable>(
    _ library: Library, _ body: @Sendable (any TestClientProtocol, Website) async throws -> Value
  ) async throws -> Value {
    let website = try Website(
      library: library, options: .init(share: TrialLibrary.share), now: { TrialLibrary.now },
      files: try TrialLibrary.files.get())
    return try await website.application(logger: Logger(label: "test"))
      .test(.router) { try await body($0, website) }
  }
}
