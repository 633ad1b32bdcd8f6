import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A list as a file` {
  static let formats = [
    ("/stones.csv", "text/csv; charset=utf-8; header=present", "stones-2026-11-21.csv"),
    ("/stones.export.json", "application/json", "stones-2026-11-21.json"),
    ("/stones.ndjson", "application/x-ndjson", "stones-2026-11-21.ndjson"),
    ("/stones.geojson", "application/geo+json", "stones-2026-11-21.geojson"),
    ("/stones.sqlite", "application/vnd.sqlite3", "stones-2026-11-21.sqlite"),
  ]
  private static let paths = formats.map(\.0)

  @Test(arguments: formats) func `has a type, a name, a licence and a giver`(
    path: String, type: String, name: String
  ) async throws {
    try await TrialLibrary.ask { client in
      let file = try await client.execute(uri: path, method: .get)
      #expect(file.status == .ok)
      #expect(file.headers[.contentType] == type)
      #expect(file.headers[.contentDisposition] == "attachment; filename=\"\(name)\"")
      #expect(file.headers[.acceleratorBuffering] == "no")
      let link = try #require(HTTPField.Name("Link"))
      let links = try #require(file.headers[link])
      #expect(
        links.hasPrefix("<https://creativecommons.org/publicdomain/zero/1.0/>; rel=\"license\""))
      #expect(links.contains("metadata") == (path.hasSuffix("csv") || path.hasSuffix("ndjson")))
      #expect(file.body.readableBytes > 1000)
    }
  }

  @Test(arguments: paths) func `is not sent again to who has it`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let first = try await client.execute(uri: path, method: .get)
      let tag = try #require(first.headers[.eTag])
      let again = try await client.execute(
        uri: path, method: .get, headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
      let other = try await client.execute(
        uri: path + "?fall=Fell", method: .get, headers: [.ifNoneMatch: tag])
      #expect(other.status == .ok)
    }
  }

  @Test(arguments: paths) func `says with HEAD what GET would say, but no length`(
    path: String
  ) async throws {
    try await TrialLibrary.ask { client in
      let get = try await client.execute(uri: path, method: .get)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == .ok)
      #expect(head.body.readableBytes == 0)
      #expect(head.headers[.contentLength] == nil)
      for name in [HTTPField.Name.contentType, .contentDisposition, .eTag, .cacheControl] {
        #expect(head.headers[name] == get.headers[name])
      }
    }
  }

  @Test func `holds what the list finds, all of it`() async throws {
    try await TrialLibrary.ask { client in
      for query in ["", "?fall=Fell&mass.min=2000", "?q=stone&sort=-name", "?view=fell_lately"] {
        let list = try await client.execute(
          uri: "/stones.json" + (query.isEmpty ? "?" : query + "&") + "limit=1000", method: .get)
        let shown = try JSONDecoder().decode(
          WindowBody.self, from: Data(list.body.readableBytesView))
        let file = try await client.execute(uri: "/stones.ndjson" + query, method: .get)
        let ids = try String(buffer: file.body).split(separator: "\n").map {
          try JSONDecoder().decode(WindowBody.Row.self, from: Data($0.utf8)).id
        }
        #expect(!ids.isEmpty)
        #expect(ids.sorted() == shown.rows.map(\.id).sorted())
        if query.contains("sort") { #expect(ids == shown.rows.map(\.id)) }
      }
    }
  }

  @Test(arguments: [
    ("/stones.csv?limit=10", "limit"), ("/stones.sqlite?offset=1", "offset"),
    ("/stones.geojson?colour=red", "colour"), ("/stones.ndjson?mass.min=much", "mass.min"),
    ("/stones.export.json?sort=weight", "sort"), ("/stones.csv-metadata.json?q=a", "q"),
  ])
  func `refuses parameters that it cannot heed, by name`(
    path: String, parameter: String
  ) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .badRequest)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body = try JSONDecoder().decode(
        ProblemBody.self, from: Data(answer.body.readableBytesView))
      #expect(body.parameter == parameter)
    }
  }

  @Test func `is no GeoJSON where there are no places, and says so to programs and people`()
    async throws
  {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/trades.geojson", method: .get)
      #expect(answer.status == .notFound)
      #expect(answer.headers[.contentType] == "application/problem+json")
      #expect(String(buffer: answer.body).contains("CSV, JSON, NDJSON and SQLite"))
      let page = try await client.execute(
        uri: "/trades.geojson", method: .get, headers: [.accept: "text/html,*/*"])
      #expect(page.status == .notFound)
      #expect(String(buffer: page.body).contains("There are no places to draw"))
      let none = try await client.execute(uri: "/nothing.csv", method: .get)
      #expect(none.status == .notFound)
    }
  }

  @Test func `waits its turn when as many are made as the server can bear`() async throws {
    try await TrialLibrary.with { website in
      try await website.application(logger: Logger(label: "test")).test(.router) { client in
        var permits: [ExportGate.Permit] = []
        while let permit = website.exports.permit() { permits.append(permit) }
        #expect(permits.count == 4)
        let answer = try await client.execute(uri: "/stones.csv", method: .get)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "10")
        let head = try await client.execute(uri: "/stones.csv", method: .head)
        #expect(head.status == .ok, "nothing is made for it")
        permits.removeLast()
        for path in Self.paths {
          let file = try await client.execute(uri: path, method: .get)
          #expect(file.status == .ok, "the turn before was given back")
        }
      }
    }
  }

  @Test func `is linked from its list with the conditions that are on`() async throws {
    try await TrialLibrary.ask { client in
      let page = String(
        buffer: try await client.execute(
          uri: "/stones?fall=Fell&sort=name&offset=10&limit=5", method: .get
        ).body)
      for path in Self.paths {
        #expect(page.contains("href=\"\(path)?sort=name&amp;fall=Fell\""), "\(path)")
      }
      #expect(page.contains("124 of 250 records, whole and of one moment"))
      let trades = String(buffer: try await client.execute(uri: "/trades", method: .get).body)
      #expect(trades.contains("/trades.csv") && !trades.contains("geojson"))
    }
  }

  @Test func `that cannot hold its credit has it beside`() async throws {
    try await TrialLibrary.ask { client in
      for path in ["/stones.csv-metadata.json", "/stones.ndjson-metadata.json"] {
        let answer = try await client.execute(uri: path, method: .get)
        let value = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
        #expect((value as? [String: Any])?["dc:rights"] as? String == "CC0")
        #expect((value as? [String: Any])?["dc:publisher"] as? String == "A test")
      }
    }
  }
}
