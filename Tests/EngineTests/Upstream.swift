import AlmanacSandbox
import Foundation
import Hummingbird
import HummingbirdTesting

/// A sandbox that listens on loopback.
struct Upstream: Sendable {
  let sandbox: Sandbox
  let base: String

  var state: Sandbox.State { sandbox.state }

  /// The requests since the last look, as "path?query" with a mark for conditional ones.
  func takeRequests() async -> [Sandbox.RecordedRequest] {
    let requests = await state.requests()
    await state.forgetRequests()
    return requests
  }

  /// The paths of the requests since the last look, "304?" before conditional ones.
  func takePaths() async -> [String] {
    await takeRequests().map { ($0.isConditional ? "304? " : "") + $0.path }
  }
}

/// Runs a sandbox on a port that the system chooses while a body runs.
@discardableResult
func withUpstream<Result: Sendable>(
  _ change: (inout Sandbox.Options) -> Void = { _ in },
  _ body: @Sendable @escaping (Upstream) async throws -> Result
) async throws -> Result {
  var options = Sandbox.Options()
  options.meteorites = 300
  options.stations = 120
  options.now = { Date(timeIntervalSince1970: 1_784_000_000) }
  options.pace = Sandbox.Pace(longestPause: .zero)
  change(&options)
  let sandbox = try Sandbox(options)
  return try await sandbox.application().test(.live) { client in
    let base = "http://localhost:\(client.port ?? 0)"
    return try await body(Upstream(sandbox: sandbox, base: base))
  }
}

/// Runs a sandbox that serves a folder of files, and a trial.
@discardableResult
func withFiles<Result: Sendable>(
  _ body: @Sendable @escaping (Upstream, URL, Trial) async throws -> Result
) async throws -> Result {
  try await withTrial { trial in
    let files = trial.folder.appending(path: "files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    return try await withUpstream { options in
      options.files = files
    } _: { upstream in
      try await body(upstream, files, trial)
    }
  }
}

/// Dataset files over the sandbox.
enum Declared {
  /// Stations with their keywords, by timer and on opening.
  static func stations(_ base: String, more: String = "") -> String {
    """
    id: stops
    title: Stops
    source:
      kind: json
      url: \(base)/api/v2/main/stations
      headers: { X-KOLEO-Version: "1" }
      join:
        keywords: { url: "\(base)/api/v2/main/station_keywords", on: station_id, take: keyword }
    credit: { text: Sandbox, licence: none stated }
    key: { from: id, type: integer }
    fields:
      name: { type: text }
      hits: { type: integer }
      city: { type: text }
      location: { type: point, latitude: latitude, longitude: longitude, unknown: [0, 0] }
      keywords: { type: list }
    search: [keywords, name]
    list: { sort: [-hits, name], title: name }
    \(more)
    """
  }

  /// Meteorites of the portal.
  static func portal(_ base: String, source: String = "", refresh: String) -> String {
    """
    id: stones
    title: Stones
    source:
      kind: soda
      url: \(base)/resource/gh4g-9sfh.json
    \(source)
    credit: { text: Sandbox, licence: none stated }
    refresh: \(refresh)
    key: { from: id, type: integer }
    fields:
      name: { type: text }
      mass: { type: number }
      fall: { type: text }
      year: { type: year }
      geolocation: { type: point, unknown: [0, 0] }
    list: { sort: [-mass], title: name }
    """
  }

  /// A list of things in a file of the sandbox.
  static func things(_ url: String, source: String = "", more: String = "") -> String {
    """
    id: things
    title: Things
    source:
      kind: json
      url: \(url)
    \(source)
    credit: { text: Nobody, licence: CC0 }
    key: { from: id, type: integer }
    fields:
      name: { type: text }
      size: { type: number }
    list: { sort: [name], title: name }
    \(more)
    """
  }
}
