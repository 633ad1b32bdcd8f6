/// The shapes of who is told what.
extension OpenAPISchemas {
  /// What a browser sends to be told.
  static var subscribeBody: [String: Any] {
    [
      "required": true,
      "content": ["application/json": ["schema": reference("SubscriptionWish")]],
    ]
  }

  /// A push subscription as browsers write it, and what is watched.
  static var subscriptionWish: [String: Any] {
    let keys = object(["p256dh": text, "auth": text], required: ["p256dh", "auth"])
    let push = object(
      ["endpoint": ["type": "string", "format": "uri", "maxLength": 2048], "keys": keys],
      required: ["endpoint", "keys"])
    return object(["subscription": push, "watch": watch], required: ["subscription", "watch"])
  }

  static var subscription: [String: Any] {
    let trouble = object(
      ["what": text, "since": moment, "next_attempt": moment],
      required: ["what", "since", "next_attempt"])
    return object(
      [
        "id": text, "watch": watch, "title": text, "href": text, "language": text,
        "state": ["type": "string", "enum": ["live", "waiting", "dead"]], "made": moment,
        "last_delivered": moment, "ended": moment, "trouble": trouble,
      ], required: ["id", "watch", "title", "href", "language", "state", "made"])
  }

  /// A record by `id`, a list's search by `query`, else the dataset.
  private static var watch: [String: Any] {
    object(["dataset": text, "id": text, "query": text], required: ["dataset"])
  }

  /// A record at random, and its card as HTML.
  static var greeting: [String: Any] {
    let fact = object(["title": text, "text": text], required: ["title", "text"])
    return object(
      [
        "dataset": text, "title": text, "href": text, "picture": text,
        "facts": ["type": "array", "items": fact], "after": whole, "card": text,
      ], required: ["dataset", "title", "href", "facts", "after", "card"])
  }

  private static var moment: [String: Any] { ["type": "string", "format": "date-time"] }
}
