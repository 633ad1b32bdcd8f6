import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

@testable import AlmanacWebsite

/// An address of each route that is answered by what the route is for.
struct RouteSamples {
  let website: Website

  /// The address of a route, for a dataset and a record.
  func address(_ route: Route, dataset: String? = nil, id: String = "s1") -> String {
    if route.name == "asset" { return website.assets.address("almanac.svg") }
    let isPicture = route.name == "picture"
    let parts = [
      "{dataset}": dataset ?? (isPicture ? "lands" : "stones"), "{id}": isPicture ? "AA" : id,
      "{part}": "0", "{field}": "flag", "{digest}": "0", "{file}": "almanac.css",
    ]
    let path = parts.reduce(route.path) { $0.replacing($1.key, with: $1.value) }
    return path + Self.query(route)
  }

  /// Every route that is read, with its address.
  var read: [(route: Route, address: String)] {
    website.routes.filter { $0.method == .get }.map { ($0, address($0)) }
  }

  /// An address with more in its query.
  static func adding(_ query: String, to address: String) -> String {
    address + (address.contains("?") ? "&" : "?") + query
  }

  private static func query(_ route: Route) -> String {
    switch route.name {
    case "distance", "distance_json": "?from=s1&to=s2"
    case "near", "near_json": "?lat=54&lon=-61"
    default: ""
    }
  }

  /// What ends at once, of a route that would go on for ever.
  static let once: HTTPFields = [.accept: "application/json, text/html"]

  /// Runs a test with the samples of a website and a client that asks it without a socket.
  static func ask<Value: Sendable>(
    _ body: @Sendable (RouteSamples, any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    try await TrialLibrary.with { website in
      let samples = RouteSamples(website: website)
      return try await website.application(logger: Logger(label: "test")).test(.router) { client in
        try await body(samples, client)
      }
    }
  }
}
