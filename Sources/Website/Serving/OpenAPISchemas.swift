import AlmanacDeclarations

/// The shapes of what the interface answers with, as JSON Schema.
enum OpenAPISchemas {
  /// The schema of a route's answer.
  static func schema(of route: Route) -> [String: Any] {
    let names = [
      "list_json": "Window", "search_json": "Search", "record_json": "RecordDocument",
      "index_json": "Index",
      "manifest": "WebManifest", "export_geojson": "FeatureCollection",
      "list_live": "LiveEvent", "live": "Health", "ready": "Health", "export_json": "Export",
      "changes_json": "Changes", "aside_json": "Aside",
      "distance_json": "Distance", "near_json": "Near",
      "map_json": "Places", "shell_json": "Shell", "offline_json": "KeptCopy",
      "offline_part_json": "KeptRows",
      "greeting_json": "Greeting", "subscribe": "Subscription", "subscription_json": "Subscription",
      "test_subscription": "Subscription",
    ]
    if let name = names[route.name] { return reference(name) }
    return ["type": route.produces == .json ? "object" : "string"]
  }

  /// All named schemas.
  static var all: [String: Any] {
    [
      "Window": window, "Section": section, "Search": search, "SearchPart": searchPart,
      "SearchRow": searchRow,
      "Export": export, "RecordDocument": record, "Record": row, "Index": index,
      "Health": health, "Credit": credit, "Problem": problem, "Changes": changes, "Sync": sync,
      "Change": change, "Drift": drift, "Held": held, "Aside": aside, "AsideRow": asideRow,
      "GoneRecord": goneRecord, "LiveEvent": liveEvent,
      "LiveWindow": liveWindowSchema, "LiveChange": liveChange, "LiveStatus": liveStatus,
      "LiveRow": liveRow, "Distance": distance, "DistanceEnd": distanceEnd, "Near": near,
      "Places": places, "Subscription": subscription, "SubscriptionWish": subscriptionWish,
      "Greeting": greeting, "Shell": shell, "KeptCopy": keptCopy, "KeptRows": keptRows,
      "KeptRow": keptRow, "PageParts": pageParts, "WebManifest": webManifest,
      "FeatureCollection": featureCollection,
    ]
  }

  private static var window: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "total": whole, "total_at_least": truth, "offset": whole,
        "rows": ["type": "array", "items": reference("Record")],
        "sections": ["type": "array", "items": reference("Section")], "credit": reference("Credit"),
      ], required: ["dataset", "version", "total", "offset", "rows", "credit"])
  }

  private static var places: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "total": whole, "placed": whole,
        "ids": ["type": "array", "items": ["type": ["string", "integer"]]],
        "places": ["type": "array", "items": ["type": "number"]],
        "credit": reference("Credit"),
      ], required: ["dataset", "version", "total", "placed", "ids", "places", "credit"])
  }

  private static var export: [String: Any] {
    object(
      [
        "dataset": text, "title": text, "version": text, "copy_of": text, "exported": text,
        "credit": reference("Credit"),
        "rows": ["type": "array", "items": reference("Record")], "count": whole,
      ], required: ["dataset", "title", "version", "exported", "credit", "rows", "count"])
  }

  private static var record: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "record": reference("Record"),
        "credit": reference("Credit"),
      ], required: ["dataset", "version", "record", "credit"])
  }

  private static var row: [String: Any] {
    var schema = object(["id": ["type": ["string", "integer"]]], required: ["id"])
    schema["additionalProperties"] = true
    return schema
  }

  private static var changes: [String: Any] {
    object(
      [
        "dataset": text, "syncs": ["type": "array", "items": reference("Sync")],
        "changes": ["type": "array", "items": reference("Change")],
        "before": ["type": ["integer", "null"]], "next": ["type": ["string", "null"]],
        "drift": ["type": "array", "items": reference("Drift")],
        "held": ["oneOf": [reference("Held"), ["type": "null"]]],
        "credit": reference("Credit"),
      ], required: ["dataset", "syncs", "changes", "before", "next", "drift", "held", "credit"])
  }

  private static var sync: [String: Any] {
    let kinds = SyncLine.Kind.allCases.map(\.rawValue)
    return object(
      [
        "number": whole, "kind": ["type": "string", "enum": kinds],
        "ended": ["type": "string", "format": "date-time"], "inserted": whole, "changed": whole,
        "deleted": whole, "total": whole,
      ], required: ["number", "kind", "ended", "inserted", "changed", "deleted", "total"])
  }

  private static var change: [String: Any] {
    let kinds = Change.Kind.allCases.map(\.rawValue)
    let values = object(["old": [:], "new": [:]], required: ["old", "new"])
    return object(
      [
        "sequence": whole, "sync": whole, "id": ["type": ["string", "integer"]],
        "kind": ["type": "string", "enum": kinds],
        "fields": ["type": "object", "additionalProperties": values], "undeclared": values,
      ], required: ["sequence", "sync", "id", "kind", "fields"])
  }

  private static var goneRecord: [String: Any] {
    [
      "allOf": [
        reference("Problem"),
        object(
          [
            "deleted": ["type": "string", "format": "date-time"],
            "last_known": reference("Record"), "credit": reference("Credit"),
          ], required: ["deleted", "last_known", "credit"]),
      ]
    ]
  }

  private static var index: [String: Any] {
    let entry = object(
      ["id": text, "href": text, "total": whole, "version": text, "credit": reference("Credit")],
      required: ["id", "href", "total", "version", "credit"])
    return object(
      [
        "datasets": ["type": "array", "items": entry],
        "problems": ["type": "array", "items": text],
      ], required: ["datasets", "problems"])
  }

  private static var health: [String: Any] { object(["status": text], required: ["status"]) }

  private static var credit: [String: Any] {
    object(["text": text, "homepage": text, "licence": text], required: ["text", "licence"])
  }

  private static var problem: [String: Any] {
    object(
      [
        "type": text, "title": text, "status": whole, "detail": text, "instance": text,
        "parameter": text, "still_works": text, "next": text,
      ], required: ["type", "title", "status", "detail", "instance", "still_works", "next"])
  }

  static var text: [String: Any] { ["type": "string"] }
  static var truth: [String: Any] { ["type": "boolean"] }
  static var whole: [String: Any] { ["type": "integer"] }

  static func reference(_ name: String) -> [String: Any] {
    ["$ref": "#/components/schemas/\(name)"]
  }

  static func object(_ properties: [String: Any], required: [String]) -> [String: Any] {
    ["type": "object", "properties": properties, "required": required]
  }
}
