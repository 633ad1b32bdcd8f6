import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The page of what is near` {
  private static func page(
    _ query: String
  ) async throws -> (status: HTTPResponse.Status, text: String) {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/stops/near" + query, method: .get)
      return (answer.status, String(buffer: answer.body))
    }
  }

  @Test func `asks for a place where none is given`() async throws {
    let page = try await Self.page("")
    #expect(page.status == .ok)
    #expect(page.text.contains("name=\"lat\"") && page.text.contains("<almanac-near-me"))
    #expect(!page.text.contains("class=\"near\"") && !page.text.contains(".json\">"))
  }

  @Test func `lists records by their distance, with their bearing`() async throws {
    let page = try await Self.page("?lat=51.76&lon=19.45&limit=2")
    #expect(page.text.contains("Nearest to 51°"))
    let list = page.text.split(separator: "class=\"near\"").last ?? ""
    let names = list.matches(of: /<span class="name">(.*?)<\/span>/).prefix(2)
      .map { String($0.1) }
    #expect(names == ["Łódź Kaliska", "Łódź Fabryczna"])
    #expect(page.text.contains("1.32\u{A0}km <small>265°, west</small>"))
    #expect(page.text.contains("<span class=\"tally\">7 records</span>"))
    #expect(page.text.contains("href=\"/stops/near?lat=51.76&amp;lon=19.45&amp;limit=10\""))
    #expect(page.text.contains("href=\"/stops/near.json?lat=51.76&amp;lon=19.45&amp;limit=2\""))
  }

  @Test func `takes numbers as half of the world types them`() async throws {
    let page = try await Self.page("?lat=%2051,76&lon=19,45&limit=2")
    #expect(page.status == .ok && page.text.contains("1.32\u{A0}km <small>265°, west</small>"))
  }

  @Test func `repeats no more of a long text than its beginning`() async throws {
    let page = try await Self.page("?lon=0&lat=" + String(repeating: "5", count: 8000))
    #expect(page.status == .badRequest && page.text.contains("555…"))
  }

  @Test func `leaves out the record that is asked about`() async throws {
    let page = try await Self.page("?id=1&limit=1&units=mi")
    #expect(page.text.contains("Nearest to Kraków Główny"))
    #expect(page.text.contains("<span class=\"name\">Łódź Kaliska</span>"))
    #expect(page.text.contains("\u{A0}mi <small>"))
  }

  @Test func `says that nothing is that near, and that a record is gone or placeless`() async throws
  {
    let nothing = try await Self.page("?lat=0&lon=0&radius=1000")
    #expect(nothing.text.contains("Nothing is that near."))
    let gone = try await Self.page("?id=6&limit=1")
    #expect(gone.status == .ok && gone.text.contains("is gone from the source since"))
    #expect(gone.text.contains("<span class=\"name\">Taveuni</span>"))
    let placeless = try await Self.page("?id=5")
    #expect(placeless.status == .ok)
    #expect(placeless.text.contains("The place of Nowhere is not known"))
  }

  @Test(arguments: [
    ("?lat=91&lon=0", 400), ("?lat=0&lon=361", 400), ("?lat=nan&lon=0", 400), ("?lat=1", 400),
    ("?lon=1", 400), ("?lat=1&lon=1&id=1", 400), ("?id=99", 404), ("?id=one", 404),
    ("?id=1&limit=0", 400), ("?id=1&limit=1001", 400), ("?id=1&radius=-1", 400),
    ("?id=1&radius=1e400", 400), ("?id=1&units=ly", 400), ("?q=1", 400), ("?lat=0x1p3&lon=0", 400),
  ]) func `is a clear answer to bad input`(query: String, status: Int) async throws {
    #expect(try await Self.page(query).status.code == status)
  }

  @Test func `stands on a record's page`() async throws {
    try await PlacesTrial.ask { client, _ in
      let page = try await client.execute(uri: "/stops/3", method: .get)
      #expect(String(buffer: page.body).contains("href=\"/stops/near?id=3\""))
    }
  }

  @Test func `asks for nothing that nobody gives`() async throws {
    let missing = MissingNames()
    try await PlacesTrial.ask(missing: { missing.add($0) }) { client, _ in
      for query in ["", "?id=6&limit=1", "?id=5", "?lat=0&lon=0&radius=1", "?id=1&units=mi"] {
        _ = try await client.execute(uri: "/stops/near" + query, method: .get)
      }
    }
    #expect(missing.all.sorted() == [])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `What is near, for programs` {
  private struct Body: Decodable {
    let total: Int
    let radius: Double?
    let version: String
    let rows: [Row]

    struct Row: Decodable {
      let metres: Double
      let bearing: Double?
      let record: Stop
    }

    struct Stop: Decodable { let id: Int }
  }

  private static func ask(
    _ query: String, of client: any TestClientProtocol
  ) async throws -> Body {
    let answer = try await client.execute(uri: "/stops/near.json" + query, method: .get)
    #expect(answer.status == .ok, "\(query)")
    return try JSONDecoder().decode(Body.self, from: Data(answer.body.readableBytesView))
  }

  @Test func `counts all within the radius and gives the nearest`() async throws {
    try await PlacesTrial.ask { client, _ in
      let all = try await Self.ask("?id=1", of: client)
      #expect(all.total == 6 && all.radius == nil && all.rows.count == 6)
      #expect(all.rows.map(\.metres) == all.rows.map(\.metres).sorted())
      let few = try await Self.ask("?id=1&radius=250000&limit=1", of: client)
      #expect(few.total == 2 && few.rows.map(\.record.id) == [4] && few.radius == 250_000)
      let here = try await Self.ask("?lat=10&lon=-350&limit=1", of: client)
      #expect(here.rows.first?.record.id == 9)
      #expect(here.rows.first?.metres == 0 && here.rows.first?.bearing == nil)
      let far = try await Self.ask("?lat=-16.8&lon=179.9&limit=1", of: client)
      #expect(far.rows.first?.record.id == 8, "over the antimeridian")
    }
  }

  @Test func `follows what syncs move`() async throws {
    try await PlacesTrial.ask { client, trial in
      let before = try await Self.ask("?lat=10&lon=10&limit=3", of: client)
      #expect(before.rows.map(\.record.id) == [9, 10, 1])
      try await trial.sync([
        "9,Twin,A,-80,10", "10,Twin,B,11,11", "11,New,C,10.001,10", "5,Nowhere,,9.99,10",
        "8,Taveuni,Fiji,0,0", "4,Łódź Kaliska,Łódź,51.7590,19.4310",
      ])
      let after = try await Self.ask("?lat=10&lon=10", of: client)
      #expect(after.rows.map(\.record.id) == [11, 5, 10, 4, 9])
      #expect(after.total == 5 && after.version != before.version)
    }
  }

  @Test(arguments: ["", "?id=5", "?lat=1"]) func `is a problem without a place`(
    query: String
  ) async throws {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/stops/near.json" + query, method: .get)
      #expect(answer.status == .badRequest)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }
}
