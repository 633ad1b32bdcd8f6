import AlmanacSandbox

/// Every fault that is tried, in the order of `Notes/faults.md`.
enum FaultTable {
  static let rows = connections + statuses + redirects + shapes + records

  private static let connections = [
    FaultRow(name: "the connection is closed before any answer", faults: [.closed], told: "", requests: 3),
    FaultRow(name: "the connection is reset in the middle of the body", faults: [.wire(.reset)], told: "", requests: 3),
    FaultRow(name: "the connection ends in the middle of the body", faults: [.truncated()], told: "", requests: 3),
    FaultRow(name: "silence before any answer", faults: [.hang(.seconds(60))], told: "", requests: 3),
    FaultRow(name: "silence in the middle of the headers", faults: [.wire(.stalledHead)], told: "", requests: 3),
    FaultRow(name: "silence in the middle of the body", faults: [.wire(.stalledBody)], told: "", requests: 3),
    FaultRow(name: "Content-Length is more than is sent", faults: [.wire(.lengthTooLong)], told: "", requests: 3),
    FaultRow(name: "Content-Length is less than is sent", faults: [.wire(.lengthTooShort)], told: "", requests: 3),
    FaultRow(name: "two contradicting Content-Lengths", faults: [.wire(.twoLengths)], told: "", requests: 3),
    FaultRow(name: "a chunk of no known size", faults: [.wire(.badChunk)], told: "", requests: 3),
    FaultRow(name: "a body that never ends", faults: [.wire(.endless)], told: "", requests: 1),
    FaultRow(name: "a header of ten megabytes", faults: [.wire(.hugeHead)], told: "", requests: 3),
    FaultRow(name: "a header with a control character", faults: [.wire(.badHeader)], told: "", requests: 3),
    FaultRow(name: "something else than HTTP", faults: [.wire(.garbage)], told: "", requests: 3),
    FaultRow(name: "a compression bomb", faults: [.gzipBomb()], told: "", requests: 1),
    FaultRow(name: "damaged gzip", faults: [.spoilt(.damagedGzip)], told: "", requests: 1),
    FaultRow(name: "gzip that ends in the middle", faults: [.spoilt(.cutGzip)], told: "", requests: 1),
  ]

  private static let statuses = [
    FaultRow(name: "500 once, then the answer", faults: [.status(500), .slow(bytes: 1_000_000, pause: .zero)], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 2),
    FaultRow(name: "500", faults: [.status(500)], told: "", requests: 3),
    FaultRow(name: "503 without a time", faults: [.status(503)], told: "", requests: 3),
    FaultRow(name: "503 with Retry-After", faults: [.status(503, retryAfter: "120")], told: "", again: .served(120), requests: 1),
    FaultRow(name: "429 without a time", faults: [.status(429)], told: "", again: .served(60), requests: 3),
    FaultRow(name: "429 with seconds", faults: [.status(429, retryAfter: "90")], told: "", again: .served(90), requests: 1),
    FaultRow(name: "429 with a date", faults: [.status(429, retryAfter: "Wed, 15 Jul 2026 06:13:20 GMT")], told: "", again: .served(10), requests: 1),
    FaultRow(name: "429 with a date years ahead", faults: [.status(429, retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT")], told: "", again: .served(86400), requests: 1),
    FaultRow(name: "202 for ever", faults: [.status(202)], told: "", again: .served(60), requests: 3),
    FaultRow(name: "204", faults: [.status(204)], told: "", requests: 1),
    FaultRow(name: "206, which nobody asked for", faults: [.status(206)], told: "", requests: 1),
    FaultRow(name: "304 with nothing stored", scene: .listWithoutCache, faults: [.status(304)], told: "", requests: 1),
    FaultRow(name: "400", faults: [.status(400)], told: "", requests: 1),
    FaultRow(name: "401", faults: [.status(401)], told: "", requests: 1),
    FaultRow(name: "403", faults: [.status(403)], told: "", requests: 1),
    FaultRow(name: "404", faults: [.status(404)], told: "", requests: 1),
    FaultRow(name: "410", faults: [.status(410)], told: "", requests: 1),
  ]

  private static let redirects = [
    FaultRow(name: "a redirect in a circle", faults: [.redirect(to: "/api/v2/main/stations")], told: "", requests: 1),
    FaultRow(name: "a redirect without an end", faults: [.redirect(to: "/api/v2/main/stations?next")], told: "", requests: 1),
    FaultRow(name: "301 to an error", faults: [.redirect(to: "/gone", status: 301)], told: "", requests: 1),
    FaultRow(name: "a redirect to another host, which gets no key", scene: .pages, faults: [.redirect(to: "http://127.0.0.1:PORT/countries/v5"), .slow(bytes: 1_000_000, pause: .zero)], told: "", requests: 2),
    FaultRow(name: "a redirect to where nobody listens", faults: [.redirect(to: "http://localhost:1/")], told: "", requests: 3),
    FaultRow(name: "a next link to the page itself", scene: .links, faults: [.linked(to: "0.json")], told: "", again: .person, requests: 1),
    FaultRow(name: "a next link to another, private host", scene: .links, faults: [.linked(to: "http://127.0.0.1:PORT/files/1.json")], told: "", requests: 1),
    FaultRow(name: "a next link to a file", scene: .links, faults: [.linked(to: "file:///etc/passwd")], told: "", requests: 1),
    FaultRow(name: "a redirect to a file", faults: [.redirect(to: "file:///etc/passwd")], told: "", requests: 1),
  ]

  private static let shapes = [
    FaultRow(name: "a web page instead of JSON", faults: [.html], told: "", requests: 1),
    FaultRow(name: "a web page instead of CSV", scene: .table, faults: [.html], told: "", requests: 1),
    FaultRow(name: "`success: false` with status 200", faults: [.wrongShape], told: "", requests: 1),
    FaultRow(name: "no bytes at all", faults: [.spoilt(.empty)], told: "", requests: 1),
    FaultRow(name: "JSON that ends in the middle", faults: [.cut(percent: 60)], told: "", requests: 1),
    FaultRow(name: "CSV that ends in the middle", scene: .table, faults: [.cut(percent: 60)], told: "", again: .person, requests: 1),
    FaultRow(name: "an empty list", faults: [.shrunken(percent: 0)], told: "", again: .person, requests: 1),
    FaultRow(name: "far fewer records", faults: [.shrunken(percent: 50)], told: "", again: .person, requests: 1),
    FaultRow(name: "pages that repeat", scene: .pages, faults: [.repeatedPages], told: "", again: .person, requests: 2),
    FaultRow(name: "an offset that is ignored", scene: .pages, faults: [.ignoredOffset], told: "", again: .person, requests: 2),
    FaultRow(name: "another encoding, UTF-16", faults: [.spoilt(.utf16)], told: "", requests: 1),
    FaultRow(name: "bytes that are not UTF-8", faults: [.spoilt(.invalidUTF8)], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "a byte order mark", faults: [.spoilt(.mark)], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "another Content-Type", faults: [.headers(["Content-Type": "text/html"])], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "absurd dates in the headers", faults: [.headers(["Date": "Fri, 31 Dec 9999 23:59:59 GMT", "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT", "Expires": "soon"])], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "an absurd Age", faults: [.headers(["Age": "99999999999999999999", "Cache-Control": "max-age=31536000, immutable"])], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
  ]

  private static let records = [
    FaultRow(name: "the key has another name", faults: [.renamed("id", to: "number")], told: "", requests: 1),
    FaultRow(name: "the key is null", faults: [.nulled("id")], told: "", requests: 1),
    FaultRow(name: "every record twice", faults: [.doubled], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "every other record is null", faults: [.nullRows], told: "", again: .person, requests: 1),
    FaultRow(name: "a field has another name", faults: [.renamed("hits", to: "visits")], told: "", kept: .applied("+0 ~120 -0"), again: .due, requests: 1),
    FaultRow(name: "a field is gone", faults: [.dropped("hits")], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "a field is null everywhere", faults: [.nulled("hits")], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(name: "a field has another type", faults: [.retyped("city")], told: "", kept: .applied("+0 ~120 -0"), again: .due, requests: 1),
    FaultRow(name: "lists nested 2,000 deep", faults: [.nested("hits")], told: "", requests: 1),
    FaultRow(name: "a number of 10,000 digits", faults: [.digits("hits")], told: "", kept: .applied("+0 ~120 -0"), again: .due, requests: 1),
    FaultRow(name: "a portal that renames a column", scene: .portal, faults: [.renamed("mass", to: "weight")], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
  ]
}
