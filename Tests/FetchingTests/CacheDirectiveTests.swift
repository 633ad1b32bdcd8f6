import Foundation
import Testing

@testable import AlmanacFetching

@Suite struct `Cache-Control` {
  private func control(_ lines: String...) -> CacheControl {
    CacheControl(lines.map { HTTPHeader("cache-control", $0) })
  }

  @Test(arguments: [
    ("max-age=60", 60.0), ("MaX-AgE=60", 60), ("max-age=003600", 3600), ("max-age=\"60\"", 60),
    ("max-age=0", 0), ("max-age=-1", 0), ("max-age='60'", 0), ("max-age=60.5", 0),
    ("max-age=a60", 0), ("max-age=60a", 0), ("max-age =60", 0), ("max-age= 60", 0),
    ("max-age", 0), ("max-age=", 0), ("max-age=99999999999", 2_147_483_648),
    ("max-age=60, max-age=1", 60), ("max-age=1, max-age=60", 1),
    ("extension=\"max-age=60\", max-age=1", 1), ("extension=\"a\\\", max-age=60\", max-age=1", 1),
    ("a=\"b\" , max-age=1 , c", 1), (",,max-age=1,,", 1),
  ])
  func `states how long an answer is fresh, and the malformed not at all`(
    _ text: String, _ seconds: Double
  ) {
    #expect(control(text).maxAge == seconds)
  }

  @Test func `may come in several lines, of which the first counts`() {
    #expect(control("public", "max-age=5", "max-age=7").maxAge == 5)
    #expect(control("s-maxage=60, private").maxAge == nil)
  }

  @Test func `names directives without case, and unknown ones mean nothing`() {
    #expect(control("No-StOrE").noStore)
    #expect(control("No-CaChE").noCache)
    #expect(control("nothing-to-see-here") == control())
    #expect(control("x-no-store, no-storehouse").noStore == false)
    #expect(control("must-revalidate, must-understand, public").mustRevalidate)
    #expect(control("only-if-cached").onlyIfCached)
  }

  @Test func `may forbid the unconfirmed use of some fields only`() {
    let some = control("no-cache=\"Set-Cookie, X-A\", max-age=60")
    #expect(!some.noCache && some.noCacheFields == ["set-cookie", "x-a"])
    #expect(control("no-cache=Set-Cookie").noCacheFields == ["set-cookie"])
    #expect(control("no-cache=\"\"").noCache)
    #expect(control("no-cache=a, no-cache").noCache)
  }

  @Test func `says how much staleness is taken`() {
    #expect(control("max-stale").maxStale == .infinity)
    #expect(control("max-stale=9, min-fresh=8").maxStale == 9)
    #expect(control("stale-if-error=7, stale-while-revalidate=6").staleIfError == 7)
    #expect(control("stale-while-revalidate=6").staleWhileRevalidate == 6)
    #expect(control("min-fresh=8").minFresh == 8)
  }

  @Test func `goes before Pragma`() {
    let pragma = HTTPHeader("Pragma", "x, No-Cache")
    #expect(CacheControl([pragma]).noCache)
    #expect(!CacheControl([pragma, HTTPHeader("Cache-Control", "max-age=1")]).noCache)
    #expect(!CacheControl([HTTPHeader("Pragma", "foo")]).noCache)
  }

  @Test func `takes any text without harm`() {
    var chance = SystemRandomNumberGenerator()
    let alphabet = Array("=,\"\\ \tmax-age0159'é no-cache;")
    for _ in 1...2000 {
      let text = String(
        (0..<Int.random(in: 0...30)).map { _ in
          alphabet.randomElement(using: &chance) ?? " "
        })
      let read = control(text)
      #expect(read.maxAge.map { (0...2_147_483_648).contains($0) } ?? true)
      #expect(Directives(text).all.allSatisfy { !$0.name.contains(",") || text.contains("\"") })
    }
  }
}

@Suite struct `A list of directives` {
  @Test(arguments: [
    ("a, b", ["a", "b"]), ("a,b,", ["a", "b"]), (" a\t,  b ", ["a", "b"]), ("", []), (", ,", []),
    ("a=\"x, y\", b", ["a=\"x, y\"", "b"]), ("\"a\\\"b,c\",d", ["\"a\\\"b,c\"", "d"]),
    ("\"open, c", ["\"open, c"]), ("*", ["*"]), (", *", ["*"]),
  ])
  func `separates at commas that are not quoted`(_ text: String, _ members: [String]) {
    #expect(Directives.split(text).map(String.init) == members)
  }
}

@Suite struct `The dates of HTTP` {
  private let now = Date(timeIntervalSince1970: 1_795_233_600)

  @Test(arguments: [
    "Thu, 18 Aug 2050 02:01:18 GMT", "THU, 18 AUG 2050 02:01:18 gMT",
    "Thursday, 18-Aug-50 02:01:18 GMT", "Thu Aug 18 02:01:18 2050",
  ])
  func `have three forms, whose case does not matter`(_ text: String) {
    #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == 2_544_400_878)
  }

  @Test func `have a space before a day below 10 in one form, and a zero in the others`() {
    #expect(HTTPDate.parse("Mon Aug  8 02:01:18 2050", now: now) != nil)
    #expect(HTTPDate.parse("Mon Aug 8 02:01:18 2050", now: now) == nil)
    #expect(HTTPDate.parse("Mon, 8 Aug 2050 02:01:18 GMT", now: now) == nil)
  }

  @Test(arguments: [
    "0", "-1", "", "soon", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST",
    "Thu, 18 Aug 2050 02:01:18", "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT",
    "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT",
    "Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:19 GMT", "Thu, 18 Aug 2050 02:01 GMT",
    "Thu, 18 Aug 2050 24:00:00 GMT", "Thu, 32 Aug 2050 02:01:18 GMT", "2050-08-18T02:01:18Z",
    "Thu, +8 Aug 2050 02:01:18 GMT", "Xyz, 18 Aug 2050 02:01:18 GMT",
  ])
  func `are nothing else`(_ text: String) {
    #expect(HTTPDate.parse(text, now: now) == nil)
  }

  @Test func `are read as they were written, for a thousand years`() throws {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let format = Date.ISO8601FormatStyle()
    for step in 0..<2000 {
      let seconds = step * 15_778_463
      let date = Date(timeIntervalSince1970: TimeInterval(seconds))
      let parts = date.formatted(format).split(whereSeparator: { "-T:Z".contains($0) })
      let month = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      let index = try #require(Int(parts[1])) - 1
      let text =
        "\(days[seconds / 86_400 % 7]), \(parts[2]) \(month[index]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
      #expect(HTTPDate.parse(text, now: now) == date)
    }
  }
}
