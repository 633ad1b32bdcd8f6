import AlmanacEngine

extension OpenAPISchemas {
  static var shell: [String: Any] {
    object(
      [
        "digest": text, "language": text, "files": ["type": "array", "items": text],
        "pages": ["type": "object", "additionalProperties": reference("PageParts")],
      ], required: ["digest", "language", "files", "pages"])
  }

  /// A page as what its template and the frame around it read.
  static var pageParts: [String: Any] {
    object(
      [
        "template": text, "language": text, "model": ["type": "object"],
        "frame": ["type": "object"],
      ], required: ["model", "frame"])
  }

  static var keptCopy: [String: Any] {
    let own: [String: Any] = [
      "dataset": text, "version": text, "language": text,
      "units": ["type": "string", "enum": UnitSystem.allCases.map(\.rawValue)], "title": text,
      "address": text, "count": whole, "rows_a_part": whole, "bytes_about": whole,
      "pictures": whole, "parts": ["type": "array", "items": text],
      "map": ["type": ["string", "null"]],
      "copied_at": ["type": ["string", "null"], "format": "date-time"],
      "credit": reference("Credit"), "place": ["type": ["integer", "null"]],
    ]
    let told = ["files", "core", "declaration", "list", "pages", "record", "home"]
    var properties = told.reduce(into: own) { $0[$1] = ["type": ["object", "null"]] }
    properties["lists"] = ["type": "object", "additionalProperties": reference("PageParts")]
    return object(properties, required: properties.keys.sorted())
  }

  static var keptRows: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "offset": whole,
        "rows": ["type": "array", "items": reference("KeptRow")],
      ], required: ["dataset", "version", "offset", "rows"])
  }

  static var keptRow: [String: Any] {
    object(
      [
        "id": ["type": ["string", "integer"]], "values": reference("Record"), "row": text,
        "page": ["type": "object"], "facts": ["type": "object"],
        "sections": ["type": "array", "items": text],
      ], required: ["id", "values", "row", "page", "facts"])
  }
}
