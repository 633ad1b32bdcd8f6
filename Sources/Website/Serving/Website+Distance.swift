import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// The routes of what is measured between places.
  var measureRoutes: [Route] {
    [
      Route(
        method: .get, path: "/{dataset}/distance", name: "distance", produces: .html,
        answer: distance),
      Route(
        method: .get, path: "/{dataset}/distance.json", name: "distance_json", produces: .json,
        answer: distanceJSON),
      Route(method: .get, path: "/{dataset}/near", name: "near", produces: .html, answer: near),
      Route(
        method: .get, path: "/{dataset}/near.json", name: "near_json", produces: .json,
        answer: nearJSON),
      Route(
        method: .get, path: Address.preferences, name: "preferences_page", produces: .html,
        answer: preferences),
      Route(
        method: .post, path: Address.preferences, name: "preferences", produces: .nothing,
        answer: keepPreferences),
    ]
  }

  /// Answers `/{dataset}/distance`.
  func distance(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try measuredTable(context)
    let dataset = table.dataset
    let asked = try DistanceRequest(try request.queryParameters())
    let from = try await choice(asked.from, typed: asked.fromText, table, request)
    let to = try await choice(asked.to, typed: asked.toText, table, request)
    if asked.isUntidy, from.isSettled, to.isSettled {
      let address = Address.distance(dataset.id, from: from.id, to: to.id, unit: asked.unit)
      return .seeOther(address, for: request)
    }
    library.opened(dataset.id)
    let maker = try await distanceMaker(table, asked, from, to, words(for: request))
    let page = maker.page()
    let twin =
      page.result == nil
      ? nil : Address.distance(dataset.id, from: from.id, to: to.id, unit: nil, json: true)
    let frame = frame(
      request, title: maker.windowTitle + " · " + page.dataset.title, kind: "distance", twin: twin)
    return html(page, template: "distance", frame)
  }

  /// What the page of a distance is made of.
  func distanceMaker(
    _ table: LiveTable, _ asked: DistanceRequest, _ from: EndChoice, _ to: EndChoice,
    _ words: Catalogue
  ) async throws -> DistancePageMaker {
    DistancePageMaker(
      dataset: table.dataset, request: asked, from: from, to: to,
      distance: try await distance(table, from, to), unit: asked.unit ?? words.units.distance,
      status: try await status(of: table.dataset), words: words, now: now(),
      acts: options.actsFreely, credit: table.currentCredit,
      draw: { figure(places: $0, line: $1, words: words, label: $2) })
  }

  /// Answers `/{dataset}/distance.json`.
  func distanceJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try measuredTable(context)
    let parameters = try request.queryParameters()
    var ends: [String: String] = [:]
    for (name, value) in parameters {
      guard ["from", "to"].contains(name) else {
        throw QueryProblem(unknown: name, among: ["from", "to"])
      }
      ends[name] = value
    }
    let from = try await end(ends["from"] ?? "", "from", table)
    let to = try await end(ends["to"] ?? "", "to", table)
    guard let distance = try await table.distance(from: from.record.id, to: to.record.id) else {
      throw Problem(.internalFailure)  // both were there a moment ago, and are known for days
    }
    let bytes = DistanceJSON(dataset: table.dataset, credit: table.currentCredit).bytes(distance)
    let tag = "\"\(EntityTag.digest(bytes))\""
    return .bytes(bytes, type: "application/json").tagged(tag, for: request)
  }

  /// The table that a path names, where distances are measured between its records.
  func measuredTable(_ context: BasicRequestContext) throws -> LiveTable {
    let table = try table(context)
    guard table.measuredField != nil else {
      throw Problem(.noMeasure, of: table.dataset)
    }
    return table
  }

  private func end(
    _ key: String, _ parameter: String, _ table: LiveTable
  ) async throws -> DistanceEnd {
    guard !key.isEmpty else {
      throw QueryProblem(parameter: parameter, message: "Expected the key of a record.")
    }
    return try await end(key, table)
  }

  /// The record of a key, be it gone or not.
  func end(_ key: String, _ table: LiveTable) async throws -> DistanceEnd {
    guard let id = table.id(from: key), let end = try await table.distanceEnd(id) else {
      throw try missing(key, table).problem
    }
    return end
  }

  private func distance(
    _ table: LiveTable, _ from: EndChoice, _ to: EndChoice
  ) async throws -> Distance? {
    guard let from = from.id, let to = to.id else { return nil }
    return try await table.distance(from: from, to: to)
  }

  /// What an end's parameters mean: what was typed goes before a key of another name, since a form
  /// sends the key that was chosen before.
  private func choice(
    _ key: String?, typed: String?, _ table: LiveTable, _ request: Request
  ) async throws -> EndChoice {
    guard let typed = typed?.trimmingCharacters(in: .whitespaces), !typed.isEmpty else {
      guard let key else { return .none }
      return .chosen(try await end(key, table))
    }
    if let id = key.flatMap(table.id(from:)), let end = try await table.distanceEnd(id) {
      let text = ValueText(words: words(for: request))
      if EntryMarkup.title(of: end.record, in: table.dataset, text) == typed {
        return .chosen(end)
      }
    }
    return try await choice(named: typed, table)
  }

  private func choice(named typed: String, _ table: LiveTable) async throws -> EndChoice {
    switch try await table.record(named: typed) {
    case .one(let id):
      guard let end = try await table.distanceEnd(id) else {
        return .unknown(typed, suggestion: nil)
      }
      return .chosen(end)
    case .several(let records, let isAll): return .several(typed, records, isAll: isAll)
    case .none(let suggestion): return .unknown(typed, suggestion: suggestion)
    }
  }
}
