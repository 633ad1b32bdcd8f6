/// The shapes of what is measured between places.
extension OpenAPISchemas {
  static var distance: [String: Any] {
    let end = reference("DistanceEnd")
    let names = ["metres", "kilometres", "miles", "initial_bearing", "final_bearing"]
    var properties: [String: Any] = [
      "dataset": text, "version": text, "from": end, "to": end, "credit": reference("Credit"),
      "line": ["type": "array", "items": pair],
    ]
    for name in names { properties[name] = ["type": ["number", "null"]] }
    return object(
      properties, required: ["dataset", "version", "from", "to", "line", "credit"] + names)
  }

  static var near: [String: Any] {
    let number: [String: Any] = ["type": "number"]
    let row = object(
      [
        "metres": number, "bearing": ["type": ["number", "null"]], "record": reference("Record"),
      ], required: ["metres", "bearing", "record"])
    return object(
      [
        "dataset": text, "version": text, "from": reference("DistanceEnd"),
        "place": object(
          ["latitude": number, "longitude": number], required: ["latitude", "longitude"]),
        "radius": ["type": ["number", "null"]], "total": whole,
        "rows": ["type": "array", "items": row], "credit": reference("Credit"),
      ], required: ["dataset", "version", "place", "radius", "total", "rows", "credit"])
  }

  static var distanceEnd: [String: Any] {
    let number: [String: Any] = ["type": "number"]
    var location = object(
      ["latitude": number, "longitude": number], required: ["latitude", "longitude"])
    location["type"] = ["object", "null"]
    return object(
      [
        "id": ["type": ["string", "integer"]], "title": text, "location": location,
        "gone": ["type": "string", "format": "date-time"],
      ], required: ["id", "title", "location"])
  }

  /// A latitude and a longitude, in degrees.
  private static var pair: [String: Any] {
    ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2]
  }
}
