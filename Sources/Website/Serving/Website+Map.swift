import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/{dataset}/map`.
  func map(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try mappedTable(context)
    let dataset = table.dataset
    library.opened(dataset.id)
    let query = try MapQuery(parameters: try request.queryParameters(), dataset: dataset)
    let page = try await mapPage(table, query, words(for: request))
    let frame = frame(
      request, title: page.title, kind: "map", twin: Address.mapJSON(dataset.id, query.table))
    return html(page, template: "map", frame)
  }

  /// The page of a dataset's map.
  func mapPage(
    _ table: LiveTable, _ query: MapQuery, _ words: Catalogue
  ) async throws -> MapPage {
    let found = try await table.places(query.table)
    let card = try await card(query, table, found, words)
    let maker = MapPageMaker(
      dataset: table.dataset, query: query, found: found,
      status: try await status(of: table.dataset),
      outlines: outlines, outlineAddresses: outlineAddresses, words: words, now: now(),
      acts: options.actsFreely, credit: table.currentCredit, card: card?.card,
      opened: card?.point)
    return maker.page()
  }

  /// Answers `/{dataset}/map.json`: keys and places by column, for maps.
  func mapJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try mappedTable(context)
    let query = try TableQuery(
      parameters: try request.queryParameters(), dataset: table.dataset)
    let digest = EntityTag.digest((request.uri.query ?? "").utf8)
    if request.headers[.ifNoneMatch] != nil {
      let tag = "\"\(try table.version())-map-\(digest)\""
      let known = Response(status: .ok, headers: [.cacheControl: "no-cache"]).tagged(
        tag, for: request)
      if known.status == .notModified { return known }
    }
    let found = try await table.places(query)
    let bytes = PlacesJSON.bytes(found, of: table.dataset.id, table.currentCredit)
    return .bytes(bytes, type: "application/json")
      .tagged("\"\(found.version)-map-\(digest)\"", for: request)
  }

  /// The table that a path names, if it measures places.
  private func mappedTable(_ context: BasicRequestContext) throws -> LiveTable {
    let table = try table(context)
    guard table.dataset.measure != nil else {
      throw Problem(.noMap, of: table.dataset)
    }
    return table
  }

  /// The card of the record that is open, and where it is.
  private func card(
    _ query: MapQuery, _ table: LiveTable, _ found: PlacesOfQuery, _ words: Catalogue
  ) async throws -> (card: MapCard, point: Point)? {
    guard let text = query.open else { return nil }
    guard let id = table.id(from: text), let record = try await table.record(id) else {
      let (gone, problem) = try missing(text, table)
      if gone != nil { return nil }  // the map of the others is still worth seeing
      throw problem
    }
    guard let point = table.dataset.measuredPlace(of: record) else { return nil }
    let others = found.places.filter { $0.point == point && $0.id != id }
    var named: [Record] = []
    for other in others.prefix(MapCardMaker.named) {
      if let record = try await table.record(other.id) { named.append(record) }
    }
    let maker = MapCardMaker(
      dataset: table.dataset, query: query, record: record, others: named,
      otherCount: others.count, words: words)
    return maker.card().map { ($0, point) }
  }
}

/// The places of a query as bytes of JSON.
enum PlacesJSON {
  /// `ids` and `places` belong together by order; `places` holds a latitude and a longitude for each.
  static func bytes(_ found: PlacesOfQuery, of dataset: String, _ credit: Credit) -> [UInt8] {
    var text = "{\"dataset\":\"\(dataset)\",\"version\":\"\(found.version)\""
    text += ",\"total\":\(found.total),\"placed\":\(found.places.count),\"ids\":["
    text += found.places.map { id($0.id) }.joined(separator: ",")
    text += "],\"places\":["
    text += found.places.map { "\($0.point.latitude),\($0.point.longitude)" }
      .joined(separator: ",")
    var bytes = Array((text + "],\"credit\":").utf8)
    CreditJSON.append(credit, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static func id(_ id: RecordID) -> String {
    switch id {
    case .integer(let number): String(number)
    case .text(let text): MapJSON.text(text)
    }
  }
}
