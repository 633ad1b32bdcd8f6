extension OpenAPISchemas {
  /// A section of a list: how many records count under it, and who else belongs there.
  static var section: [String: Any] {
    let other = object(["id": ["type": ["string", "integer"]], "title": text], required: ["id"])
    return object(
      [
        "name": ["type": ["string", "null"]], "count": whole, "offset": whole,
        "see_also": ["type": "array", "items": other], "see_also_count": whole,
      ], required: ["name", "count", "offset"])
  }
}
