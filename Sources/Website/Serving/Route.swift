import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird

/// One thing that can be asked of the website, as the router and the interface's description
/// share it.
struct Route: Sendable {
  let method: HTTPRequest.Method
  let path: String
  /// What it is for: the key of its words, and its name in the description.
  let name: String
  let produces: Media
  let answer: Answer

  /// How a route answers.
  typealias Answer = @Sendable (Request, BasicRequestContext) async throws -> Response

  /// What a route answers with.
  enum Media: String, Sendable {
    case html = "text/html"
    case json = "application/json"
    case text = "text/plain"
    case atom = "application/atom+xml"
    /// A file of ours, of whatever type it is.
    case file = "*/*"
    case picture = "image/*"
    case csv = "text/csv"
    case ndjson = "application/x-ndjson"
    case geojson = "application/geo+json"
    case sqlite = "application/vnd.sqlite3"
    case events = "text/event-stream"
    case script = "text/javascript"
    case manifest = "application/manifest+json"
    /// Nothing but a way back to a page.
    case nothing = ""
  }

  /// Whether the query of a list applies.
  var takesQuery: Bool {
    name == "list" || name == "list_json" || isExport || isLive || isMap
  }

  /// Whether it shows places, of which there are no windows.
  var isMap: Bool { name.hasPrefix("map") }

  /// Whether words to look for apply, across all datasets.
  var takesSearch: Bool { name == "search" || name == "search_json" }

  /// Whether it goes on telling what changes.
  var isLive: Bool { name == "list_live" }

  /// Whether it answers with all rows as a file.
  var isExport: Bool { name.hasPrefix("export_") }

  /// The parameters by which it is said what is measured; empty where nothing is.
  var measureParameterNames: [String] {
    switch name {
    case "distance": DistanceRequest.parameterNames
    case "distance_json": ["from", "to"]
    case "near": NearParameters.names + ["units"]
    case "near_json": NearParameters.names
    default: []
    }
  }

  /// Whether it answers in words, so that a language may be asked for.
  var isSpoken: Bool {
    produces == .html || produces == .atom || produces == .manifest || isLive
      || ["search_json", "greeting_json", "shell_json"].contains(name) || isKeeping
  }

  /// Whether it gives what a device keeps.
  var isKeeping: Bool { name.hasPrefix("offline_") }

  /// Whether it measures between places.
  var measures: Bool { !measureParameterNames.isEmpty }

  /// Whether the query of changes applies.
  var takesChangesQuery: Bool { name.hasPrefix("changes") }

  /// The answer, once the query has nothing in it that nobody would heed.
  ///
  /// Monitors may add what they like to the addresses of health.
  var checked: Answer {
    let mayTakeAny =
      takesQuery || takesChangesQuery || takesSearch || measures || isKeeping
      || path.hasPrefix("/health/")
      || produces == .file || name == "patterns"
    return { [answer] request, context in
      if !mayTakeAny, let first = try request.queryParameters().first {
        throw QueryProblem(parameter: first.name, message: "This address takes no parameters.")
      }
      return try await answer(request, context)
    }
  }

  /// The names in the path that stand for something.
  var pathParameters: [String] {
    path.split(separator: "/").compactMap { part in
      guard let open = part.firstIndex(of: "{"), let close = part.firstIndex(of: "}") else {
        return nil
      }
      return String(part[part.index(after: open)..<close])
    }
  }
}

extension Website {
  /// Everything that can be asked.
  ///
  /// Of two paths that fit an address the router takes the first, so `.export.json` stands before
  /// `.json`.
  var routes: [Route] {
    notificationRoutes + keepingRoutes + deviceRoutes + pageRoutes + exportRoutes
      + documentRoutes + changesRoutes + asideRoutes + measureRoutes + fileRoutes
      + actionRoutes
  }

  private var pageRoutes: [Route] {
    [
      Route(method: .get, path: "/", name: "home", produces: .html, answer: home),
      Route(method: .get, path: "/about", name: "about", produces: .html, answer: about),
      Route(
        method: .get, path: Address.manifest, name: "manifest", produces: .manifest,
        answer: manifest),
      Route(
        method: .get, path: "/patterns", name: "patterns", produces: .html, answer: patterns),
      Route(method: .get, path: "/search", name: "search", produces: .html, answer: search),
      Route(method: .get, path: "/{dataset}", name: "list", produces: .html, answer: list),
      Route(
        method: .get, path: "/{dataset}/live", name: "list_live", produces: .events,
        answer: listLive),
      Route(method: .get, path: "/{dataset}/map", name: "map", produces: .html, answer: map),
      Route(method: .get, path: "/{dataset}/{id}", name: "record", produces: .html, answer: record),
    ]
  }

  private var exportRoutes: [Route] {
    [
      Route(
        method: .get, path: "/{dataset}.csv", name: "export_csv", produces: .csv,
        answer: export(.csv)),
      Route(
        method: .get, path: "/{dataset}.export.json", name: "export_json", produces: .json,
        answer: export(.json)),
      Route(
        method: .get, path: "/{dataset}.ndjson", name: "export_ndjson", produces: .ndjson,
        answer: export(.ndjson)),
      Route(
        method: .get, path: "/{dataset}.geojson", name: "export_geojson", produces: .geojson,
        answer: export(.geojson)),
      Route(
        method: .get, path: "/{dataset}.sqlite", name: "export_sqlite", produces: .sqlite,
        answer: export(.sqlite)),
      Route(
        method: .get, path: "/{dataset}.csv-metadata.json", name: "describe_csv",
        produces: .json, answer: describe(.csv)),
      Route(
        method: .get, path: "/{dataset}.ndjson-metadata.json", name: "describe_ndjson",
        produces: .json, answer: describe(.ndjson)),
    ]
  }

  private var documentRoutes: [Route] {
    [
      Route(
        method: .get, path: "/index.json", name: "index_json", produces: .json, answer: homeJSON),
      Route(
        method: .get, path: "/search.json", name: "search_json", produces: .json,
        answer: searchJSON),
      Route(
        method: .get, path: "/{dataset}.json", name: "list_json", produces: .json,
        answer: listJSON),
      Route(
        method: .get, path: "/{dataset}/map.json", name: "map_json", produces: .json,
        answer: mapJSON),
      Route(
        method: .get, path: "/{dataset}/{id}.json", name: "record_json", produces: .json,
        answer: recordJSON),
      Route(
        method: .get, path: "/openapi.json", name: "openapi_json", produces: .json,
        answer: openAPI),
      Route(method: .get, path: "/health/live", name: "live", produces: .json, answer: live),
      Route(method: .get, path: "/health/ready", name: "ready", produces: .json, answer: ready),
      Route(method: .get, path: "/metrics", name: "metrics", produces: .text, answer: measures),
    ]
  }

  private var fileRoutes: [Route] {
    [
      Route(
        method: .get, path: "/{dataset}/{id}/picture/{field}", name: "picture",
        produces: .picture, answer: picture),
      Route(
        method: .get, path: "/pictures/{file}", name: "picture_file", produces: .picture,
        answer: pictureFile),
      Route(
        method: .get, path: "/-/{digest}/{file}", name: "asset", produces: .file, answer: asset),
    ]
  }

  private var actionRoutes: [Route] {
    [
      Route(
        method: .post, path: "/{dataset}/retry", name: "retry", produces: .nothing, answer: retry),
      Route(
        method: .post, path: "/{dataset}/accept", name: "accept", produces: .nothing,
        answer: accept),
    ]
  }
}
