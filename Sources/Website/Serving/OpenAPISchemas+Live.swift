/// The shapes of what a live window tells.
extension OpenAPISchemas {
  /// The window alone.
  static var liveWindow: [String: Any] { reference("LiveWindow") }

  /// The data of one event, by its name: `window`, `change` or `status`.
  static var liveEvent: [String: Any] {
    ["oneOf": ["LiveWindow", "LiveChange", "LiveStatus"].map(reference)]
  }

  static var liveWindowSchema: [String: Any] {
    object(
      [
        "dataset": text, "version": text, "total": whole, "offset": whole,
        "rows": ["type": "array", "items": reference("LiveRow")],
      ], required: ["dataset", "version", "total", "offset", "rows"])
  }

  /// To be applied to the window `since`: drop the rows in `remove`, then put each of `insert`,
  /// ascending, at its final place.
  static var liveChange: [String: Any] {
    let insertion = object(
      ["at": whole, "arrived": ["type": "boolean"], "row": reference("LiveRow")],
      required: ["at", "row"])
    return object(
      [
        "version": text, "since": text, "total": whole, "offset": whole, "above": whole,
        "below": whole, "remove": ["type": "array", "items": key],
        "insert": ["type": "array", "items": insertion],
      ],
      required: [
        "version", "since", "total", "offset", "above", "below", "remove", "insert",
      ])
  }

  static var liveStatus: [String: Any] {
    object(
      [
        "isLive": ["type": "boolean"], "rate": ["type": ["number", "null"]], "count": whole,
        "lines": ["type": "array", "items": text], "trouble": ["type": ["string", "null"]],
      ], required: ["isLive", "rate", "count", "lines", "trouble"])
  }

  /// A record as lists write it, or its key and its row of HTML.
  static var liveRow: [String: Any] {
    [
      "oneOf": [
        reference("Record"),
        object(["id": key, "html": text], required: ["id", "html"]),
      ]
    ]
  }

  private static var key: [String: Any] { ["type": ["string", "integer"]] }
}
