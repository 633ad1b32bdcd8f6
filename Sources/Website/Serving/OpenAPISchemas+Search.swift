/// The shapes of what a search finds.
extension OpenAPISchemas {
  static var search: [String: Any] {
    object(
      [
        "query": text, "total": whole, "total_at_least": truth, "partial": truth,
        "suggestion": ["type": ["string", "null"]],
        "datasets": ["type": "array", "items": reference("SearchPart")],
      ], required: ["query", "total", "total_at_least", "partial", "suggestion", "datasets"])
  }

  static var searchPart: [String: Any] {
    object(
      [
        "dataset": text, "title": text, "total": whole, "total_at_least": truth, "partial": truth,
        "rows": ["type": "array", "items": reference("SearchRow")],
        "credit": reference("Credit"),
      ], required: ["dataset", "title", "total", "total_at_least", "partial", "rows", "credit"])
  }

  static var searchRow: [String: Any] {
    let tiers = ["exact", "folded", "prefix", "word", "inside", "typo"]
    let range: [String: Any] = [
      "type": "array", "items": whole, "minItems": 2, "maxItems": 2,
    ]
    return object(
      [
        "id": ["type": ["string", "integer"]], "title": text, "subtitle": text, "href": text,
        "match": ["type": "string", "enum": tiers], "field": text, "text": text,
        "marks": ["type": "array", "items": range],
      ], required: ["id", "title", "subtitle", "href", "match", "marks"])
  }
}
