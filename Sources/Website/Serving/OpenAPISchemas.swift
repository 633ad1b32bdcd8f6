/// The shapes of what the interface answers with, as JSON Schema.
enum OpenAPISchemas {
  /// The schema of a route's answer.
  static func schema(of route: Route) -> [String: Any] {
    let names = [
      "list_json": "Window", "record_json": "RecordDocument", "index_json": "Index",
      "live": "Health", "ready": "Health", "export_json": "Export",
    ]
    if let name = names[route.name] { return reference(name) }
    return ["type": route.produces == .json ? "object" : "string"]
  }

  /// All named schemas.
  static var all: [String: Any] {
    [
      "Window": window, "Export": export, "RecordDocument": record, "Record": row, "Index": index,
      "Health": health,
      "Credit": credit, "Problem": problem,
    ]
  }

  private static var window: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "total": whole, "offset": whole,
        "rows": ["type": "array", "items": reference("Record")], "credit": reference("Credit"),
      ], required: ["dataset", "version", "total", "offset", "rows", "credit"])
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

  private static var text: [String: Any] { ["type": "string"] }
  private static var whole: [String: Any] { ["type": "integer"] }

  private static func reference(_ name: String) -> [String: Any] {
    ["$ref": "#/components/schemas/\(name)"]
  }

  private static func object(_ properties: [String: Any], required: [String]) -> [String: Any] {
    ["type": "object", "properties": properties, "required": required]
  }
}
