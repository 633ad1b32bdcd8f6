import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The contract of every route` {
  static let pages = [
    "/", "/about", "/patterns", "/stones", "/lands", "/trades", "/stones/s1", "/stones/bare",
    "/lands/EE",
    "/stones/a%2Fb%20c", "/trades/3", "/stones?view=fell_lately", "/stones?q=stone&sort=name",
    "/stones?offset=200", "/stones?offset=1000000", "/lands?q=nothing-like-it",
    "/stones/changes", "/stones/changes?kind=deleted", "/notifications", "/preferences",
    "/search", "/search?q=stone%202",
    "/search?q=nothing-like-it",
    "/stones/map",
    "/stones/map?fall=Fell&map-at=54.8,-61.1,5.5&map-id=s2", "/stones/map?q=nothing-like-it",
  ]
  static let documents = [
    "/index.json", "/stones.json", "/lands.json?sort=-population", "/stones/s1.json",
    "/stones/a%2Fb%20c.json", "/trades/3.json", "/stones/changes.json", "/stones/map.json",
    "/stones/map.json?fall=Fell", "/openapi.json", "/greeting.json",
    "/health/live", "/health/ready", "/-/shell.json", "/-/offline/stones.json",
    "/-/offline/lands/0.json",
  ]

  @Test(arguments: pages) func `a page is HTML and says when it was right`(path: String)
    async throws
  {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .ok)
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      let text = String(buffer: page.body)
      #expect(text.hasPrefix("<!doctype html>"))
      #expect(!text.contains("Optional("))
      #expect(!text.contains("[words"), "a phrase is missing")
      #expect(!text.contains(" style=") && !text.contains("<style") && !text.contains("onclick"))
    }
  }

  @Test(arguments: documents) func `a document is JSON`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let document = try await client.execute(uri: path, method: .get)
      #expect(document.status == .ok)
      #expect(document.headers[.contentType] == "application/json")
      let value = try JSONSerialization.jsonObject(with: Data(document.body.readableBytesView))
      #expect(value is [String: Any])
    }
  }

  @Test(arguments: pages + documents + ["/metrics", "/nothing-here", "/stones/none.json"])
  func `HEAD equals GET without a body`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let get = try await client.execute(uri: path, method: .get)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == get.status)
      #expect(head.body.readableBytes == 0)
      for name in [HTTPField.Name.contentType, .cacheControl, .eTag] {
        #expect(head.headers[name] == get.headers[name])
      }
      #expect(head.headers[.contentLength] != nil)
    }
  }

  @Test(arguments: ["/", "/stones", "/stones.json", "/metrics", "/nothing-here", "/stones?x=1"])
  func `every answer keeps other sites out`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      for (name, value) in ProblemMiddleware.safety { #expect(answer.headers[name] == value) }
      #expect(ProblemMiddleware.safety.count == 6)
      let policy = try #require(answer.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'self';"))
      let rest = policy.replacing("script-src 'self' 'wasm-unsafe-eval';", with: "")
      #expect(rest != policy)
      #expect(!rest.contains("unsafe") && !rest.contains("script-src"))
    }
  }

  @Test func `parts of pages carry what browsers heed of them, and workers the policy too`()
    async throws
  {
    let names = ["almanac.js", "almanac.css", "live-worker.js"]
    try await TrialLibrary.ask { client in
      let assets = try TrialLibrary.files.get().assets
      for path in names.map(assets.address) + ["/service-worker.js"] {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .ok)
        #expect(answer.headers[HTTPField.Name("X-Content-Type-Options")!] == "nosniff")
        #expect(answer.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
        #expect(answer.headers[HTTPField.Name("Permissions-Policy")!] == nil)
        let isWorker = path.hasSuffix("worker.js")
        let policy = isWorker ? ProblemMiddleware.contentSecurityPolicy : nil
        #expect(answer.headers[.contentSecurityPolicy] == policy)
      }
      let icon = try await client.execute(uri: assets.address("almanac.svg"), method: .get)
      #expect(icon.headers[.contentSecurityPolicy] == ProblemMiddleware.contentSecurityPolicy)
    }
  }

  @Test func `a window says its dataset, version, total, offset, rows and credit`() async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/stones.json?offset=2&limit=3", method: .get)
      let window = try JSONDecoder().decode(
        WindowBody.self, from: Data(answer.body.readableBytesView))
      #expect(window.dataset == "stones")
      #expect(window.total == 250)
      #expect(window.offset == 2)
      #expect(window.rows.map(\.id) == ["s246", "s245", "s244"])
      #expect(window.credit.licence == "CC0")
    }
  }

  @Test func `a window past the end is empty and keeps the true total`() async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/stones.json?offset=1000000", method: .get)
      let window = try JSONDecoder().decode(
        WindowBody.self, from: Data(answer.body.readableBytesView))
      #expect(window.total == 250)
      #expect(window.rows.isEmpty)
    }
  }

  @Test(arguments: [
    "/?x=1", "/about?x=1", "/index.json?x=1", "/stones/s1?x=1", "/stones/s1.json?x=1",
  ])
  func `a parameter that nobody heeds is refused by its name`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .badRequest)
      #expect(String(buffer: answer.body).contains("x"))
    }
  }

  @Test(arguments: ["/-/0/almanac.css", "/-/0/nothing.css"])
  func `a file under the name of other content is not there`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .notFound)
    }
  }

  @Test(arguments: ["/stones.json?limit=2", "/stones/s1.json", "/stones/map.json?fall=Fell"])
  func `what a client has already is not sent again`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let first = try await client.execute(uri: path, method: .get)
      let tag = try #require(first.headers[.eTag])
      let again = try await client.execute(
        uri: path, method: .get, headers: [.ifNoneMatch: "\"other\", W/\(tag)"])
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
      #expect(again.headers[.eTag] == tag)
    }
  }

  @Test func `other queries have other tags`() async throws {
    try await TrialLibrary.ask { client in
      let two = try await client.execute(uri: "/stones.json?limit=2", method: .get)
      let three = try await client.execute(uri: "/stones.json?limit=3", method: .get)
      #expect(two.headers[.eTag] != three.headers[.eTag])
    }
  }

  @Test func `styles and scripts are kept for ever under the name of their content`() async throws {
    try await TrialLibrary.ask { client in
      let home = String(buffer: try await client.execute(uri: "/", method: .get).body)
      let addresses = home.matches(of: /"(\/-\/[^"]+)"/).map { String($0.1) }
      #expect(addresses.count > 3, "a style, an icon, a script and the modules behind it")
      for address in addresses {
        let file = try await client.execute(uri: address, method: .get)
        #expect(file.status == .ok)
        #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let tag = try #require(file.headers[.eTag])
        let again = try await client.execute(
          uri: address, method: .get, headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
      }
    }
  }

  @Test func `a record's key may hold any character`() async throws {
    try await TrialLibrary.ask { client in
      let list = String(buffer: try await client.execute(uri: "/stones?q=odd", method: .get).body)
      #expect(list.contains("href=\"/stones/a%2Fb%20c\""))
      let page = String(
        buffer: try await client.execute(uri: "/stones/a%2Fb%20c", method: .get).body)
      #expect(page.contains("<h1>Odd key</h1>"))
    }
  }

  @Test func `data is text, never markup or a script`() async throws {
    try await TrialLibrary.ask { client in
      for path in ["/stones?mass.known=false", "/stones/bare"] {
        let page = String(buffer: try await client.execute(uri: path, method: .get).body)
        #expect(page.contains("Bare &lt;&amp;&quot;&#39;&gt; stone"))
      }
      let odd = String(
        buffer: try await client.execute(uri: "/stones/a%2Fb%20c", method: .get).body)
      #expect(!odd.contains("href=\"javascript"))
    }
  }

  @Test func `metrics count records and requests`() async throws {
    try await TrialLibrary.ask { client in
      _ = try await client.execute(uri: "/stones.json", method: .get)
      let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(text.contains("almanac_records{dataset=\"stones\"} 250\n"))
      #expect(text.contains("{route=\"/{dataset}.json\",status=\"200\"} 1\n"))
      #expect(text.contains("almanac_http_request_duration_seconds_count 1\n"))
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        #expect(line.wholeMatch(of: /[a-z_]+(\{.*\})? -?[0-9.e+-]+/) != nil, "\(line)")
      }
    }
  }
}

/// A window as a client decodes it.
struct WindowBody: Decodable {
  let dataset: String
  let version: String
  let total: Int
  let offset: Int
  let rows: [Row]
  let credit: CreditBody

  struct Row: Decodable {
    let id: String
  }
}
