import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The page of a distance` {
  private static func page(
    _ query: String, headers: HTTPFields = [:]
  ) async throws -> (status: HTTPResponse.Status, text: String, to: String?) {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(
        uri: "/stops/distance" + query, method: .get, headers: headers)
      return (answer.status, String(buffer: answer.body), answer.headers[.location])
    }
  }

  @Test func `asks for two records where none is chosen`() async throws {
    let page = try await Self.page("")
    #expect(page.status == .ok)
    #expect(page.text.contains("name=\"from_q\"") && page.text.contains("name=\"to_q\""))
    #expect(!page.text.contains("<output"))
  }

  @Test func `tells the distance, the bearings and both units`() async throws {
    let page = try await Self.page("?from=1&to=2")
    #expect(page.text.contains("<output class=\"far\">505\u{A0}km</output>"))
    #expect(page.text.contains("<dd>505.173\u{A0}km</dd>"))
    #expect(page.text.contains("<dd>313.900\u{A0}mi</dd>"))
    #expect(page.text.contains("<dd>350°, north</dd>"))
    #expect(page.text.contains("Kraków Główny – Gdynia Główna"))
    #expect(page.text.contains("href=\"/stops/distance?from=2&amp;to=1\""))
    #expect(page.text.contains("href=\"/stops/distance.json?from=1&amp;to=2\""))
  }

  @Test(
    arguments: [
      ("", HTTPFields(), "505\u{A0}km"), ("&units=mi", [:], "314\u{A0}mi"),
      ("", [.acceptLanguage: "en-GB,en;q=0.9"], "314\u{A0}mi"),
      ("", [.acceptLanguage: "en;q=0.9,pl-PL"], "505\u{A0}km"),
      ("", [.acceptLanguage: "en-US", .cookie: "a=b; units=km"], "505\u{A0}km"),
      ("", [.cookie: "units=mi"], "314\u{A0}mi"), ("", [.cookie: "units=light"], "505\u{A0}km"),
      ("&units=km", [.cookie: "units=mi"], "505\u{A0}km"),
    ] as [(String, HTTPFields, String)])
  func `is in the unit that the address, the device or its language says`(
    query: String, headers: HTTPFields, distance: String
  ) async throws {
    let page = try await Self.page("?from=1&to=2" + query, headers: headers)
    #expect(page.text.contains("<output class=\"far\">\(distance)</output>"))
  }

  @Test func `is 0 km between a record and itself, without bearings`() async throws {
    let page = try await Self.page("?from=1&to=1")
    #expect(page.text.contains("<output class=\"far\">0\u{A0}km</output>"))
    #expect(page.text.contains("Both ends are the same record."))
    #expect(!page.text.contains("°, "), "a line without length leads nowhere")
  }

  @Test func `says that a place is not known`() async throws {
    let page = try await Self.page("?from=1&to=5")
    #expect(page.status == .ok)
    #expect(page.text.contains("The place of Nowhere is not known"))
    #expect(!page.text.contains("<output"))
  }

  @Test func `says that a record is gone and measures from its last known place`() async throws {
    let page = try await Self.page("?from=6&to=8")
    #expect(page.status == .ok)
    #expect(
      page.text.contains(
        "Old &lt;Mill&gt; is gone from the source since 21 November 2026. "
          + "This is its last known place."))
    #expect(
      page.text.contains("<output class=\"far\">230\u{A0}km</output>"), "over the antimeridian")
    let placeless = try await Self.page("?from=7&to=8")
    #expect(placeless.text.contains("Old Nowhere is gone from the source since 21 November 2026."))
    #expect(placeless.text.contains("The place of Old Nowhere is not known"))
  }

  @Test(arguments: ["?from=99&to=1", "?from=1&to=x", "?from=1&to=9223372036854775808"])
  func `is 404 for a record that never was`(query: String) async throws {
    let page = try await Self.page(query)
    #expect(page.status == .notFound)
    #expect(page.text.contains("has no record with the key"))
  }

  @Test(arguments: [
    ("?from_q=krakow+glowny&to_q=GDYNIA", "/stops/distance?from=1&to=2"),
    ("?from_q=1&to_q=2&units=mi", "/stops/distance?from=1&to=2&units=mi"),
    ("?from=1&from_q=Krak%C3%B3w+G%C5%82%C3%B3wny&to=&to_q=", "/stops/distance?from=1"),
    ("?from=1&from_q=Gdynia+G%C5%82%C3%B3wna", "/stops/distance?from=2"),
    ("?from=1&from_q=&to=2&to_q=Gdynia+G%C5%82%C3%B3wna", "/stops/distance?to=2"),
    ("?from=9&from_q=Twin", "/stops/distance?from=9"), ("?from=", "/stops/distance"),
  ]) func `knows what was typed and leads to the tidy address`(
    query: String, address: String
  ) async throws {
    let page = try await Self.page(query)
    #expect(page.status == .seeOther)
    #expect(page.to == address)
  }

  @Test func `lets choose among several of a name, the other end kept`() async throws {
    let page = try await Self.page("?from_q=lodz&to=2")
    #expect(page.status == .ok)
    #expect(page.text.contains("Several fit. Choose one:"))
    #expect(page.text.contains("href=\"/stops/distance?from=3&amp;to=2\">Łódź Fabryczna</a>"))
    #expect(page.text.contains("href=\"/stops/distance?from=4&amp;to=2\">Łódź Kaliska</a>"))
    let twins = try await Self.page("?to_q=Twin")
    #expect(twins.text.contains("distance?to=9\">Twin</a> <span class=\"subtitle\">A</span>"))
  }

  @Test(arguments: [
    "nothing-like-it", "%27%20OR%201%3D1--", "%22*%22%20NEAR%2F2", "%E2%80%AE%D7%90",
    "%F0%9F%8F%94",
    "%00%01", String(repeating: "a", count: 8000),
  ]) func `says that nothing has that name`(name: String) async throws {
    let page = try await Self.page("?from_q=\(name)&to=2")
    #expect(page.status == .ok)
    #expect(page.text.contains("Nothing is called “"))
  }

  @Test(arguments: ["?units=ly", "?form=1", "?from_q=%ED%A0%80", "?from=%ED%A0%80"])
  func `is 400 for what is not understood`(query: String) async throws {
    #expect(try await Self.page(query).status == .badRequest)
  }

  @Test func `stands on a record's page`() async throws {
    try await PlacesTrial.ask { client, _ in
      let page = try await client.execute(uri: "/stops/3", method: .get)
      #expect(String(buffer: page.body).contains("href=\"/stops/distance?from=3\""))
    }
  }

  @Test func `is not there where a dataset has no places`() async throws {
    try await TrialLibrary.ask { client in
      for path in ["/trades/distance", "/trades/distance.json", "/trades/near"] {
        let page = try await client.execute(uri: path, method: .get)
        #expect(page.status == .notFound)
      }
    }
  }

  @Test func `asks for nothing that nobody gives`() async throws {
    let missing = MissingNames()
    try await PlacesTrial.ask(missing: { missing.add($0) }) { client, _ in
      for query in ["", "?from=6&to=5", "?from=1&to=2&units=mi", "?from_q=lodz&to_q=zzz"] {
        _ = try await client.execute(uri: "/stops/distance" + query, method: .get)
      }
    }
    #expect(missing.all.sorted() == [])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The distance for programs` {
  private struct Body: Decodable {
    let dataset: String
    let version: String
    let from: End
    let to: End
    let metres: Double?
    let kilometres: Double?
    let miles: Double?
    let initial: Double?
    let final: Double?
    let line: [[Double]]

    struct End: Decodable {
      let id: Int
      let title: String
      let location: Location?
      let gone: String?
    }

    struct Location: Decodable {
      let latitude: Double
      let longitude: Double
    }

    enum CodingKeys: String, CodingKey {
      case dataset, version, from, to, metres, kilometres, miles, line
      case initial = "initial_bearing"
      case final = "final_bearing"
    }
  }

  private static func body(_ query: String) async throws -> Body {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/stops/distance.json" + query, method: .get)
      #expect(answer.status == .ok)
      return try JSONDecoder().decode(Body.self, from: Data(answer.body.readableBytesView))
    }
  }

  @Test func `has both ends, three lengths, two bearings and the line`() async throws {
    let body = try await Self.body("?from=1&to=2")
    #expect(body.dataset == "stops")
    #expect(body.from.id == 1 && body.to.title == "Gdynia Główna" && body.to.gone == nil)
    let metres = try #require(body.metres)
    #expect(abs(metres - 505_173.269_762) < 1e-6)
    #expect(body.kilometres == metres / 1000 && body.miles == metres / 1609.344)
    #expect(abs((body.initial ?? 0) - 349.5) < 0.1 && abs((body.final ?? 0) - 348.4) < 0.1)
    #expect(body.line.first == [50.0647, 19.945] && body.line.last == [54.5212, 18.5297])
    #expect(body.line.count == 7)
  }

  @Test func `has null for what is not known`() async throws {
    let body = try await Self.body("?from=7&to=6")
    #expect(body.from.location == nil && body.metres == nil && body.initial == nil)
    #expect(body.from.gone == "2026-11-21T14:05:00Z")
    #expect(body.to.title == "Old <Mill>" && body.to.location?.longitude == 178.4419)
    #expect(body.line.isEmpty)
  }

  @Test func `is of one version, and not sent again`() async throws {
    try await PlacesTrial.ask { client, _ in
      let uri = "/stops/distance.json?from=1&to=2"
      let tag = try await client.execute(uri: uri, method: .get).headers[.eTag]
      let again = try await client.execute(
        uri: uri, method: .get, headers: [.ifNoneMatch: try #require(tag)])
      #expect(again.status == .notModified)
    }
  }

  @Test(arguments: [
    ("?from=1", 400), ("", 400), ("?from=1&to=2&units=km", 400), ("?from=1&to=99", 404),
    ("?from=one&to=2", 404),
  ]) func `is a problem for what it cannot measure`(query: String, status: Int) async throws {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/stops/distance.json" + query, method: .get)
      #expect(answer.status.code == status)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A preference` {
  private static func send(
    _ form: String, headers: HTTPFields = [:]
  ) async throws -> (status: HTTPResponse.Status, cookie: String?, to: String?) {
    try await PlacesTrial.ask { client, _ in
      let answer = try await client.execute(
        uri: "/preferences", method: .post, headers: headers, body: ByteBuffer(string: form))
      return (answer.status, answer.headers[.setCookie], answer.headers[.location])
    }
  }

  @Test func `is kept on the device, and leads back`() async throws {
    let answer = try await Self.send("units=mi&back=%2Fstops%2Fdistance%3Ffrom%3D1%26to%3D2")
    #expect(answer.status == .seeOther)
    #expect(answer.cookie == "units=imperial; Path=/; Max-Age=31536000; SameSite=Lax")
    #expect(answer.to == "/stops/distance?from=1&to=2")
  }

  @Test(arguments: [
    "https://example.org/", "//example.org", "/\\example.org", "example.org",
    "/a\r\nSet-Cookie: b=c",
    "/\t/example.org",
  ]) func `leads to no other site`(back: String) async throws {
    let encoded = try #require(back.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    #expect(try await Self.send("units=km&back=\(encoded)").to == "/")
  }

  @Test func `is not taken from other sites, and only where it is one`() async throws {
    let foreign = try await Self.send("units=mi", headers: [.origin: "https://example.org"])
    #expect(foreign.status == .forbidden && foreign.cookie == nil)
    #expect(try await Self.send("units=ly").status == .badRequest)
    #expect(try await Self.send("colour=red").status == .badRequest)
    let large = try await Self.send("back=" + String(repeating: "a", count: 20_000))
    #expect(large.status == .badRequest)
  }

  @Test(
    arguments: [
      (nil, nil), ("pl", nil), ("pl-PL,en-US;q=0.5", "pl"), ("en-US;q=0.5,en-GB", "gb"),
      ("zh-Hant-TW", "tw"), ("", nil), ("-,;q=x", nil), ("en-001", nil),
    ] as [(String?, String?)]) func `is guessed by the region of the language that is liked most`(
      accepted: String?, region: String?
    )
  {
    #expect(Preferences.region(accepted) == region)
  }
}

@Suite struct `A distance in words` {
  let text: DistanceText

  init() throws {
    text = DistanceText(
      words: try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json")))
  }

  @Test(arguments: [
    (0, "0\u{A0}km", "0\u{A0}mi"), (0.04, "0.0\u{A0}m", "0.1\u{A0}ft"),
    (9.96, "10.0\u{A0}m", "33\u{A0}ft"), (720, "720\u{A0}m", "0.45\u{A0}mi"),
    (1_234, "1.23\u{A0}km", "0.77\u{A0}mi"), (12_345, "12.3\u{A0}km", "7.67\u{A0}mi"),
    (20_003_931, "20,004\u{A0}km", "12,430\u{A0}mi"),
  ]) func `is as long as it is worth reading`(metres: Double, km: String, mi: String) {
    #expect(text.text(metres, in: .kilometres) == km)
    #expect(text.text(metres, in: .miles) == mi)
  }

  @Test(arguments: [
    (0.0, "0°, north"), (359.9, "0°, north"), (22.4, "22°, north"), (22.6, "23°, northeast"),
    (180, "180°, south"), (337.5, "338°, north"), (270, "270°, west"),
  ]) func `names the wind of a direction`(degrees: Double, words: String) {
    #expect(text.bearing(degrees) == words)
  }
}
