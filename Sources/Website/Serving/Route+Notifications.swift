import HTTPTypes

extension Website {
  /// What has to do with telling people.
  var notificationRoutes: [Route] {
    [
      Route(
        method: .get, path: "/notifications", name: "notifications", produces: .html,
        answer: notifications),
      Route(
        method: .get, path: "/service-worker.js", name: "service_worker", produces: .script,
        answer: serviceWorker),
      Route(
        method: .get, path: "/greeting.json", name: "greeting_json", produces: .json,
        answer: greeting),
      Route(method: .get, path: "/push/key", name: "push_key", produces: .text, answer: pushKey),
      Route(
        method: .post, path: "/subscriptions", name: "subscribe", produces: .json,
        answer: subscribe),
      Route(
        method: .get, path: "/subscriptions/{id}.json", name: "subscription_json", produces: .json,
        answer: subscription),
      Route(
        method: .post, path: "/subscriptions/{id}/test", name: "test_subscription",
        produces: .json, answer: testSubscription),
      Route(
        method: .delete, path: "/subscriptions/{id}", name: "unsubscribe", produces: .nothing,
        answer: unsubscribe),
    ]
  }
}

extension Route {
  /// Whether it is one of those that only programs ask.
  var isAboutSubscriptions: Bool {
    path.hasPrefix("/subscriptions") || path.hasPrefix("/push/")
  }
}
