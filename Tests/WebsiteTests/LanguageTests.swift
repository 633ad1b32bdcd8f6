import AlmanacCore
import AlmanacDeclarations
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The language of a page` {
  struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let text: String
  }

  static func get(
    _ address: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get,
    body: String? = nil
  ) async throws -> Answer {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: address, method: method, headers: headers, body: body.map(ByteBuffer.init(string:)))
      return Answer(
        status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }
  }

  static let wishes: [(String, String?, String?, String)] = [
    ("/stones", nil, nil, "en"), ("/stones", "ru-RU,ru;q=0.9,en;q=0.5", nil, "ru"),
    ("/stones", "ru", "language=sk", "sk"), ("/stones?lang=pl", "ru", "language=sk", "pl"),
    ("/stones", "ru", "language=xx", "ru"), ("/stones", nil, "language=sk; units=mi", "sk"),
    ("/stones?lang=ru&lang=pl", nil, nil, "pl"), ("/stones?sort=mass&lang=pl", nil, nil, "pl"),
    ("/about?lang=sk", nil, nil, "sk"), ("/?lang=ru", nil, nil, "ru"),
    ("/stones/none?lang=pl", nil, nil, "pl"), ("/stones?price=1", "pl", nil, "pl"),
    ("/none.json", "sk", nil, "sk"),
  ]

  @Test(arguments: wishes)
  func `is asked for by the address, else kept by the device, else liked by the browser`(
    address: String, accepted: String?, cookie: String?, language: String
  ) async throws {
    var headers = HTTPFields()
    headers[.acceptLanguage] = accepted
    headers[.cookie] = cookie
    let answer = try await Self.get(address, headers)
    #expect(answer.headers[.contentLanguage] == language)
    #expect(answer.headers[.vary] == "Accept, Accept-Language, Cookie, Accept-Encoding")
    if !address.contains(".json") { #expect(answer.text.contains("<html lang=\"\(language)\">")) }
  }

  @Test func `is one that there is, or a mistake that names the parameter`() async throws {
    let answer = try await Self.get("/stones.json?lang=xx")
    #expect(answer.status == .badRequest)
    #expect(answer.text.contains("\"parameter\":\"lang\""))
    #expect(answer.text.contains("en, pl, ru, sk"))
    #expect(try await Self.get("/stones?lang=").status == .badRequest)
    #expect(try await Self.get("/stones?lang=%FF").status == .badRequest)
    #expect(try await Self.get("/health/live?lang=xx").status == .ok)
  }

  @Test func `takes no part in data, which has none`() async throws {
    let answer = try await Self.get("/stones.json?lang=pl")
    #expect(answer.status == .ok)
    #expect(answer.headers[.vary] == "Accept-Encoding" && answer.headers[.contentLanguage] == nil)
  }

  @Test func `has its alternates in the head`() async throws {
    let page = try await Self.get("/stones?sort=mass&lang=pl").text
    #expect(
      page.contains(#"<link rel="alternate" hreflang="x-default" href="/stones?sort=mass">"#))
    for code in ["en", "pl", "ru", "sk"] {
      let address = "/stones?sort=mass&amp;lang=\(code)"
      #expect(
        page.contains(#"<link rel="alternate" hreflang="\#(code)" href="\#(address)">"#))
    }
    #expect(try await Self.get("/none").text.contains("hreflang") == false)
  }

  @Test func `is chosen at the foot, in its own words`() async throws {
    let page = try await Self.get("/stones?sort=mass&lang=sk").text
    #expect(page.contains(#"<form class="language" method="post" action="/preferences">"#))
    #expect(page.contains(#"<input type="hidden" name="back" value="/stones?sort=mass">"#))
    for (code, name) in ["en": "English", "pl": "Polski", "ru": "Русский", "sk": "Slovenčina"] {
      let pressed = code == "sk"
      let button =
        #"value="\#(code)" lang="\#(code)" aria-pressed="\#(pressed)">\#(name)</button>"#
      #expect(page.contains(button), "\(code)")
    }
  }

  @Test func `is kept on the device, and leads back to the page`() async throws {
    let answer = try await Self.get(
      "/preferences", method: .post, body: "back=%2Fstones%3Fsort%3Dmass&language=pl")
    #expect(answer.status == .seeOther)
    #expect(answer.headers[.location] == "/stones?sort=mass")
    #expect(
      answer.headers[.setCookie] == "language=pl; Path=/; Max-Age=31536000; SameSite=Lax")
    let wrong = try await Self.get("/preferences", method: .post, body: "language=xx")
    #expect(wrong.status == .badRequest && wrong.headers[.setCookie] == nil)
  }

  @Test(arguments: [
    ("http://localhost/stones?lang=pl&offset=7", "/stones?offset=7"),
    ("http://localhost/stones?lang=pl", "/stones"), ("http://localhost", "/about"),
    ("http://example.org/stones", "/about"), ("http://localhost:81/stones", "/about"),
    ("nonsense", "/about"), ("http://localhost//example.org/", "/about"),
  ])
  func `leads back to where the page's script has gone since`(
    referrer: String, place: String
  ) async throws {
    let answer = try await Self.get(
      "/preferences", [.referer: referrer], method: .post, body: "back=%2Fabout&language=pl")
    #expect(answer.headers[.location] == place)
  }

  @Test(arguments: `A translation`.others)
  func `is that of every word of its problems`(language: String) async throws {
    let english = try await Self.get("/lands.geojson").text
    let other = try await Self.get("/lands.geojson?lang=\(language)").text
    #expect(english.contains("Lands has no field with a place"))
    #expect(!other.contains("has no field"))
    let hint = try await Self.get("/stoness?lang=\(language)").text
    #expect(hint.contains("stones") && !hint.contains("Did you mean"))
  }
}

@Suite struct `What each language writes in its own way` {
  static func words(_ language: String) throws -> Catalogue {
    try Catalogue(contentsOf: `A translation`.file(language))
  }

  private static func spaced(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

  @Test(
    arguments: [
      ("pl", 1000, "1000"), ("pl", 12345, "12 345"), ("sk", 1000, "1 000"),
      ("ru", 1_000_412, "1 000 412"), ("ru", -1000, "−1 000"),
    ] as [(String, Int64, String)])
  func `are its numbers`(language: String, number: Int64, text: String) throws {
    let numbers = NumberText(words: try Self.words(language))
    #expect(Self.spaced(numbers.integer(number)) == text)
    #expect(numbers.integer(number).contains(" ") == false, "no line may break in a number")
  }

  @Test(arguments: [("pl", "1234,50"), ("sk", "1 234,50"), ("ru", "1 234,50"), ("en", "1,234.50")])
  func `are its decimals`(language: String, text: String) throws {
    let numbers = NumberText(words: try Self.words(language))
    #expect(Self.spaced(numbers.decimal(1234.5, decimals: 2)) == text)
  }

  @Test(
    arguments: [
      ("pl", "1234,5", "1234.5"), ("pl", "1 234,5", "1234.5"), ("ru", "−1\u{A0}000", "-1000"),
      ("sk", ",5", ".5"), ("en", "1,234.5", "1234.5"), ("en", "1234.5", nil), ("pl", "60.5", nil),
      ("pl", "a", nil), ("pl", "", nil), ("pl", "1,2,3", nil),
      ("en", "1,5", nil),
    ] as [(String, String, String?)])
  func `are numbers that were typed`(language: String, typed: String, plain: String?) throws {
    #expect(NumberText(words: try Self.words(language)).plain(typed) == plain)
  }

  @Test func `are taken by a list's form`() async throws {
    let list = try await `The language of a page`.get("/stones?mass.min=1%C2%A0234%2C5&lang=pl")
    #expect(list.status == .seeOther)
    #expect(list.headers[.location] == "/stones?mass.min=1234.5&lang=pl")
    #expect(try await `The language of a page`.get("/stones?mass.min=1,5,5").status == .badRequest)
  }

  @Test(arguments: [
    ("pl", "14,2 kg", "12 345 km²", "22 osoby"), ("sk", "14,2 kg", "12 345 km²", "22 osôb"),
    ("ru", "14,2 кг", "12 345 км²", "22 человека"),
  ])
  func `are its units`(language: String, mass: String, area: String, people: String) throws {
    let units = UnitText(words: try Self.words(language))
    #expect(Self.spaced(units.text(14200, unit: "g", decimals: nil)) == mass)
    #expect(Self.spaced(units.text(12345, unit: "km2")) == area)
    #expect(Self.spaced(units.text(22, unit: "people")) == people)
    #expect(units.sign(of: "g") == (language == "ru" ? "г" : "g"))
    #expect(units.sign(of: "bushels") == "bushels")
  }

  static let moments = [
    ("pl", "dziś o 06:12", "we wtorek o 09:30", "3 marca 2026", "Sobota, 21 listopada 2026"),
    ("sk", "dnes o 06:12", "v utorok o 09:30", "3. marca 2026", "Sobota 21. novembra 2026"),
    (
      "ru", "сегодня в 06:12", "во вторник в 09:30", "3 марта 2026 года",
      "Суббота, 21 ноября 2026 года"
    ),
  ]

  /// Now is Saturday, 21 November 2026, 14:05 UTC.
  @Test(arguments: moments)
  func `are its days`(
    language: String, today: String, tuesday: String, march: String, long: String
  ) throws {
    let dates = DateText(words: try Self.words(language))
    func told(_ date: String) throws -> String {
      dates.moment(try Date(date, strategy: .iso8601), now: TrialLibrary.now)
    }
    #expect(try told("2026-11-21T06:12:00Z") == today)
    #expect(try told("2026-11-17T09:30:00Z") == tuesday)
    #expect(try told("2026-03-03T09:30:00Z") == march)
    let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
    #expect(dates.longDay(day) == long)
  }

  @Test(arguments: [
    ("pl", "21 lis 2026, 14:02:48"), ("sk", "21. 11. 2026, 14:02:48"),
    ("ru", "21 нояб. 2026, 14:02:48"),
  ])
  func `are its instants in a table`(language: String, text: String) throws {
    let instant = try #require(Timestamp(millisecondsSinceEpoch: 1_795_269_768_999))
    #expect(DateText(words: try Self.words(language)).instant(instant) == text)
  }

  @Test(arguments: [
    ("pl", "19° 35′ S, 17° 55′ E"), ("sk", "19° 35′ j. š., 17° 55′ v. d."),
    ("ru", "19° 35′ ю. ш., 17° 55′ в. д."),
  ])
  func `are its places`(language: String, text: String) throws {
    let point = try #require(Point(latitude: -19.58333, longitude: 17.91667))
    #expect(Self.spaced(PlaceText(words: try Self.words(language)).text(point)) == text)
  }
}
