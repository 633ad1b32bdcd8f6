import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `What a device is given to keep` {
  private func ask(
    _ body: @escaping @Sendable (KeptReader, Website) async throws -> Void
  ) async throws {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { try await body(KeptReader(client: $0), website) }
    }
  }

  @Test(arguments: ["stones", "lands", "trades"])
  func `is every record in the list's own order`(dataset: String) async throws {
    try await ask { reader, _ in
      let manifest = try await reader.json("/-/offline/\(dataset).json")
      let rows = try await reader.rows(manifest)
      let window = try await reader.json("/\(dataset).json?limit=1000")
      let values = rows.map { ($0["values"]?.object ?? [:]).filter { !$0.key.hasSuffix("@") } }
      #expect(values == window["rows"]?.list.map(\.object))
      #expect(rows.map { $0["id"] } == window["rows"]?.list.map { $0["id"] })
      #expect(manifest["count"] == .number(Double(rows.count)))
      #expect(manifest["credit"] == window["credit"])
    }
  }

  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `makes every record's page, byte for byte`(language: String) async throws {
    try await ask { reader, website in
      for dataset in ["stones", "lands", "trades"] {
        let manifest = try await reader.json("/-/offline/\(dataset).json?lang=\(language)")
        let rows = try await reader.rows(manifest)
        for (place, row) in rows.enumerated() where place % 40 == 0 || place > rows.count - 4 {
          let kept = try KeptPage(
            manifest, row,
            (place > 0 ? rows[place - 1] : nil, place + 1 < rows.count ? rows[place + 1] : nil))
          let real = try await reader.get(kept.address, [.acceptLanguage: language])
          #expect(kept.page(website) == KeptPage.withoutMap(String(buffer: real.body)))
        }
      }
    }
  }

  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `makes the pages of records that have a name in each language`(
    language: String
  ) async throws {
    try await CountriesTrial.ask { client, website in
      let reader = KeptReader(client: client)
      let manifest = try await reader.json("/-/offline/countries.json?lang=\(language)")
      let rows = try await reader.rows(manifest)
      let dataset = try #require(website.library.dataset("countries"))
      let names = RecordContent.factNames(of: dataset)
      for place in stride(from: 1, to: rows.count - 1, by: 31) {
        let kept = try KeptPage(
          manifest, rows[place], (rows[place - 1], rows[place + 1]), facts: names)
        let real = try await reader.get(kept.address, [.acceptLanguage: language])
        #expect(kept.page(website) == KeptPage.withoutMap(String(buffer: real.body)))
      }
    }
  }

  @Test func `tells facts in the order of the page`() async throws {
    try await CountriesTrial.ask { client, website in
      let dataset = try #require(website.library.dataset("countries"))
      let names = RecordContent.factNames(of: dataset)
      let answer = try await KeptReader(client: client).get("/-/offline/countries/0.json")
      let rows = String(buffer: answer.body).matches(of: /"facts":(\{.*?\}),"sections"/)
      #expect(rows.count == 250)
      for row in rows {
        let places = names.compactMap { row.1.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count > 3 && places == places.sorted())
      }
    }
  }

  @Test func `has the markup of the list's rows`() async throws {
    try await ask { reader, _ in
      for (dataset, mark) in [("stones", "<tr"), ("trades", "<tr"), ("lands", "<li")] {
        let manifest = try await reader.json("/-/offline/\(dataset).json")
        let rows = try await reader.rows(manifest)
        let page = String(buffer: try await reader.get("/\(dataset)").body)
        for row in rows.prefix(100) {
          let markup = try #require(row["row"]?.text)
          #expect(markup.hasPrefix(mark) && page.contains(markup))
        }
      }
    }
  }

  @Test func `has the list in each order that is offered, without its rows`() async throws {
    try await ask { reader, _ in
      let lists = try await reader.json("/-/offline/stones.json?lang=sk")["lists"]?.object ?? [:]
      #expect(lists.keys.count == 9)
      for (order, parts) in lists {
        let address = order.isEmpty ? "/stones" : "/stones?sort=\(order)"
        let real = try await reader.json(
          address, [.accept: PageModel.type, .acceptLanguage: "sk"])
        var (model, frame) = (real["model"]?.object ?? [:], real["frame"]?.object ?? [:])
        model["rows"] = .text("")
        (frame["greets"], frame["isModel"]) = (.truth(false), .truth(false))
        #expect(parts["model"]?.object == model, "\(address)")
        #expect(parts["frame"]?.object == frame, "\(address)")
      }
    }
  }

  @Test func `has the pages of all places`() async throws {
    try await ask { reader, _ in
      let manifest = try await reader.json("/-/offline/stones.json")
      for name in ["map", "distance", "near"] {
        let real = try await reader.json("/stones/\(name)", [.accept: PageModel.type])
        let kept = manifest["pages"]?[name]
        #expect(kept?["model"] == real["model"] && kept?["template"] == .text(name))
        #expect(kept?["frame"]?["unspoken"] == real["frame"]?["unspoken"])
        #expect(kept?["frame"]?["title"] == real["frame"]?["title"])
      }
      #expect(manifest["map"] == .text("/stones/map.json"))
      let lands = try await reader.json("/-/offline/lands.json")
      #expect(lands["pages"]?["map"] == .nothing && lands["map"] == .nothing)
    }
  }

  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `stands in the order of the language, with the texts that make it`(
    language: String
  ) async throws {
    try await CountriesTrial.ask { client, website in
      let reader = KeptReader(client: client)
      let manifest = try await reader.json("/-/offline/countries.json?lang=\(language)")
      let rows = try await reader.rows(manifest)
      let page = try await reader.json(
        "/countries?lang=\(language)", [.accept: PageModel.type])
      let twin = try await reader.json(
        Address.adding(("limit", "1000"), to: page["frame"]?["twin"]?.text ?? ""))
      #expect(rows.count == 250 && rows.map { $0["id"] } == twin["rows"]?.list.map { $0["id"] })
      let core = try #require(manifest["core"])
      #expect(core["collation"] == .text(language == "en" ? "root" : language))
      let poland = try #require(rows.first { $0["id"] == .text("PL") })
      guard language == "pl" else { return }
      #expect(core["sort_as"]?["name"] == .text("name@"))
      #expect(core["sort"] == .list([.text("continents@"), .text("name@")]))
      #expect(core["fields"]?.list.contains { $0["name"] == .text("name@") } == true)
      #expect(poland["values"]?["name@"] == .text("Polska"))
      #expect(poland["values"]?["name"] == .text("Poland"))
      #expect(poland["sections"] == .list([.text("Europa")]))
      #expect(poland["page"]?["title"] == .text("Polska"))
    }
  }

  @Test func `names its place in the table of contents`() async throws {
    try await ask { reader, website in
      let manifest = try await reader.json("/-/offline/stones.json")
      let home = try await reader.json("/", [.accept: PageModel.type])
      let place = try #require(website.library.datasets.firstIndex { $0.id == "stones" })
      #expect(manifest["place"] == .number(Double(place)))
      #expect(manifest["home"] == home["model"]?["entries"]?[place])
      #expect(manifest["home"] != .nothing)
    }
  }

  @Test func `is told in the units and the language that are asked for`() async throws {
    try await ask { reader, _ in
      let headers: HTTPFields = [.cookie: "units=mi; language=pl"]
      let manifest = try await reader.json("/-/offline/stones.json", headers)
      #expect(manifest["units"] == .text("imperial") && manifest["language"] == .text("pl"))
      let part = try #require(manifest["parts"]?[0]?.text)
      let told = try await reader.json(part)  // an address is enough: no cookie
      #expect(told["version"] == manifest["version"])
      #expect(told["rows"]?[0]?["facts"]?["mass"]?.text?.hasSuffix("lb") == true)
      let metric = try await reader.json("/-/offline/stones.json?units=metric&lang=pl", headers)
      #expect(metric["version"] != manifest["version"])
    }
  }

  @Test func `names files that are there`() async throws {
    try await ask { reader, _ in
      let manifest = try await reader.json("/-/offline/stones.json?lang=ru")
      let words = try await reader.json(manifest["files"]?["words"]?.text ?? "")
      #expect(words["language.name"] == .text("Русский"))
      let templates = try await reader.json(manifest["files"]?["templates"]?.text ?? "")
      #expect(templates["frame"]?.text?.hasPrefix("<!doctype html>") == true)
    }
  }

  @Test func `says what the core's table is made with`() async throws {
    try await ask { reader, _ in
      let core = try await reader.json("/-/offline/lands.json")["core"]
      #expect(core?["key"] == .text("text"))
      #expect(core?["sort"] == .list([.text("parts"), .text("name")]))
      #expect(core?["sections"] == .text("parts") && core?["sort_as"] == .object([:]))
      #expect(core?["search"] == .list([.text("name")]))
      let trades = try await reader.json("/-/offline/trades.json")["core"]
      #expect(trades?["key"] == .text("integer"))
    }
  }
}
