import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The countries for a reader of a language` {
  static func page(
    _ client: any TestClientProtocol, _ address: String, language: String = "en"
  ) async throws -> String {
    let cookie = "\(Preferences.languageCookie)=\(language)"
    let answer = try await client.execute(
      uri: address, method: .get, headers: [.cookie: cookie])
    #expect(answer.status == .ok, "\(address)")
    return String(buffer: answer.body)
  }

  static func json(_ client: any TestClientProtocol, _ address: String) async throws -> [[String:
    Any]]
  {
    let answer = try await client.execute(uri: address, method: .get)
    #expect(answer.status == .ok, "\(address)")
    let body = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
    return (body as? [String: Any])?["rows"] as? [[String: Any]] ?? []
  }

  /// The names in a list, without those that the palette offers.
  static func names(_ page: String) -> [String] {
    let list = page.prefix(upTo: page.firstRange(of: "found-group")?.lowerBound ?? page.endIndex)
    return list.matches(of: /<span class="name">(.+?)<\/span>/).map {
      String($0.1).replacing(/<[^>]*>/, with: "").replacing("&#39;", with: "'")
        .replacing("&amp;", with: "&")
    }
  }

  static func isInOrder(_ texts: [String], _ collation: Collation) -> Bool {
    let keys = texts.map { collation.sortKey(Array($0.utf8)) }
    return zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
  }

  @Test(arguments: [
    (Collation.pl, ["Laos", "Luksemburg", "Łotwa", "Macedonia"]),
    (.sk, ["Grécko", "Honduras", "Chorvátsko", "India"]),
    (.ru, ["Австралия", "Египет", "Йемен", "Япония"]),
  ])
  func `stand by their names and under the sections there`(
    collation: Collation, some: [String]
  ) async throws {
    let language = collation.language
    try await CountriesTrial.ask { client, _ in
      let list = try await Self.page(client, "/countries?sort=name", language: language)
      let names = Self.names(list)
      #expect(names.count == 100 && Self.isInOrder(names, collation))
      let all = try await Self.page(client, "/countries?sort=name&limit=1000", language: language)
      #expect(Self.isInOrder(Self.names(all), collation))
      let places = some.map { name in
        Self.names(all).firstIndex { $0.hasPrefix(name) } ?? -1
      }
      #expect(places == places.sorted() && !places.contains(-1), "\(places)")
      let own = try await Self.page(client, "/countries", language: language)
      let headings = own.matches(of: /<h2><span>(.+?)<\/span>/).map { String($0.1) }
      #expect(headings.count == 7 && Self.isInOrder(headings, collation), "\(headings)")
      #expect(own.contains("#section-north-america"))
      #expect(!headings.contains("North America"))
    }
  }

  @Test func `are given to programs as the source has them, unless they ask`() async throws {
    try await CountriesTrial.ask { client, _ in
      func names(_ address: String, _ field: String = "name") async throws -> [String] {
        try await Self.json(client, address).compactMap { $0[field] as? String }
      }
      let plain = try await names("/countries.json?sort=name&limit=1000")
      #expect(plain.count >= 249 && Self.isInOrder(plain, .root))
      #expect(try await names("/countries.json?sort=name&limit=1000&lang=pl") == plain)
      let asked = try await names("/countries.json?sort=name&limit=1000&collation=sk")
      #expect(Self.isInOrder(asked, .sk) && asked != plain)
      let polish = try await names(
        "/countries.json?sort=name_pl&limit=1000&collation=pl", "name_pl")
      #expect(Self.isInOrder(polish, .pl) && polish.count == plain.count)
      let twin = try await names(
        "/countries.json?sort=name&limit=1000&collation=pl&lang=pl", "name_pl")
      #expect(twin == polish)
    }
  }

  @Test func `have a twin in the very same order`() async throws {
    try await CountriesTrial.ask { client, _ in
      for address in ["/countries", "/countries?sort=-name", "/countries?sort=-population"] {
        let page = try await Self.page(client, address, language: "pl")
        let ids = page.matches(of: /class="more"><a href="\/countries\/(\w+)"/).map { String($0.1) }
        let twin = try #require(
          page.firstMatch(of: /<link rel="alternate" type="application\/json" href="([^"]+)"/))
        let link = String(twin.1).replacing("&amp;", with: "&")
        let more = link + (link.contains("?") ? "&" : "?") + "limit=\(ids.count)"
        let rows = try await Self.json(client, more)
        #expect(rows.compactMap { $0["id"] as? String } == ids && ids.count >= 100, "\(link)")
      }
    }
  }

  @Test func `are called so on every page and found by each name`() async throws {
    try await CountriesTrial.ask { client, _ in
      for (language, name) in [
        ("en", "Poland"), ("pl", "Polska"), ("sk", "Poľsko"), ("ru", "Польша"),
      ] {
        let record = try await Self.page(client, "/countries/PL", language: language)
        #expect(record.contains("<h1>\(name)</h1>") || record.contains(">\(name)</h1>"))
        for words in ["Poland", "polska", "Polsko", "Польша"] {
          let found = try await Self.page(
            client, "/countries?q=\(Address.encoded(words))", language: language)
          #expect(Self.names(found).first == name, "\(words) in \(language)")
        }
        let map = try await Self.page(client, "/countries/map?map-id=PL", language: language)
        #expect(map.contains(name))
        let search = try await Self.page(client, "/search.json?q=Poland", language: language)
        #expect(search.contains("\"title\":\"\(name)\""))
      }
    }
  }

  @Test func `tell the parts of the world in the language, and what lies around`() async throws {
    try await CountriesTrial.ask { client, website in
      let reading = RecordReading(try await Self.page(client, "/countries/LV", language: "pl"))
      #expect(reading["Kontynenty"] == "Europa")
      #expect(reading["Podregion"] == "Europa Północna")
      #expect(!reading.facts.contains { $0.title.contains("(pl)") })
      let table = try #require(website.library.table("countries"))
      let (previous, next) = try await table.neighbours(of: .text("LV"), language: "pl")
      let names = [previous, next].map { record in
        record.map {
          EntryMarkup.title(
            of: $0, in: table.dataset,
            ValueText(words: website.languages.catalogues["pl"] ?? website.languages.english))
        }
      }
      #expect(names == ["Luksemburg", "Macedonia Północna"])
      for name in names.compactMap(\.self) { #expect(reading.html.contains(name)) }
    }
  }

  @Test func `are not ordered by an alphabet that is not known`() async throws {
    try await CountriesTrial.ask { client, _ in
      for address in ["/countries.json", "/countries", "/countries.csv"] {
        let answer = try await client.execute(uri: "\(address)?collation=de", method: .get)
        #expect(answer.status == .badRequest, "\(address)")
        #expect(String(buffer: answer.body).contains("root, pl, sk, ru"), "\(address)")
      }
    }
  }
}
