import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird

extension Website {
  /// Answers `/openapi.json`.
  func openAPI(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let document = OpenAPI(
      routes: routes, datasets: library.datasets.map(\.id), languages: languages.codes,
      words: languages.english, version: options.version)
    let data = try JSONSerialization.data(
      withJSONObject: document.value, options: [.sortedKeys, .withoutEscapingSlashes])
    return .bytes(Array(data), type: "application/json")
  }
}

/// The description of the interface (OpenAPI 3.1), made from the routes themselves.
struct OpenAPI {
  let routes: [Route]
  let datasets: [String]
  let languages: [String]
  let words: Catalogue
  let version: String

  /// The document as JSON values.
  var value: [String: Any] {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Almanac", "version": version, "description": words.say("api.description"),
      ],
      "paths": paths,
      "components": ["schemas": OpenAPISchemas.all],
    ]
  }

  private var paths: [String: Any] {
    routes.reduce(into: [:]) { paths, route in
      var item = paths[route.path] as? [String: Any] ?? [:]
      item[route.method.rawValue.lowercased()] = operation(route)
      paths[route.path] = item
    }
  }

  private func operation(_ route: Route) -> [String: Any] {
    let path = route.pathParameters.map(pathParameter)
    var operation: [String: Any] = [
      "operationId": route.name, "summary": words.say("api.\(route.name)"),
      "parameters": path + queryParameters(of: route)
        + (route.takesChangesQuery ? changesParameters : [])
        + (route.name == "list" ? [query(OpenRows.parameter, ["type": "string"])] : [])
        + (route.isLive ? liveParameters : []) + (route.name == "map" ? mapParameters : [])
        + measureParameters(of: route) + keepingParameters(of: route) + language(of: route),
      "responses": responses(route),
    ]
    if route.name == "subscribe" { operation["requestBody"] = OpenAPISchemas.subscribeBody }
    return operation
  }

  private func language(of route: Route) -> [[String: Any]] {
    let name = Preferences.languageParameter
    let isOrdered = route.takesQuery && !route.isMap  // by names, where a collation is asked for
    return route.isSpoken || isOrdered ? [query(name, ["type": "string", "enum": languages])] : []
  }

  private func pathParameter(_ name: String) -> [String: Any] {
    var schema: [String: Any] = ["type": "string"]
    if name == "dataset" { schema["enum"] = datasets.map(PathPart.text(ofDataset:)) }
    var parameter: [String: Any] = [
      "name": name, "in": "path", "required": true, "schema": schema,
    ]
    if name == "id" { parameter["description"] = words.say("api.path.id") }
    return parameter
  }

  private func queryParameters(of route: Route) -> [[String: Any]] {
    if route.takesSearch { return searchParameters(of: route) }
    guard route.takesQuery else { return [] }
    let common = [
      query("q", ["type": "string", "maxLength": SearchLength.most]),
      query("sort", ["type": "string"]),
    ]
    let collations = Collation.allCases.map(\.language)
    return common + (route.isExport || route.isMap ? [] : window) + [
      query("view", ["type": "string"]),
      query(TableQuery.collationParameter, ["type": "string", "enum": collations]), filters,
    ]
  }

  private func searchParameters(of route: Route) -> [[String: Any]] {
    let length = SearchLength.most
    let common = [query("q", ["type": "string", "maxLength": length])]
    guard route.produces == .json else { return common }
    let most = SearchRequest.largestLimit
    return common + [
      query("in", ["type": "string"]),
      query("limit", ["type": "integer", "minimum": 1, "maximum": most, "default": 10]),
    ]
  }

  private var window: [[String: Any]] {
    [
      query(
        "offset",
        ["type": "integer", "minimum": 0, "maximum": TableQuery.largestOffset, "default": 0]),
      query("limit", ["type": "integer", "minimum": 1, "maximum": 1000, "default": 100]),
    ]
  }

  private var changesParameters: [[String: Any]] {
    [
      changesQuery("id", ["type": "string"]),
      changesQuery("sync", ["type": "integer", "minimum": 1]),
      changesQuery("kind", ["type": "string", "enum": Change.Kind.allCases.map(\.rawValue)]),
      changesQuery("before", ["type": "integer", "minimum": 1]),
      changesQuery(
        "limit",
        ["type": "integer", "minimum": 1, "maximum": ChangesQuery.largestLimit, "default": 100]),
    ]
  }

  /// Names with a hyphen, which no field can have.
  private var liveParameters: [[String: Any]] {
    [
      query(LiveRequest.anchorParameter, ["type": "string"]),
      query(LiveRequest.leadParameter, ["type": "integer", "minimum": 0, "maximum": 999]),
      query(LiveWish.rowsParameter, ["type": "string", "enum": ["json", "html"]]),
      query(LiveWish.versionParameter, ["type": "string"]),
    ]
  }

  private func measureParameters(of route: Route) -> [[String: Any]] {
    route.measureParameterNames.map { name in
      var parameter = query(name, Self.measureSchema(name))
      parameter["description"] = words.say("api.measure_query.\(name)")
      parameter["required"] = route.name == "distance_json"
      parameter["allowEmptyValue"] = route.name != "distance_json"
      return parameter
    }
  }

  private func keepingParameters(of route: Route) -> [[String: Any]] {
    guard route.isKeeping else { return [] }
    return KeptRequest.parameterNames.map { name in
      let units = UnitSystem.allCases.map(\.rawValue)
      var parameter = query(
        name, ["type": "string"].merging(name == "units" ? ["enum": units] : [:]) { $1 })
      parameter["description"] = words.say("api.keeping_query.\(name)")
      parameter["allowEmptyValue"] = name != "units"
      return parameter
    }
  }

  private static func measureSchema(_ name: String) -> [String: Any] {
    switch name {
    case "units": ["type": "string", "enum": DistanceUnit.allCases.map(\.rawValue)]
    case "lat": ["type": "number", "minimum": -90, "maximum": 90]
    case "lon": ["type": "number", "minimum": -360, "maximum": 360]
    case "radius": ["type": "number", "minimum": 0, "maximum": NearParameters.largestRadius]
    case "limit":
      [
        "type": "integer", "minimum": 1, "maximum": TableQuery.largestLimit,
        "default": NearParameters.usualLimit,
      ]
    default: ["type": "string"]
    }
  }

  private var mapParameters: [[String: Any]] {
    [
      query(MapQuery.spotParameter, ["type": "string", "examples": ["54.8,61.1,5"]]),
      query(MapQuery.openParameter, ["type": "string"]),
    ]
  }

  private func changesQuery(_ name: String, _ schema: [String: Any]) -> [String: Any] {
    var parameter = query(name, schema)
    parameter["description"] = words.say("api.changes_query.\(name)")
    return parameter
  }

  private func query(_ name: String, _ schema: [String: Any]) -> [String: Any] {
    [
      "name": name, "in": "query", "description": words.say("api.query.\(name)"), "schema": schema,
      "allowEmptyValue": name != Preferences.languageParameter,
    ]
  }

  /// `side=buy`, `price.min=60`, `place.known=true`: any field by its own name.
  private var filters: [String: Any] {
    var parameter = query(
      "filters", ["type": "object", "additionalProperties": ["type": "string"]])
    parameter["style"] = "form"
    parameter["explode"] = true
    return parameter
  }

  private func responses(_ route: Route) -> [String: Any] {
    var responses: [String: Any] = [success(route): answer(route)]
    if route.name == "ready" { responses["503"] = answer(route) }
    let isProblemJSON =
      route.path.hasSuffix(".json") || route.isExport || route.produces == .atom || route.isLive
      || route.path.hasSuffix("/live") || route.isAboutSubscriptions
    let problem: [String: Any] = [
      "description": words.say("api.problem"),
      "content": isProblemJSON
        ? ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]
        : ["text/html": ["schema": ["type": "string"]]],
    ]
    if route.name == "picture" { responses["302"] = ["description": words.say("api.picture_file")] }
    for status in problems(route) { responses[status] = problem }
    if route.name == "subscribe" { responses["201"] = answer(route) }
    if route.name == "greeting_json" {
      responses["204"] = ["description": words.say("api.no_greeting")]
    }
    if route.name == "record_json" { responses["410"] = goneRecord }
    return responses
  }

  /// A record that is gone: a problem with what is last known of it.
  private var goneRecord: [String: Any] {
    [
      "description": words.say("api.gone"),
      "content": [
        "application/problem+json": ["schema": ["$ref": "#/components/schemas/GoneRecord"]]
      ],
    ]
  }

  private func success(_ route: Route) -> String {
    if route.name == "unsubscribe" { return "204" }
    return route.produces == .nothing ? "303" : "200"
  }

  private func problems(_ route: Route) -> [String] {
    var statuses = ["400", "414", "421"]  // of every address: what it may be like, and where
    if !route.pathParameters.isEmpty { statuses.append("404") }
    if route.isAboutSubscriptions { return statuses + subscriptionProblems(route) }
    if route.pathParameters.contains("id") { statuses.append("410") }
    if route.measures { statuses.append("410") }
    if route.produces == .nothing { statuses.append("403") }
    if route.name == "offline_part_json" { statuses.append("409") }
    if route.isExport || route.isLive || route.isKeeping { statuses.append("503") }
    return statuses
  }

  private func subscriptionProblems(_ route: Route) -> [String] {
    switch route.name {
    case "subscribe": ["403", "404", "409", "422", "429", "503"]
    case "test_subscription": ["403", "429", "503"]
    case "unsubscribe": ["403", "503"]
    default: ["503"]
    }
  }

  private func answer(_ route: Route) -> [String: Any] {
    let description = words.say("api.\(route.name)")
    guard route.produces != .nothing else { return ["description": description] }
    var content = [route.produces.rawValue: ["schema": OpenAPISchemas.schema(of: route)]]
    if route.isLive { content["application/json"] = ["schema": OpenAPISchemas.liveWindow] }
    return ["description": description, "content": content]
  }
}
