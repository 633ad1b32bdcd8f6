import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite(.timeLimit(.minutes(5))) struct `What syncs changed` {
  private func page(_ path: String) async throws -> String {
    try await PeaksTrial.ask { client, _ in
      String(buffer: try await client.execute(uri: path, method: .get).body)
    }
  }

  @Test func `stands on a page, sync by sync, old and new beside each other`() async throws {
    let page = try await page("/peaks/changes")
    let moments = page.matches(of: /<h2><a href="([^"]+)">([^<]+)<\/a> <span class="tally">([^<]+)/)
    #expect(
      moments.map { "\($0.2): \($0.3)" } == [
        "Saturday, 21 November 2026, 14:05: 2 changed",
        "Friday, 20 November 2026, 14:05: 1 new, 1 changed, 1 gone",
        "Thursday, 19 November 2026, 14:05: 3 new",
      ])
    #expect(moments.map { String($0.1) }.first == "/peaks/changes?sync=3")
    #expect(page.contains("<dt>Height</dt><dd><del>2,501\u{A0}m</del>"))
    #expect(page.contains("<ins>2,503\u{A0}m</ins>"))
    #expect(page.contains("<dt>Land</dt><dd><del>Slovakia</del>"))
    #expect(page.contains("<span class=\"none\">no value</span>"))
    #expect(page.contains("The copy was filled with 3 records."))
  }

  @Test func `shows all digits where two values would look alike`() async throws {
    let page = try await page("/peaks/changes?sync=3")
    #expect(page.contains("<del>2,503</del>"))
    #expect(page.contains("<ins>2,503.4</ins>"))
  }

  @Test func `is told of one record, one sync or one kind`() async throws {
    let rysy = try await page("/peaks/changes?id=Rysy")
    #expect(rysy.matches(of: /class="change"/).count == 2)
    #expect(rysy.contains("<p class=\"summary\"><a href=\"/peaks/Rysy\">Rysy</a></p>"))
    let gone = try await page("/peaks/changes?kind=deleted")
    #expect(gone.matches(of: /class="change"/).count == 1)
    #expect(gone.contains("href=\"/peaks/\(PeaksTrial.gone)\""))
    #expect(try await page("/peaks/changes?sync=99").contains("No change is on record."))
  }

  @Test func `turns its pages by the last change on them`() async throws {
    let first = try await page("/peaks/changes?limit=2")
    let older = try #require(first.firstMatch(of: /class="onwards" href="([^"]+)"/))
    #expect(older.1 == "/peaks/changes?before=4&amp;limit=2")
    let second = try await page("/peaks/changes?before=4&limit=2")
    #expect(second.contains("href=\"/peaks/changes?limit=2\">Newest changes"))
    #expect(second.matches(of: /class="change"/).count == 2)
  }

  @Test func `is JSON with what differs and nothing else`() async throws {
    let text = try await page("/peaks/changes.json?limit=2")
    let body = try JSONDecoder().decode(Body.self, from: Data(text.utf8))
    #expect(body.dataset == "peaks")
    #expect(body.syncs.map(\.number) == [3])
    #expect(body.syncs.first?.ended == "2026-11-21T14:05:00.000Z")
    #expect(body.changes.map(\.id) == ["Gerlach", "Rysy"])
    #expect(body.changes.map { $0.fields.keys.sorted() } == [["land"], ["height"]])
    #expect(text.contains(#""height":{"old":2503,"new":2503.4}"#))
    #expect(text.contains(#""land":{"old":"Slovakia","new":null}"#))
    #expect(body.next == "/peaks/changes.json?before=\(body.before ?? 0)&limit=2")
    #expect(body.credit.licence == "CC0")
  }

  struct Body: Decodable {
    let dataset: String
    let syncs: [Sync]
    let changes: [Change]
    let before: Int?
    let next: String?
    let credit: CreditBody

    struct Sync: Decodable {
      let number: Int
      let ended: String
    }

    struct Change: Decodable {
      let id: String
      let fields: [String: [String: JSONScalar?]]
    }

    struct JSONScalar: Decodable {
      init(from decoder: any Decoder) throws {}
    }
  }

  @Test func `leads on from every page of the dataset`() async throws {
    let list = try await page("/peaks")
    #expect(list.contains("rel=\"alternate\" type=\"application/atom+xml\""))
    #expect(
      list.contains("<a href=\"/peaks/changes\">What changed: 2 changed, today 14:05</a>"))
    let record = try await page("/peaks/Rysy")
    #expect(
      record.contains(
        "<a href=\"/peaks/changes?id=Rysy\">2 changes on record, the last on 21 November 2026</a>"))
  }

  @Test(arguments: [
    ("id2=x", "id2"), ("sync=0", "sync"), ("sync=x", "sync"), ("kind=gone", "kind"),
    ("before=-1", "before"), ("limit=0", "limit"), ("limit=1001", "limit"), ("offset=1", "offset"),
    ("sync=99999999999999999999", "sync"),
  ])
  func `refuses a parameter by its name`(query: String, parameter: String) async throws {
    try await PeaksTrial.ask { client, _ in
      for path in ["changes", "changes.json", "changes.atom"] {
        let answer = try await client.execute(uri: "/peaks/\(path)?\(query)", method: .get)
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains(parameter))
      }
    }
  }

  @Test(arguments: ["/ticks/changes", "/ticks/changes.json", "/ticks/changes.atom"])
  func `is not kept of a stream, and that is said`(path: String) async throws {
    try await PeaksTrial.ask { client, _ in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .notFound)
      #expect(String(buffer: answer.body).contains("of a stream it is not kept what changed"))
      let list = try await client.execute(uri: "/ticks", method: .get)
      #expect(!String(buffer: list.body).contains("/ticks/changes"))
    }
  }

  @Test func `asks its templates for nothing that nobody gives`() async throws {
    let names = MissingNames()
    try await PeaksTrial.ask(missing: { names.add($0) }) { client, _ in
      for path in ["changes", "changes?id=Rysy", "changes?before=2", PeaksTrial.gone, "Rysy"] {
        let answer = try await client.execute(uri: "/peaks/\(path)", method: .get)
        #expect([.ok, .gone].contains(answer.status))
      }
    }
    #expect(names.all.sorted() == [])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The feed of changes` {
  private func feed(
    _ query: String = "", headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    try await PeaksTrial.ask { client, _ in
      try await client.execute(
        uri: "/peaks/changes.atom" + query, method: .get, headers: headers)
    }
  }

  @Test func `is Atom with an entry for each sync`() async throws {
    let answer = try await feed()
    #expect(answer.headers[.contentType] == "application/atom+xml; charset=utf-8")
    let document = try XMLDocument(data: Data(answer.body.readableBytesView))
    let root = try #require(document.rootElement())
    #expect(root.uri == "http://www.w3.org/2005/Atom")
    func texts(_ path: String) throws -> [String] {
      try root.nodes(forXPath: path).compactMap(\.stringValue)
    }
    #expect(
      try texts("*[local-name()='author']/*[local-name()='name']") == [#"Keepers & "friends""#])
    #expect(try texts("*[local-name()='rights']") == ["CC0"])
    #expect(try texts("*[local-name()='updated']") == ["2026-11-21T14:05:00Z"])
    #expect(
      try texts("*[local-name()='entry']/*[local-name()='title']") == [
        "2 changed", "1 new, 1 changed, 1 gone", "The copy was filled with 3 records.",
      ])
    let links = try root.nodes(forXPath: "*[local-name()='link'][@rel='self']/@href")
    #expect(links.compactMap(\.stringValue) == ["http://localhost/peaks/changes.atom"])
  }

  @Test func `holds odd characters and no forbidden ones`() async throws {
    let document = try XMLDocument(data: Data(try await feed().body.readableBytesView))
    let text = try #require(document.rootElement()?.stringValue)
    #expect(text.contains("Łysica ]]&gt; 🏔"))
    #expect(text.contains("Ben &lt;Nevis&gt; &amp; Co"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  private static func names(_ response: TestResponse) -> [String] {
    String(buffer: response.body).matches(of: /<id>(urn:uuid:[0-9a-f-]{36})<\/id>/)
      .map { String($0.1) }
  }

  @Test func `keeps its names`() async throws {
    try await PeaksTrial.ask { client, trial in
      let path = "/peaks/changes.atom"
      let before = Self.names(try await client.execute(uri: path, method: .get))
      #expect(before.count == 4 && Set(before).count == 4)
      try await trial.sync(["Rysy,2499,Poland", "Gerlach,2655,", "Other,1,"])
      let after = Self.names(try await client.execute(uri: path, method: .get))
      #expect(after.count == 5)
      #expect([after[0]] + after[2...] == before)
      let other = Self.names(try await client.execute(uri: path + "?id=Rysy", method: .get))
      #expect(Set(other).isDisjoint(with: after))
    }
  }

  @Test func `is of one record where one is asked for`() async throws {
    let text = String(buffer: try await feed("?id=Rysy").body)
    #expect(text.matches(of: /<title>Rysy: changed<\/title>/).count == 2)
  }

  @Test func `is not sent again to who has it`() async throws {
    try await PeaksTrial.ask { client, trial in
      let first = try await client.execute(uri: "/peaks/changes.atom", method: .get)
      let tag = try #require(first.headers[.eTag])
      let date = try #require(first.headers[.lastModified])
      #expect(date == "Sat, 21 Nov 2026 14:05:00 GMT")
      let known: [(HTTPFields, HTTPResponse.Status)] = [
        ([.ifNoneMatch: tag], .notModified), ([.ifModifiedSince: date], .notModified),
        ([.ifModifiedSince: "Sun, 22 Nov 2026 00:00:00 GMT"], .notModified),
        ([.ifModifiedSince: "Fri, 20 Nov 2026 14:05:00 GMT"], .ok),
        ([.ifModifiedSince: "yesterday"], .ok),
        ([.ifNoneMatch: "\"other\"", .ifModifiedSince: date], .ok),
      ]
      for (headers, status) in known {
        let again = try await client.execute(
          uri: "/peaks/changes.atom", method: .get, headers: headers)
        #expect(again.status == status, "\(headers)")
        #expect((again.body.readableBytes == 0) == (status == .notModified))
        #expect(again.headers[.eTag] == tag)
      }
    }
  }

  @Test func `has the address it was asked under`() async throws {
    let answer = try await feed(
      headers: [.init("X-Forwarded-Proto") ?? .via: "https"])
    #expect(String(buffer: answer.body).contains("href=\"https://localhost/peaks/changes\""))
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The page of a record that is gone` {
  @Test func `is 410 with its last known values and date`() async throws {
    try await PeaksTrial.ask { client, _ in
      let page = try await client.execute(uri: "/peaks/\(PeaksTrial.gone)", method: .get)
      #expect(page.status == .gone)
      let text = String(buffer: page.body)
      #expect(text.contains("<h1>Ben &lt;Nevis&gt; &amp; \u{1}Co</h1>"))
      #expect(text.contains("<dd>1,345\u{A0}m</dd>"))
      #expect(text.contains("It was gone on Friday, 20 November 2026."))
      #expect(text.contains("href=\"/peaks/changes?id=\(PeaksTrial.gone)\""))
      let head = try await client.execute(uri: "/peaks/\(PeaksTrial.gone)", method: .head)
      #expect(head.status == .gone)
      #expect(head.body.readableBytes == 0)
    }
  }

  @Test func `is a problem for programs, with what is last known`() async throws {
    try await PeaksTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/peaks/\(PeaksTrial.gone).json", method: .get)
      #expect(answer.status == .gone)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body = try JSONDecoder().decode(Gone.self, from: Data(answer.body.readableBytesView))
      #expect(body.type == "/about#gone-record")
      #expect(body.status == 410)
      #expect(body.deleted == "2026-11-20T14:05:00Z")
      #expect(body.lastKnown.height == 1345)
      #expect(body.lastKnown.id == "Ben <Nevis> & \u{1}Co")
    }
  }

  struct Gone: Decodable {
    let type: String
    let status: Int
    let deleted: String
    let lastKnown: Peak

    enum CodingKeys: String, CodingKey {
      case type, status, deleted
      case lastKnown = "last_known"
    }

    struct Peak: Decodable {
      let id: String
      let height: Double
    }
  }

  @Test func `is the record again when it comes back, and 404 when it never was`() async throws {
    try await PeaksTrial.ask { client, trial in
      let unknown = try await client.execute(uri: "/peaks/Nobody", method: .get)
      #expect(unknown.status == .notFound)
      try await trial.sync([
        "Rysy,2503.4,Poland", "Gerlach,2655,", "Łysica ]]> 🏔,614,", "Ben <Nevis> & \u{1}Co,1,",
      ])
      for suffix in ["", ".json"] {
        let back = try await client.execute(
          uri: "/peaks/\(PeaksTrial.gone)\(suffix)", method: .get)
        #expect(back.status == .ok)
      }
    }
  }

  @Test func `has no pictures either`() async throws {
    try await PeaksTrial.ask { client, _ in
      let path = "/peaks/\(PeaksTrial.gone)/picture/land"
      let picture = try await client.execute(uri: path, method: .get)
      #expect(picture.status == .gone)
    }
  }
}
