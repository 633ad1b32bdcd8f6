import Foundation
import Testing

@testable import AlmanacFetching

/// A moment, and entries stored then.
private let start = Date(timeIntervalSince1970: 1_784_000_000)  // Tue, 14 Jul 2026 03:33:20 GMT

private func entry(_ headers: [String: String], status: Int = 200) -> CacheEntry {
  entry(headers.map { HTTPHeader($0.key, $0.value) }, status: status)
}

private func entry(_ headers: [HTTPHeader], status: Int = 200) -> CacheEntry {
  CacheEntry(
    status: status, headers: headers, requestedAt: start, receivedAt: start,
    vary: .none, answeredBy: "", redirectedTo: nil,
    redirectsHold: nil, bodyLength: 0, bodyDigest: "")
}

extension Vary {
  fileprivate static var none: Vary {
    guard let vary = Vary(answer: [], request: []) else { preconditionFailure("no star") }
    return vary
  }
}

private func reuse(
  _ headers: [String: String], after seconds: Double, asking: String = ""
) -> CachePolicy.Reuse {
  let request = asking.isEmpty ? [] : [HTTPHeader("Cache-Control", asking)]
  return CachePolicy(request, now: start.addingTimeInterval(seconds)).reuse(entry(headers))
}

@Suite struct `The age of a stored answer` {
  private func age(_ headers: [HTTPHeader], after seconds: Double = 0) -> Double {
    entry(headers).age(at: start.addingTimeInterval(seconds))
  }

  @Test(arguments: [
    ("30", 30.0), ("abc", 0), ("-30", 0), ("30.0", 0), ("30, 0", 30), ("0, 30", 0), ("30;a=b", 0),
    ("2147483647", 2_147_483_647), ("2147483649", 2_147_483_648),
    ("99999999999999999999999999", 2_147_483_648), ("", 0),
  ])
  func `begins with what it came with, if that is a number`(_ text: String, _ seconds: Double) {
    #expect(age([HTTPHeader("Age", text)]) == seconds)
    #expect(age([HTTPHeader("Age", text)], after: 9) == seconds + 9)
  }

  @Test func `begins with the first of several lines`() {
    #expect(age([HTTPHeader("Age", "7"), HTTPHeader("Age", "9")]) == 7)
  }

  @Test func `is at least what the clocks say`() {
    let slow = HTTPHeader("Date", "Tue, 14 Jul 2026 03:32:20 GMT")
    let fast = HTTPHeader("Date", "Tue, 14 Jul 2026 03:43:20 GMT")
    #expect(age([slow], after: 5) == 65)
    #expect(age([slow, HTTPHeader("Age", "90")], after: 5) == 95)
    #expect(age([fast], after: 5) == 5)
    #expect(age([HTTPHeader("Date", "soon")], after: 5) == 5)
  }

  @Test func `counts the time the answer took`() {
    var slow = entry([HTTPHeader("Age", "10")])
    slow.receivedAt = start.addingTimeInterval(4)
    #expect(slow.age(at: start.addingTimeInterval(6)) == 16)
  }

  @Test func `is unknown when the clock was turned back`() {
    #expect(age([], after: -1) == .infinity)
    #expect(reuse(["Cache-Control": "max-age=60"], after: -1) == .afterAsking)
  }

  @Test func `is written on an answer from the cache, in place of the old`() {
    let headers = entry(["Age": "30", "X-A": "1", "Cache-Control": "no-cache=\"x-a\", max-age=99"])
      .headersForReuse(at: start.addingTimeInterval(12.7))
    #expect(headers.first("Age") == "42")
    #expect(headers.filter { $0.isNamed("age") }.count == 1)
    #expect(headers.first("X-A") == nil)
  }
}

@Suite struct `The freshness of an answer` {
  private static let cases: [([String: String], Double)] = [
    (["Cache-Control": "max-age=60", "Expires": "0"], 60.0),
    (["Cache-Control": "max-age=0", "Expires": "Fri, 06 Nov 2093 08:49:37 GMT"], 0),
    (["Expires": "Tue, 14 Jul 2026 03:34:20 GMT"], 60),
    (["Expires": "Tue, 14 Jul 2026 03:34:20 GMT", "Date": "Tue, 14 Jul 2026 03:34:10 GMT"], 10),
    (["Expires": "Tue, 14 Jul 2026 03:34:20 GMT", "Date": "yesterday"], 60),
    (["Expires": "0"], 0), (["Cache-Control": "s-maxage=60"], 0), ([:], 0),
    (["Last-Modified": "Tue, 14 Jul 2026 03:16:40 GMT"], 100),
    (["Last-Modified": "Tue, 14 Jul 2020 03:16:40 GMT"], 86_400),
    (["Last-Modified": "Tue, 14 Jul 2036 03:16:40 GMT"], 0), (["Last-Modified": "0"], 0),
    (["Last-Modified": "Tue, 14 Jul 2026 03:16:40 GMT", "Expires": "0"], 0),
  ]

  @Test(arguments: cases)
  func `is what it says, else a tenth of the time since it was modified`(
    _ headers: [String: String], _ seconds: Double
  ) {
    #expect(entry(headers).freshnessLifetime == seconds)
  }

  @Test func `is nothing when Expires comes twice`() {
    let line = HTTPHeader("Expires", "Fri, 06 Nov 2093 08:49:37 GMT")
    #expect(entry([line, line]).freshnessLifetime == 0)
  }

  @Test func `is guessed for few statuses, and for any that is public`() {
    let modified = ["Last-Modified": "Tue, 14 Jul 2026 03:16:40 GMT"]
    let statuses = [200, 203, 204, 301, 308, 404, 405, 410, 414, 501]
    for status in 100..<600 {
      let isGuessed = entry(modified, status: status).freshnessLifetime > 0
      #expect(isGuessed == (statuses + [206, 300]).contains(status))
      let marked = modified.merging(["Cache-Control": "public"]) { $1 }
      #expect(entry(marked, status: status).freshnessLifetime == 100)
    }
  }
}

@Suite struct `A stored answer` {
  private let minute = ["Cache-Control": "max-age=60"]

  @Test(arguments: [
    ("max-age=60", "", 59.0, true), ("max-age=60", "", 60, false),
    ("no-cache, max-age=60", "", 1, false),
    ("max-age=60", "no-cache", 1, false), ("max-age=60", "no-store", 1, false),
    ("max-age=60", "max-age=0", 0, false), ("max-age=60", "max-age=10", 10, true),
    ("max-age=60", "max-age=10", 11, false), ("max-age=60", "min-fresh=30", 30, true),
    ("max-age=60", "min-fresh=30", 31, false), ("max-age=60", "max-stale", 9999, true),
    ("max-age=60", "max-stale=5", 65, true), ("max-age=60", "max-stale=5", 66, false),
    ("max-age=60, must-revalidate", "max-stale", 60, false),
    ("max-age=60", "max-stale, min-fresh=1", 60, false),
    ("max-age=60", "only-if-cached", 1, true), ("max-age=60", "unknown", 1, true),
    ("max-age=60, immutable", "max-age=0", 1, false),
    ("max-age=60, proxy-revalidate, s-maxage=0, private", "", 59, true),
  ])
  func `is used without asking as both sides allow`(
    _ answer: String, _ request: String, _ seconds: Double, _ isUsed: Bool
  ) {
    let found = reuse(["Cache-Control": answer], after: seconds, asking: request)
    #expect(found == (isUsed ? .asItIs : .afterAsking))
  }

  @Test func `may be used while it is asked for, for as long as it says`() {
    let headers = ["Cache-Control": "max-age=60, stale-while-revalidate=10"]
    #expect(reuse(headers, after: 59) == .asItIs)
    #expect(reuse(headers, after: 70) == .whileRevalidating)
    #expect(reuse(headers, after: 71) == .afterAsking)
    let strict = ["Cache-Control": "max-age=60, stale-while-revalidate=10, must-revalidate"]
    #expect(reuse(strict, after: 61) == .afterAsking)
  }

  @Test(arguments: [
    ("max-age=1", "", false, true), ("max-age=1, stale-if-error=60", "", true, true),
    ("max-age=1, stale-if-error=9", "", false, false),
    ("max-age=1", "stale-if-error=60", true, true),
    ("max-age=1, must-revalidate, stale-if-error=60", "", false, false),
    ("no-cache, stale-if-error=60", "", false, false),
    ("max-age=1, stale-if-error=60", "no-cache", false, false),
    ("max-age=1, stale-if-error=60", "max-age=0", false, false),
  ])
  func `may stand for an error, or for a server that is gone, where nobody forbids it`(
    _ answer: String, _ request: String, _ forError: Bool, _ whenGone: Bool
  ) {
    let policy = CachePolicy(
      [HTTPHeader("Cache-Control", request)], now: start.addingTimeInterval(30))
    let stored = entry(["Cache-Control": answer])
    #expect(policy.permitsStaleOnError(stored) == forError)
    #expect(policy.permitsStaleWhenDisconnected(stored) == whenGone)
  }

  @Test func `takes the fields of a 304 but for those that tell of its bytes`() {
    let stored = entry([
      "ETag": "\"a\"", "X-A": "1", "Content-Length": "36", "Content-Encoding": "gzip", "Age": "9",
      "Date": "Tue, 14 Jul 2026 03:32:20 GMT", "Content-Type": "text/csv",
    ])
    let later = start.addingTimeInterval(50)
    let renewed = stored.confirmed(
      by: AnswerHead(
        status: 304, phrase: "",
        headers: [
          HTTPHeader("x-a", "2"), HTTPHeader("Content-Length", "0"), HTTPHeader("X-B", "3"),
          HTTPHeader("Content-Type", "text/plain"),
        ], url: URL(filePath: "/"), requestedAt: later, receivedAt: later), redirectsHold: 7)
    #expect(renewed.headers.combined("X-A") == "2" && renewed.headers.first("X-B") == "3")
    #expect(renewed.headers.first("Content-Length") == "36")
    #expect(renewed.headers.first("Content-Type") == "text/csv")
    #expect(renewed.headers.first("Content-Encoding") == "gzip")
    #expect(renewed.headers.first("Age") == nil && renewed.headers.first("Date") == nil)
    #expect(renewed.age(at: later) == 0 && renewed.status == 200 && renewed.redirectsHold == 7)
  }
}
