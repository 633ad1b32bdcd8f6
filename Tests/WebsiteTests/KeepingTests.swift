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

/// Asks for JSON without a socket.
struct KeptReader: Sendable {
  let client: any TestClientProtocol

  func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    try await client.execute(uri: path, method: .get, headers: headers)
  }

  func json(_ path: String, _ headers: HTTPFields = [:]) async throws -> JSONValue {
    let answer = try await get(path, headers)
    #expect(answer.status == .ok, "\(path)")
    return try JSONDecoder().decode(JSONValue.self, from: Data(answer.body.readableBytesView))
  }

  /// The rows of all parts of a manifest, in order.
  func rows(_ manifest: JSONValue) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    for part in manifest["parts"]?.list ?? [] {
      rows += try await json(part.text ?? "")["rows"]?.list ?? []
    }
    return rows
  }
}

@Suite(.timeLimit(.minutes(2))) struct `What a device is given to keep` {
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
      #expect(rows.map { $0["values"] } == window["rows"]?.list)
      #expect(rows.map { $0["id"] } == window["rows"]?.list.map { $0["id"] })
      #expect(manifest["count"] == .number(Double(rows.count)))
      #expect(manifest["credit"] == window["credit"])
    }
  }

  @Test(arguments: ["stones", "lands", "trades"], ["en", "pl", "sk", "ru"])
  func `makes every record's page, byte for byte`(dataset: String, language: String) async throws {
    try await ask { reader, website in
      let manifest = try await reader.json("/-/offline/\(dataset).json?lang=\(language)")
      let rows = try await reader.rows(manifest)
      for (place, row) in rows.enumerated() where place % 40 == 0 || place > rows.count - 4 {
        let neighbours = (
          place > 0 ? rows[place - 1] : nil, place + 1 < rows.count ? rows[place + 1] : nil
        )
        let kept = try KeptPage(manifest, row, neighbours)
        let real = try await reader.get(kept.address, [.acceptLanguage: language])
        #expect(kept.page(website) == KeptPage.withoutMap(String(buffer: real.body)))
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
      #expect(core?["search"] == .list([.text("name")]))
      let trades = try await reader.json("/-/offline/trades.json")["core"]
      #expect(trades?["key"] == .text("integer"))
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A part of a copy` {
  @Test func `of another version is refused`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let answer = try await reader.get("/-/offline/stones/0.json?version=1-2-3&lang=sk")
      #expect(answer.status == .conflict)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body = String(buffer: answer.body)
      #expect(body.contains("/about#other-version") && body.contains("Kópia sa zmenila"))
    }
  }

  @Test func `is of the version that its manifest names, after a new start too`() async throws {
    let versions = try await [0, 1].asyncMap { _ in
      try await TrialLibrary.ask { client in
        let manifest = try await KeptReader(client: client).json("/-/offline/stones.json")
        return manifest["version"]?.text ?? ""
      }
    }
    let epochs = try await [0, 1].asyncMap { _ in
      try await TrialLibrary.ask { client in
        try await KeptReader(client: client).json("/stones.json")["version"]?.text ?? ""
      }
    }
    #expect(versions[0] == versions[1] && !versions[0].isEmpty)
    #expect(epochs[0] != epochs[1])
  }

  @Test func `is not sent again to who has it`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let manifest = try await reader.json("/-/offline/stones.json")
      let path = try #require(manifest["parts"]?[0]?.text)
      let part = try await reader.get(path)
      let tag = try #require(part.headers[.eTag])
      let again = try await reader.get(path, [.ifNoneMatch: tag])
      #expect(again.status == .notModified && again.body.readableBytes == 0)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == .ok && head.headers[.eTag] == tag && head.body.readableBytes == 0)
    }
  }

  @Test(arguments: [
    ("/-/offline/none.json", 404), ("/-/offline/stones/1.json", 404),
    ("/-/offline/stones/-1.json", 404), ("/-/offline/stones/9999999999999999999.json", 404),
    ("/-/offline/stones/x.json", 404), ("/-/offline/stones.json?x=1", 400),
    ("/-/offline/stones.json?units=ells", 400), ("/-/offline/stones.json?lang=xx", 400),
    ("/-/offline/stones/0.json?offset=3", 400),
  ])
  func `that there is not is a problem, in the words of problems`(
    path: String, status: Int
  ) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await KeptReader(client: client).get(path)
      #expect(answer.status.code == status)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

/// A record's page as a browser puts it together from what it keeps.
struct KeptPage {
  let address: String
  private var parts: TemplateParts

  init(
    _ manifest: JSONValue, _ row: JSONValue, _ neighbours: (JSONValue?, JSONValue?)
  ) throws {
    let record = try #require(manifest["record"])
    let marks = try #require(record["marks"])
    let dataset = try #require(manifest["dataset"]?.text)
    address = Self.address(row, dataset)
    let signs = [
      (marks["key"]?.text ?? "", Address.encoded(Self.id(row))),
      (marks["id"]?.text ?? "", Self.id(row)),
      (marks["title"]?.text ?? "", row["page"]?["title"]?.text ?? ""),
    ]
    var model = Self.filled(record["model"] ?? .nothing, signs).object
    model.merge(row["page"]?.object ?? [:]) { $1 }
    model["previous"] = Self.link(neighbours.0, dataset)
    model["next"] = Self.link(neighbours.1, dataset)
    let facts = Self.facts(row, record["facts"]?.object ?? [:], manifest)
    (model["facts"], model["hasFacts"]) = (.list(facts), .truth(!facts.isEmpty))
    parts = try TemplateParts(
      .object([
        "template": .text("record"), "language": manifest["language"] ?? .nothing,
        "model": .object(model), "frame": Self.filled(record["frame"] ?? .nothing, signs),
      ]))
  }

  func page(_ website: Website) -> String {
    var parts = parts
    parts.frame["greets"] = true  // some dataset greets, which a page says while the server is there
    return parts.page(website)
  }

  /// A page without its drawn map, of which a device makes its own.
  static func withoutMap(_ page: String) -> String {
    page.replacing(/(?s)<figure class="map-figure.*?<\/figure>\n/, with: "")
  }

  private static func id(_ row: JSONValue) -> String {
    if case .number(let number)? = row["id"] { "\(Int(number))" } else { row["id"]?.text ?? "" }
  }

  private static func address(_ row: JSONValue, _ dataset: String) -> String {
    "/\(dataset)/" + Address.encoded(id(row))
  }

  private static func link(_ row: JSONValue?, _ dataset: String) -> JSONValue {
    guard let row, let title = row["page"]?["title"] else { return .nothing }
    return .object([
      "title": title, "address": .text(address(row, dataset)), "isCurrent": .truth(false),
    ])
  }

  private static func filled(_ value: JSONValue, _ signs: [(String, String)]) -> JSONValue {
    switch value {
    case .text(let text):
      .text(signs.reduce(text) { $0.replacing($1.0, with: $1.1) })
    case .list(let list): .list(list.map { filled($0, signs) })
    case .object(let values): .object(values.mapValues { filled($0, signs) })
    default: value
    }
  }

  /// The facts in the order of the declaration, which a dictionary of this language does not keep.
  private static func facts(
    _ row: JSONValue, _ common: [String: JSONValue], _ manifest: JSONValue
  ) -> [JSONValue] {
    let own = row["facts"]?.object ?? [:]
    let names = manifest["declaration"]?["fields"]?.list.compactMap { $0["name"]?.text } ?? []
    return names.compactMap { name in
      guard let told = own[name] else { return nil }
      let parts = told.text.map { ["text": JSONValue.text($0)] } ?? told.object
      return .object((common[name]?.object ?? [:]).merging(parts) { $1 })
    }
  }
}
