import AlmanacDeclarations

extension OpenAPISchemas {
  /// How a field of a source differs.
  static var drift: [String: Any] {
    object(
      [
        "code": text, "field": ["type": ["string", "null"]], "what": text,
        "since": ["type": "string", "format": "date-time"],
      ], required: ["code", "field", "what", "since"])
  }

  /// What the brake holds, and the command that lets it through.
  static var held: [String: Any] {
    object(
      ["what": text, "since": ["type": "string", "format": "date-time"], "next": text],
      required: ["what", "since", "next"])
  }

  /// The records that could not be kept.
  static var aside: [String: Any] {
    object(
      [
        "dataset": text, "total": whole,
        "reasons": [
          "type": "array",
          "items": object(["reason": text, "count": whole], required: ["reason", "count"]),
        ],
        "listed": whole, "rows": ["type": "array", "items": reference("AsideRow")],
        "credit": reference("Credit"),
      ], required: ["dataset", "total", "reasons", "listed", "rows", "credit"])
  }

  /// A record that could not be kept.
  static var asideRow: [String: Any] {
    object(
      [
        "reason": text, "is_news": truth, "page": whole, "position": whole,
        "key": ["type": ["string", "null"]], "raw": text,
      ], required: ["reason", "is_news", "page", "position", "raw"])
  }
}
