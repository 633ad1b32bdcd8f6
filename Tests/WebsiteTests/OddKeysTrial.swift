import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging

@testable import AlmanacWebsite

/// A library with a dataset whose own id and all of whose keys are words of addresses, or worse.
struct OddKeysTrial: Sendable {
  static let keys = [
    "map", "near", "live", "changes", "distance", "facts", "chart", "embed", "aside", "retry",
    "accept", "picture", "x.json", "x.csv", "x.geojson", "x.ndjson", "x.sqlite", "changes.atom",
    "map.json", "csv-metadata.json", ".", "..", ".json", "~", "~~", "~map~", "~~~", "a/b", "/",
    "//x",
    "%2F", "%", "%2e%2e", "50%", "a?b=c", "#top", "a b", "+", "&", "=", "\\x", "'", "\"<b>", "łódź",
    "🪨", "🪨.json", "A\nB", "PL", "1.5", ";,:@", String(repeating: "k", count: 2000),
    String(repeating: "🪨", count: 500),
  ]

  private static let declaration = """
    id: status
    title: Odd keys
    source: { kind: json, url: rows.json }
    credit: { text: Keepers, licence: CC0 }
    refresh: { every: 1h, when: timer }
    key: id
    fields:
      name: { type: text }
      number: { type: integer }
      flag: { type: image, file: "/nowhere/{id_lower}.png" }
      place: { type: point, latitude: lat, longitude: lon }
    search: [name]
    list: { sort: [number], title: name, image: flag }
    measure: place
    """

  private static var rows: String {
    get throws {
      let rows = keys.enumerated().map { number, key -> [String: Any] in
        [
          "id": key, "name": "Odd \(number) end", "number": number, "lat": Double(number),
          "lon": Double(number),
        ]
      }
      return String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
    }
  }

  /// Runs a test with a client, when all records are there.
  static func ask<Value: Sendable>(
    _ body: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "almanac-\(UUID().uuidString)")
    let own = folder.appending(path: "own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data(declaration.utf8).write(to: own.appending(path: "odd.yaml"))
    try Data(rows.utf8).write(to: own.appending(path: "rows.json"))
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"), datasetDirectories: [own])
    configuration.now = { TrialLibrary.now }
    configuration.logger.logLevel = .critical
    let library = try await Library(configuration: configuration)
    let result: Result<Value, any Error>
    do {
      _ = try await library.sync("status")
      let website = try Website(
        library: library, options: Website.Options(share: TrialLibrary.share),
        now: { TrialLibrary.now }, files: try TrialLibrary.files.get())
      result = .success(
        try await website.application(logger: Logger(label: "test")).test(.router, body))
    } catch {
      result = .failure(error)
    }
    try await library.shutdown()
    try FileManager.default.removeItem(at: folder)
    return try result.get()
  }
}
