import AlmanacSandbox

extension FaultTable {
  /// What a server says instead of the answer.
  static let statuses: [FaultRow] = [
    FaultRow(
      name: "500 once, then the answer",
      faults: [.status(500), .slow(bytes: 1_000_000, pause: .zero)], told: "",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 2),
    FaultRow(
      name: "500", faults: [.status(500)],
      told: "the server answered 500 Internal Server Error: Synthetic failure 500", requests: 3),
    FaultRow(
      name: "503 without a time", faults: [.status(503)],
      told: "the server answered 503 Service Unavailable: Synthetic failure 503", requests: 3),
    FaultRow(
      name: "429 with a time that nobody understands", faults: [.status(429, retryAfter: "soon")],
      told: "the server asks us to wait (status 429)", again: .served(60), requests: 3),
    FaultRow(
      name: "503 with Retry-After", faults: [.status(503, retryAfter: "120")],
      told: "the server asks us to wait (status 503)", again: .served(120), requests: 1),
    FaultRow(
      name: "429 without a time", faults: [.status(429)],
      told: "the server asks us to wait (status 429)", again: .served(60), requests: 3),
    FaultRow(
      name: "429 with seconds", faults: [.status(429, retryAfter: "90")],
      told: "the server asks us to wait (status 429)", again: .served(90), requests: 1),
    FaultRow(
      name: "429 with a date", faults: [.status(429, retryAfter: "Wed, 15 Jul 2026 04:43:20 GMT")],
      told: "the server asks us to wait (status 429)", again: .served(600), requests: 1),
    FaultRow(
      name: "500 with Retry-After", faults: [.status(500, retryAfter: "7200")],
      told: "the server asks us to wait (status 500)", again: .served(7200), requests: 1),
    FaultRow(
      name: "404 with Retry-After", faults: [.status(404, retryAfter: "300")],
      told: "the server asks us to wait (status 404)", again: .served(300), requests: 1),
    FaultRow(
      name: "202 with Retry-After", faults: [.status(202, retryAfter: "300")],
      told: "the server is still preparing the answer", again: .served(300), requests: 1),
    FaultRow(
      name: "301 with Retry-After", faults: [.status(301, retryAfter: "7200")],
      told: "the server asks us to wait (status 301)", again: .served(7200), requests: 1),
    FaultRow(
      name: "429 with a date years ahead",
      faults: [.status(429, retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT")],
      told: "the server asks us to wait (status 429)", again: .served(86400), requests: 1),
    FaultRow(
      name: "202 for ever", faults: [.status(202)],
      told: "the server is still preparing the answer", again: .served(60), requests: 3),
    FaultRow(name: "204", faults: [.status(204)], told: "the answer is empty", requests: 1),
    FaultRow(
      name: "206, which nobody asked for", faults: [.status(206)],
      told: "the server sent only a part of the answer (206), which nobody asked for", requests: 1),
    FaultRow(
      name: "304 with nothing stored", scene: .listWithoutCache, faults: [.status(304)],
      told: "the server says that nothing changed (304), but there is nothing here to "
        + "compare with", requests: 1),
    FaultRow(
      name: "400", faults: [.status(400)],
      told: "the server answered 400 Bad Request: Synthetic failure 400. The dataset file "
        + "may ask in a way that the server no longer takes", requests: 1),
    FaultRow(
      name: "401", faults: [.status(401)],
      told: "the server answered 401 Unauthorized: Synthetic failure 401. It may want a "
        + "key or token, or it refuses programs like this one", requests: 1),
    FaultRow(
      name: "403", faults: [.status(403)],
      told: "the server answered 403 Forbidden: Synthetic failure 403. It may want a key "
        + "or token, or it refuses programs like this one", requests: 1),
    FaultRow(
      name: "404", faults: [.status(404)],
      told: "the server answered 404 Not Found: Synthetic failure 404. The address may "
        + "have moved: correct source.url in the dataset file", requests: 1),
    FaultRow(
      name: "410", faults: [.status(410)],
      told: "the server answered 410 Gone: Synthetic failure 410. The address may have "
        + "moved: correct source.url in the dataset file", requests: 1),
    FaultRow(
      name: "408", faults: [.status(408)],
      told: "the server answered 408 Request Timeout: Synthetic failure 408. That may pass by "
        + "itself; it is asked again later", requests: 1),
    FaultRow(
      name: "423", faults: [.status(423)],
      told: "the server answered 423 Locked: Synthetic failure 423. That may pass by itself; it "
        + "is asked again later", requests: 1),
    FaultRow(
      name: "425", faults: [.status(425)],
      told: "the server answered 425: Synthetic failure 425. That may pass by itself; it is "
        + "asked again later", requests: 1),
  ]

  /// Where a server sends us.
  static let redirects: [FaultRow] = [
    FaultRow(
      name: "a redirect in a circle", faults: [.redirect(to: "/api/v2/main/stations")],
      told: "the server sent us elsewhere, but in a circle "
        + "(http://localhost:8081/api/v2/main/stations)", requests: 1),
    FaultRow(
      name: "a redirect between two addresses",
      faults: [.redirect(to: "/api/v2/main/stations?next")],
      told: "the server sent us elsewhere, but in a circle "
        + "(http://localhost:8081/api/v2/main/stations?next=…)", requests: 2),
    FaultRow(
      name: "301 to an error", faults: [.redirect(to: "/gone", status: 301)],
      told: "the server answered 404 Not Found. The address may have moved: correct "
        + "source.url in the dataset file", requests: 1),
    FaultRow(
      name: "a redirect to another host, which gets no key", scene: .pages,
      faults: [
        .redirect(to: "http://127.0.0.1:PORT/countries/v5"), .slow(bytes: 1_000_000, pause: .zero),
      ],
      told: "the server answered 401 Unauthorized: A valid API key is required. Check the "
        + "key or token that the dataset file takes from the environment", requests: 2),
    FaultRow(
      name: "a redirect to where nobody listens", faults: [.redirect(to: "http://localhost:1/")],
      told: "localhost could not be reached: connection refused", requests: 3),
    FaultRow(
      name: "a next link to the page itself", scene: .links, faults: [.linked(to: "0.json")],
      told: "the links to further pages lead in a circle", requests: 1),
    FaultRow(
      name: "a next link that leads back in disguise", scene: .links,
      faults: [.linked(to: "0.json?again")],
      told: "the links to further pages lead in a circle", requests: 2),
    FaultRow(
      name: "a next link to another, private host", scene: .links,
      faults: [.linked(to: "http://127.0.0.1:PORT/files/1.json")],
      told: "127.0.0.1 is an address in a private network, which data may not name", requests: 1),
    FaultRow(
      name: "a next link to a file", scene: .links, faults: [.linked(to: "file:///etc/passwd")],
      told: "the request cannot be sent: data may not name files", requests: 1),
    FaultRow(
      name: "a redirect to a file", faults: [.redirect(to: "file:///etc/passwd")],
      told: "the server sent us elsewhere, but not to a web address (file:///etc/passwd)",
      requests: 1),
  ]
}
