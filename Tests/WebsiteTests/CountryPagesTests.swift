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

  /// What no page may show: rows without a value, words of programs, separators of nothing.
  var flaws: [String] {
    var flaws = ["null", "nil", "Optional(", "[words", "NaN", "href=\"\"", "()"].filter {
      html.contains($0)
    }
    flaws += html.matches(of: /<(dd|dt|li|h1|p)[^>]*>\s*<\/\1>/).map { String($0.0) }
    for (title, text, _) in facts {
      let bare = text.trimmingCharacters(in: .whitespaces)
      if bare.isEmpty || title.isEmpty { flaws.append("\(title): empty") }
      if let ends = bare.firstMatch(of: /^[,;·(]|[,;·(]$|, ,|· ·|\( ?\)/) {
        flaws.append("\(title): \(ends.0) in \(bare)")
      }
    }
    return flaws
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

  /// The flaws of all pages in a language.
  static func flaws(
    _ client: any TestClientProtocol, _ table: LiveTable, _ language: String, cookie: String
  ) async throws -> [String] {
    let rows = try await table.window(TableQuery(limit: 1000)).rows
    #expect(rows.count >= 249)
    var flaws: [String] = []
    for row in rows {
      let page = try await page(client, row.id, language, cookie: cookie)
      flaws += page.flaws.map { "\(row.id): \($0)" }
      if page.facts.count < 5 { flaws.append("\(row.id): \(page.facts.count) facts") }
    }
    return flaws
  }

  @Test(arguments: [("en", "units=imperial"), ("pl", ""), ("sk", "units=imperial"), ("ru", "")])
  func `of the snapshot shows nothing empty`(language: String, cookie: String) async throws {
    let flaws = try await CountriesTrial.ask { client, table in
      try await Self.flaws(client, table, language, cookie: cookie)
    }
    #expect(flaws == [])
  }

  @Test(.enabled(if: CountriesTrial.hasReal), arguments: [("en", ""), ("pl", "units=imperial")])
  func `of version 3.1 shows nothing empty`(language: String, cookie: String) async throws {
    let flaws = try await CountriesTrial.ask(Self.version3) { client, table in
      try await Self.flaws(client, table, language, cookie: cookie)
    }
    #expect(flaws == [])
  }

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
  func `names capitals, currencies and numbers in the person's language and units`() async throws {
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
