/// The shapes of documents that other standards describe.
extension OpenAPISchemas {
  /// What a device installs the pages by (W3C Web Application Manifest).
  static var webManifest: [String: Any] {
    let icon = object(
      ["src": text, "sizes": text, "type": text, "purpose": text],
      required: ["src", "sizes", "type"])
    let shortcut = object(
      ["name": text, "url": text, "icons": ["type": "array", "items": icon]],
      required: ["name", "url"])
    let texts = [
      "id", "name", "short_name", "description", "lang", "dir", "start_url", "scope", "display",
      "theme_color", "background_color",
    ]
    var properties = texts.reduce(into: [String: Any]()) { $0[$1] = text }
    properties["icons"] = ["type": "array", "items": icon]
    properties["shortcuts"] = ["type": "array", "items": shortcut]
    return object(properties, required: ["id", "name", "start_url", "scope", "display", "icons"])
  }

  /// The records with a place and those without (RFC 7946, section 3.3).
  static var featureCollection: [String: Any] {
    let feature = object(
      [
        "type": ["type": "string", "enum": ["Feature"]], "id": ["type": ["string", "integer"]],
        "geometry": geometry, "properties": ["type": ["object", "null"]],
      ], required: ["type", "geometry", "properties"])
    return object(
      [
        "type": ["type": "string", "enum": ["FeatureCollection"]], "dataset": text, "title": text,
        "version": text, "copy_of": text, "exported": text, "credit": reference("Credit"),
        "features": ["type": "array", "items": feature], "count": whole,
      ], required: ["type", "dataset", "features", "credit", "count"])
  }

  /// A point of degrees east and north; null for a record without a place.
  private static var geometry: [String: Any] {
    let numbers: [String: Any] = ["type": "array", "items": ["type": "number"], "minItems": 2]
    var point = object(
      ["type": ["type": "string", "enum": ["Point"]], "coordinates": numbers],
      required: ["type", "coordinates"])
    point["type"] = ["object", "null"]
    return point
  }
}
