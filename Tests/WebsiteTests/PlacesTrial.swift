import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization

@testable import AlmanacWebsite

/// A library of stops with places, two of which went the day before.
struct PlacesTrial: Sendable {
  private static let declaration = """
    id: stops
    title: Stops
    source: { kind: csv, url: stops.csv }
    credit: { text: Keepers, licence: CC0 }
    refresh: { every: 1h, when: opened, floor: 10% }
    key: { from: id, type: integer }
    fields:
      name: text
      city: text
      location: { type: point, latitude: lat, longitude: lon, unknown: [0, 0] }
    search: [name]
    list: { sort: [name], title: name, subtitle: [city] }
    measure: location
    """
  private static let lasting = [
    "1,Kraków Główny,Kraków,50.0647,19.9450", "2,Gdynia Główna,Gdynia,54.5212,18.5297",
    "3,Łódź Fabryczna,Łódź,51.7700,19.4680", "4,Łódź Kaliska,Łódź,51.7590,19.4310",
    "5,Nowhere,,0,0", "8,Taveuni,Fiji,-16.8,-179.9", "9,Twin,A,10,10", "10,Twin,B,11,11",
  ]
  private static let going = ["6,Old <Mill>,Suva,-18.1416,178.4419", "7,Old Nowhere,,0,0"]

  let library: Library
  private let folder: URL
  private let clock = Clock()

  /// A clock that stands still until it is moved.
  private final class Clock: Sendable {
    let now = Mutex(TrialLibrary.now.addingTimeInterval(-2 * 86_400))
  }

  /// Runs a test with a client, the day after two stops went.
  static func ask<Value: Sendable>(
    missing: (@Sendable (String) -> Void)? = nil,
    _ body: @Sendable (any TestClientProtocol, PlacesTrial) async throws -> Value
  ) async throws -> Value {
    let trial = try await PlacesTrial()
    let result: Result<Value, any Error>
    do {
      try await trial.sync(lasting + going)
      try await trial.sync(lasting)
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
    try Data(Self.declaration.utf8).write(to: own.appending(path: "stops.yaml"))
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"), datasetDirectories: [own])
    configuration.now = { [clock] in clock.now.withLock { $0 } }
    configuration.logger.logLevel = .critical
    library = try await Library(configuration: configuration)
  }

  /// A day goes by, the source sends these rows, and a sync is made.
  func sync(_ rows: [String]) async throws {
    clock.now.withLock { $0.addTimeInterval(86_400) }
    let text = "id,name,city,lat,lon\n" + rows.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: folder.appending(path: "own/stops.csv"))
    _ = try await library.sync("stops")
  }
}
