import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

/// What a person reads on a record's page, without the markup.
struct RecordReading: Sendable {
  let html: String
  /// The facts by their English titles, or whatever language the page is in.
  let facts: [(title: String, text: String, html: String)]

  init(_ html: String) {
    self.html = html
    facts = html.matches(of: /<div><dt>(.*?)<\/dt><dd.*?>(.*?)<\/dd><\/div>/.dotMatchesNewlines())
      .map { (Self.text($0.1), Self.text($0.2), String($0.2)) }
  }

  static func text(_ html: some StringProtocol) -> String {
    String(html).replacing(/<\/li><li>/, with: " · ").replacing(/<[^>]*>/, with: "")
      .replacing("\u{A0}", with: " ").replacing("&amp;", with: "&")
  }

  subscript(title: String) -> String? { facts.first { $0.title == title }?.text }

  /// Where a fact leads.
  func link(_ title: String) -> String? {
    facts.first { $0.title == title }?.html.firstMatch(of: /href="([^"]*)"/)
      .map { String($0.1).replacing("&amp;", with: "&") }
  }
}

/// What no record's page may show: rows without a value, words of programs, separators of nothing.
struct Flaws {
  let all: [String]

  init(_ page: RecordPage) {
    var texts = [("title", page.title)] + [page.subtitle].compactMap { $0.map { ("subtitle", $0) } }
    for fact in page.facts {
      texts.append(("name of a fact", fact.title))
      texts += ([fact.text].compactMap(\.self) + fact.items).map { (fact.title, $0) }
      if fact.text == nil, fact.items.isEmpty { texts.append((fact.title, "")) }
      if let link = fact.link { texts.append((fact.title, link)) }
    }
    all =
      texts.compactMap { name, text in Self.flaw(text).map { "\(name): \($0) in \(text)" } }
      + (page.facts.count < 5 ? ["only \(page.facts.count) facts"] : [])
  }

  static func flaw(_ text: String) -> String? {
    let bare = text.trimmingCharacters(in: .whitespaces)
    if bare.isEmpty { return "nothing" }
    let wrong = /^[,;·(]|[,;·(]$|, ,|· ·|\( ?\)|[\[{]|\b(null|nil|nan|inf|Optional)\b|^0.(km²|sq)/
    return bare.firstMatch(of: wrong).map { String($0.0) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The page of every country` {
  static func page(
    _ client: any TestClientProtocol, _ id: RecordID, _ language: String, cookie: String = ""
  ) async throws -> RecordReading {
    let page = try await client.execute(
      uri: "/countries/\(id)?lang=\(language)", method: .get, headers: [.cookie: cookie])
    #expect(page.status == .ok)
    return RecordReading(String(buffer: page.body))
  }

  /// What the pages of all countries say that no page may, in every language and in all units.
  static func flaws(_ website: Website) async throws -> [String] {
    let table = try #require(website.library.table("countries"))
    let status = try await website.status(of: table.dataset)
    let rows = try await table.window(TableQuery(limit: 1000)).rows
    #expect(rows.count >= 249)
    var flaws: [String] = []
    for var words in website.languages.catalogues.values {
      for (index, row) in rows.enumerated() {
        await Task.yield()
        words.units = index.isMultiple(of: 2) ? .imperial : .metric
        let page = RecordPageMaker(
          dataset: table.dataset, record: row, status: status, neighbours: (nil, nil),
          history: nil, words: words, now: TrialLibrary.now, acts: false,
          credit: table.currentCredit, picture: nil, map: nil
        ).page()
        flaws += Flaws(page).all.map { "\(words.language) \(row.id): \($0)" }
      }
    }
    return flaws
  }

  @Test func `of the snapshot shows nothing empty in any language`() async throws {
    let flaws = try await CountriesTrial.ask { _, website in try await Self.flaws(website) }
    #expect(flaws == [])
  }

  @Test(.enabled(if: CountriesTrial.hasReal))
  func `of version 3.1 shows nothing empty in any language`() async throws {
    let flaws = try await CountriesTrial.ask(Self.version3) { _, website in
      try await Self.flaws(website)
    }
    #expect(flaws == [])
  }

  @Test(.enabled(if: CountriesTrial.hasReal))
  func `has the neighbours of the list's own order, sections first`() async throws {
    try await CountriesTrial.ask(Self.version3) { _, website in
      let table = try #require(website.library.table("countries"))
      let ids = try await table.window(TableQuery(limit: 1000)).rows.map(\.id)
      for (rank, id) in ids.enumerated() {
        let (previous, next) = try await table.neighbours(of: id)
        #expect(previous?.id == (rank > 0 ? ids[rank - 1] : nil))
        #expect(next?.id == (rank + 1 < ids.count ? ids[rank + 1] : nil))
      }
    }
  }

  /// Version 5, with every way of saying nothing.
  @Test func `of version 5 shows nothing of what is absent, null or empty`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(Self.hollow.utf8).write(to: file)
    let source = "{ kind: json, url: \"\(file.path)\", records: data.objects }"
    try await CountriesTrial.ask(source) { client, _ in
      for id in ["XA", "XB", "XC"] {
        let page = try await Self.page(client, .text(id), "pl")
        let flaws = page.facts.flatMap { [$0.title, $0.text] }.compactMap(Flaws.flaw)
        #expect(flaws == [])
        #expect(page.facts.map(\.title) == (id == "XC" ? ["Waluty", "Strefy czasowe"] : []))
        #expect(!page.html.contains("<p class=\"summary\"></p>"))
      }
      let some = try await Self.page(client, .text("XC"), "pl")
      #expect(some["Waluty"] == "QQQ · euro (€)")
      #expect(some["Strefy czasowe"] == "UTC")
    }
    try FileManager.default.removeItem(at: file)
  }

  private static let hollow = """
    {"data": {"objects": [
      {"codes": {"alpha_2": "XA"}, "names": {"common": "Bare"}},
      {"codes": {"alpha_2": "XB"}, "names": {"common": "Null"}, "capitals": null, "area": null,
       "currencies": null, "population": null, "region": null, "subregion": "", "timezones": [],
       "continents": [], "languages": {}, "links": {"open_street_maps": null}},
      {"codes": {"alpha_2": "XC"}, "names": {"common": "Empty"}, "region": " ",
       "capitals": [{"name": "", "coordinates": {"lat": null, "lng": null}}],
       "currencies": [{"code": "QQQ", "name": "", "symbol": ""}, {"code": "EUR", "symbol": "€"}],
       "area": {"kilometers": null}, "timezones": ["", "UTC"], "languages": [{"name": ""}]}
    ]}}
    """

  static let version3 = "{ kind: json, url: \"\(CountriesTrial.real.path)\" }"

  @Test(.enabled(if: CountriesTrial.hasReal))
  func `leaves out what is not known`() async throws {
    try await CountriesTrial.ask(Self.version3) { client, _ in
      let capital = ["Capital", "Where the capital is"]
      let without = [
        "AQ": capital + ["Currencies", "Subregion"], "BV": capital + ["Currencies", "Subregion"],
        "HM": capital + ["Currencies", "Subregion"], "MO": capital,
        "UM": ["Where the capital is"],
      ]
      for (id, titles) in without {
        let page = try await Self.page(client, .text(id), "en")
        #expect(titles.filter { page[$0] != nil } == [], "\(id)")
        #expect(!page.html.contains("class=\"from-here\""), "\(id) is nowhere to measure from")
        #expect(page["Population"] != nil && page["Area"] != nil, "\(id)")
      }
    }
  }

  @Test(.enabled(if: CountriesTrial.hasReal))
  func `leads to OpenStreetMap by the record's own link where that is sound`() async throws {
    try await CountriesTrial.ask(Self.version3) { client, _ in
      let place = "Where the capital is"
      let links = [
        "PL": "https://www.openstreetmap.org/relation/49715",
        "FI": "https://openstreetmap.org/relation/54224",
        "PG": "https://www.openstreetmap.org/?mlat=-9.45&mlon=147.18#map=8/-9.45/147.18",
      ]
      for (id, link) in links {
        let page = try await Self.page(client, .text(id), "en")
        #expect(page.link(place) == link)
      }
      let poland = try await Self.page(client, .text("PL"), "en")
      #expect(poland[place] == "52° 15′ N, 21° 0′ E Show on OpenStreetMap")
      let inRussian = try await Self.page(client, .text("FK"), "ru")
      #expect(inRussian["Где находится столица"]?.hasPrefix("51° 42′ ю. ш., 57° 51′ з. д.") == true)
    }
  }

  @Test(.enabled(if: CountriesTrial.hasReal))
  func `names capitals, currencies and numbers as the person reads them`() async throws {
    try await CountriesTrial.ask(Self.version3) { client, _ in
      let english = try await Self.page(client, .text("PL"), "en")
      #expect(english["Currencies"] == "Polish złoty (zł)")
      #expect(english["Area"] == "312,679 km²")
      let american = try await Self.page(client, .text("PL"), "en", cookie: "units=imperial")
      #expect(american["Area"] == "120,726 sq mi")
      let polish = try await Self.page(client, .text("PL"), "pl")
      #expect(polish["Waluty"] == "złoty polski (zł)")
      #expect(polish["Powierzchnia"] == "312 679 km²")
      let africa = try await Self.page(client, .text("ZA"), "sk")
      #expect(africa["Hlavné mesto"] == "Pretoria · Bloemfontein · Cape Town")
      #expect(africa["Meny"] == "juhoafrický rand (R)")
      let vatican = try await Self.page(client, .text("VA"), "ru")
      #expect(vatican["Площадь"] == "0,49 км²")
    }
  }
}
