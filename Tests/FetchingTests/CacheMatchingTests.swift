import Foundation
import Testing

@testable import AlmanacFetching

@Suite struct `Whether an answer may be stored` {
  private func allows(_ status: Int, _ control: String, asking: String = "") -> Bool {
    Storability.allows(
      status, control.isEmpty ? [] : [HTTPHeader("Cache-Control", control)],
      to: CacheControl([HTTPHeader("Cache-Control", asking)]))
  }

  @Test func `depends on its status where it says nothing`() {
    let stored = (100..<1000).filter { allows($0, "") }
    #expect(stored == [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
  }

  @Test func `is for it to say, but for parts, confirmations and what is no answer yet`() {
    let refused = (100..<1000).filter { !allows($0, "max-age=60") }
    #expect(refused == Array(100..<200) + [206, 304])
    #expect(allows(403, "private") && allows(403, "public") && !allows(403, "x"))
    #expect(
      Storability.allows(599, [HTTPHeader("Expires", "0")], to: CacheControl([])))
  }

  @Test(arguments: [
    (200, "no-store, max-age=60", "", false), (200, "max-age=60", "no-store", false),
    (200, "max-age=60, no-store, must-understand", "", true),
    (599, "max-age=60, no-store, must-understand", "", false),
    (599, "max-age=60, must-understand", "", false), (599, "max-age=60", "", true),
    (200, "no-cache", "", true), (200, "max-age=60, private", "", true),
  ])
  func `is for both sides to forbid`(
    _ status: Int, _ answer: String, _ request: String, _ isAllowed: Bool
  ) {
    #expect(allows(status, answer, asking: request) == isAllowed)
  }

  @Test(arguments: [
    ("/a?x=1", "max-age=9", true), ("http://h.org/a?x=1", "max-age=9", true),
    ("/b", "max-age=9", false),
    ("", "max-age=9", false), ("/a?x=1", "public", false),
    ("http://i.org/a?x=1", "max-age=9", false),
  ])
  func `as the answer to a POST takes its own address and a stated freshness`(
    _ place: String, _ control: String, _ isAllowed: Bool
  ) throws {
    let url = try #require(URL(string: "http://h.org/a?x=1"))
    let headers = [HTTPHeader("Content-Location", place), HTTPHeader("Cache-Control", control)]
    #expect(Storability.allowsPost(200, headers, to: url) == isAllowed)
    #expect(!Storability.allowsPost(201, headers, to: url))
  }

  @Test func `is in doubt after a change for the addresses it names at the same origin`() throws {
    let url = try #require(URL(string: "http://h.org/a"))
    let headers = [
      HTTPHeader("Location", "b?x"), HTTPHeader("Content-Location", "http://h.org:80/c"),
    ]
    let doubtful = Storability.doubtful(headers, after: url).map(\.absoluteString)
    #expect(doubtful == ["http://h.org/b?x", "http://h.org:80/c"])
    let foreign = ["https://h.org/b", "http://i.org/b", "http://h.org:81/b", "mailto:a@b"]
    for place in foreign {
      #expect(Storability.doubtful([HTTPHeader("Location", place)], after: url).isEmpty)
    }
  }

  @Test func `never extends to the fields of the connection`() {
    let names = [
      "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
      "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    ]
    let lines =
      names.map { HTTPHeader($0, "x") } + [HTTPHeader("X-A", "1"), HTTPHeader("X-B", "2")]
    #expect(lines.endToEnd.map(\.name) == ["X-A", "X-B"])
    let listed = lines + [HTTPHeader("connection", "close, X-b")]
    #expect(listed.endToEnd.map(\.name) == ["X-A"])
    let content = [HTTPHeader("Set-Cookie", "a"), HTTPHeader("Content-Encoding", "gzip")]
    #expect(content.endToEnd.count == 2 && content.storable.isEmpty)
  }
}

@Suite struct `The fields that Vary names` {
  private func matches(_ name: String, _ stored: [String], _ asked: [String]) -> Bool? {
    let vary = Vary(
      answer: [HTTPHeader("Vary", name)], request: stored.map { HTTPHeader(name, $0) })
    return vary?.matches(asked.map { HTTPHeader(name.uppercased(), $0) })
  }

  @Test(arguments: [
    ("Foo", ["1"], ["1"], true), ("Foo", ["1"], ["2"], false), ("Foo", [], ["1"], false),
    ("Foo", ["1"], [], false), ("Foo", [], [], true), ("Foo", ["1, 2"], ["1", "2"], true),
    ("Foo", ["1,2"], [" 1 ,  2 "], true), ("Foo", ["1, 2"], ["2, 1"], false),
    ("Foo", ["a"], ["A"], false), ("Accept-Language", ["en, de"], ["de, EN"], true),
    ("Accept-Language", ["en;q=0.5"], ["en; q=0.5"], true),
    ("Accept-Language", ["en"], ["de"], false),
    ("Foo", [""], [], false),
  ])
  func `must have the same meaning as when the answer was stored`(
    _ name: String, _ stored: [String], _ asked: [String], _ isSame: Bool
  ) {
    #expect(matches(name, stored, asked) == isSame)
  }

  @Test(arguments: ["*", "*, *", ", *", "*, Foo", "Foo, *", "foo , * "])
  func `are all there is to know about when they are a star`(_ text: String) {
    #expect(Vary(answer: [HTTPHeader("Vary", text)], request: []) == nil)
    #expect(
      Vary(answer: [HTTPHeader("vary", "foo"), HTTPHeader("Vary", text)], request: []) == nil)
  }

  @Test func `all count, in whatever order`() {
    let request = ["a", "b", "c"].map { HTTPHeader($0, "1") }
    let vary = Vary(
      answer: [HTTPHeader("Vary", "A, b"), HTTPHeader("Vary", "C")], request: request)
    #expect(vary?.matches(request.reversed()) == true)
    for index in 0..<3 {
      var other = request
      other[index].value = "2"
      #expect(vary?.matches(other) == false)
      #expect(vary?.matches(other + [HTTPHeader("d", "1")]) == false)
    }
    #expect(vary?.name != Vary(answer: [], request: request)?.name)
  }
}

@Suite struct `What a client has already` {
  private func holds(_ asked: [HTTPHeader], _ stored: [HTTPHeader], status: Int = 200) throws
    -> Bool
  {
    let date = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    let vary = try #require(Vary(answer: [], request: []))
    let entry = CacheEntry(
      status: status, headers: stored, requestedAt: date, receivedAt: date, vary: vary,
      answeredBy: "", redirectedTo: nil, redirectsHold: nil, bodyLength: 0, bodyDigest: "")
    return Conditions(asked).holds(entry)
  }

  @Test(arguments: [
    ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true),
    ("\"x\", \"a\", \"y\"", "\"a\"", true), ("\"x\", W/\"a\"", "\"a\"", true), ("*", "\"a\"", true),
    ("\"b\"", "\"a\"", false), ("\"A\"", "\"a\"", false), ("a", "\"a\"", false),
    ("\"a,b\"", "\"a,b\"", true), ("\"a", "\"a\"", false), ("", "\"a\"", false),
  ])
  func `is known by its tag`(_ asked: String, _ stored: String, _ isSame: Bool) throws {
    let held = try holds([HTTPHeader("If-None-Match", asked)], [HTTPHeader("ETag", stored)])
    #expect(held == isSame)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", true), ("Sunday, 06-Nov-94 08:49:37 GMT", true),
    ("Sun Nov  6 08:49:38 1994", true), ("Sun, 06 Nov 1994 08:49:36 GMT", false), ("0", false),
  ])
  func `is known by its date, else by when the answer was made`(_ text: String, _ isSame: Bool)
    throws
  {
    let asked = [HTTPHeader("If-Modified-Since", text)]
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(try holds(asked, [HTTPHeader("Last-Modified", date)]) == isSame)
    #expect(try holds(asked, [HTTPHeader("Date", date)]) == isSame)
    #expect(try holds(asked, []) == isSame)
    #expect(try !holds(asked, [], status: 404))
  }

  @Test func `is not known by its date when it has a tag`() throws {
    let asked = [
      HTTPHeader("If-None-Match", "\"a\""),
      HTTPHeader("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ]
    let modified = HTTPHeader("Last-Modified", "Sun, 06 Nov 1994 08:00:00 GMT")
    #expect(try !holds(asked, [HTTPHeader("ETag", "\"b\""), modified]))
    #expect(try !holds(asked, [modified]))
  }
}

@Suite struct `A range of bytes` {
  @Test(arguments: [
    ("bytes=0-1", 0..<2), ("bytes=1-", 1..<10), ("bytes=-3", 7..<10), ("bytes=-30", 0..<10),
    ("bytes=9-9", 9..<10), ("bytes=5-99", 5..<10), ("BYTES=0-0", 0..<1), ("bytes=0- 1", 0..<2),
  ])
  func `names the bytes there are`(_ text: String, _ range: Range<Int>) {
    #expect(ByteRange(text)?.resolved(in: 10) == range)
  }

  @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0"])
  func `may name none`(_ text: String) throws {
    #expect(try #require(ByteRange(text)).resolved(in: 10) == nil)
    #expect(try #require(ByteRange("bytes=-1")).resolved(in: 0) == nil)
  }

  @Test(arguments: [
    nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1",
    "bytes=--1", "bytes=+1-2", "bytes=99999999999999999999-",
  ])
  func `is left aside when it is anything else`(_ text: String?) {
    #expect(ByteRange(text) == nil)
  }
}
