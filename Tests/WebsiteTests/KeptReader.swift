import AlmanacDeclarations
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
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

/// A record's page as a browser puts it together from what it keeps.
struct KeptPage {
  let address: String
  private var parts: TemplateParts

  /// - Parameters:
  ///   - names: The facts in their order, which a dictionary of this language does not keep; that
  ///     of the fields where it is not said.
  ///   - greets: Whether some dataset greets, which a page says while the server is there.
  init(
    _ manifest: JSONValue, _ row: JSONValue, _ neighbours: (JSONValue?, JSONValue?),
    facts names: [String]? = nil, greets: Bool = true
  ) throws {
    let record = try #require(manifest["record"])
    let marks = try #require(record["marks"])
    let dataset = try #require(manifest["dataset"]?.text)
    address = Self.address(row, dataset)
    let signs = [
      (
        "/" + (marks["key"]?.text ?? ""),
        "/" + Address.encoded(PathPart.text(ofKey: Self.id(row)))
      ),
      (marks["key"]?.text ?? "", Address.encoded(Self.id(row))),
      (marks["id"]?.text ?? "", Self.id(row)),
      (marks["title"]?.text ?? "", row["page"]?["title"]?.text ?? ""),
    ]
    var model = Self.filled(record["model"] ?? .nothing, signs).object
    model.merge(row["page"]?.object ?? [:]) { $1 }
    model["previous"] = Self.link(neighbours.0, dataset)
    model["next"] = Self.link(neighbours.1, dataset)
    let fields = manifest["declaration"]?["fields"]?.list.compactMap { $0["name"]?.text } ?? []
    let facts = Self.facts(row, record["facts"]?.object ?? [:], names ?? fields)
    (model["facts"], model["hasFacts"]) = (.list(facts), .truth(!facts.isEmpty))
    parts = try TemplateParts(
      .object([
        "template": .text("record"), "language": manifest["language"] ?? .nothing,
        "model": .object(model), "frame": Self.filled(record["frame"] ?? .nothing, signs),
      ]))
    parts.frame["greets"] = greets
  }

  /// The page, by the website's templates and words.
  func page(_ website: Website) -> String { parts.page(website) }

  /// A page without its drawn map, of which a device makes its own.
  static func withoutMap(_ page: String) -> String {
    page.replacing(/(?s)<figure class="map-figure.*?<\/figure>\n/, with: "")
  }

  private static func id(_ row: JSONValue) -> String {
    if case .number(let number)? = row["id"] { "\(Int(number))" } else { row["id"]?.text ?? "" }
  }

  private static func address(_ row: JSONValue, _ dataset: String) -> String {
    Address.record(dataset, key: id(row))
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

  private static func facts(
    _ row: JSONValue, _ common: [String: JSONValue], _ names: [String]
  ) -> [JSONValue] {
    let own = row["facts"]?.object ?? [:]
    return names.compactMap { name in
      guard let told = own[name] else { return nil }
      let parts = told.text.map { ["text": JSONValue.text($0)] } ?? told.object
      return .object((common[name]?.object ?? [:]).merging(parts) { $1 })
    }
  }
}
