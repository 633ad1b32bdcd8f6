import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/{dataset}/near`.
  func near(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try measuredTable(context)
    let dataset = table.dataset
    var given = try request.queryParameters()
    let unitAsked = try given.filter { $0.name == "units" && !$0.value.isEmpty }
      .map { try DistanceUnit.named($0.value) }.last
    given.removeAll { $0.name == "units" }
    let asked = try NearParameters(given)
    let end = try await end(of: asked, table)
    library.opened(dataset.id)
    let page = try await nearPage(table, asked, end, unitAsked: unitAsked, words(for: request))
    let frame = frame(
      request, title: (page.summary ?? page.title) + " · " + page.dataset.title, kind: "near",
      twin: page.count == nil ? nil : Address.near(dataset.id, asked, json: true))
    return html(page, template: "near", frame)
  }

  /// The page of what is near; in the unit that was asked for, else in that of the words.
  func nearPage(
    _ table: LiveTable, _ asked: NearParameters, _ end: DistanceEnd?, unitAsked: DistanceUnit?,
    _ words: Catalogue
  ) async throws -> NearPage {
    let maker = NearPageMaker(
      dataset: table.dataset, asked: asked, end: end,
      near: try await near(asked, end, table)?.near,
      unit: unitAsked ?? words.units.distance, unitAsked: unitAsked,
      status: try await status(of: table.dataset), words: words, now: now(),
      acts: options.actsFreely, credit: table.currentCredit,
      draw: { figure(places: $0, words: words, label: $1) })
    return maker.page()
  }

  /// Answers `/{dataset}/near.json`.
  func nearJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try measuredTable(context)
    let asked = try NearParameters(try request.queryParameters())
    let end = try await end(of: asked, table)
    guard let (near, query) = try await near(asked, end, table) else {
      throw end == nil
        ? QueryProblem(
          parameter: "lat", message: "Expected a place (lat and lon) or a record (id).")
        : QueryProblem(parameter: "id", message: "The place of this record is not known.")
    }
    let writer = NearJSON(dataset: table.dataset, credit: table.currentCredit)
    let bytes = writer.bytes(near, query, from: end)
    let tag = "\"\(EntityTag.digest(bytes))\""
    return .bytes(bytes, type: "application/json").tagged(tag, for: request)
  }

  private func end(of asked: NearParameters, _ table: LiveTable) async throws -> DistanceEnd? {
    guard let id = asked.id else { return nil }
    return try await end(id, table)
  }

  private func near(
    _ asked: NearParameters, _ end: DistanceEnd?, _ table: LiveTable
  ) async throws -> (near: Near, query: NearQuery)? {
    let own = end?.place.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    guard let place = asked.place ?? own else { return nil }
    let query = NearQuery(
      place: place, radius: asked.radius, limit: asked.limit, without: end?.record.id)
    return (try await table.near(query), query)
  }
}
