package import AlmanacDeclarations
package import AlmanacEngine
import Hummingbird

extension Website {
  /// The routes of the records that could not be kept.
  var asideRoutes: [Route] {
    [
      Route(method: .get, path: "/{dataset}/aside", name: "aside", produces: .html, answer: aside),
      Route(
        method: .get, path: "/{dataset}/aside.json", name: "aside_json", produces: .json,
        answer: asideJSON),
    ]
  }

  /// Answers `/{dataset}/aside`.
  func aside(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    let dataset = table.dataset
    library.opened(dataset.id)
    let maker = AsidePageMaker(
      dataset: dataset, rows: try await library.aside(of: dataset.id) ?? [],
      status: try await status(of: dataset), credit: table.currentCredit,
      words: words(for: request), now: now(), acts: options.actsFreely)
    let page = maker.page()
    let frame = frame(
      request, title: page.title + " · " + page.dataset.title, kind: "aside",
      twin: Address.aside(dataset.id, json: true))
    return html(page, template: "aside", frame)
  }

  /// Answers `/{dataset}/aside.json`.
  func asideJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    let body = AsideBody(
      try await status(of: table.dataset),
      rows: try await library.aside(of: table.dataset.id) ?? [], credit: table.currentCredit)
    return .json(body)
  }
}

/// The records that could not be kept, for programs.
package struct AsideBody: Codable, Sendable {
  let dataset: String
  let total: Int
  let reasons: [Reason]
  let listed: Int
  let rows: [AsideRecord]
  let credit: CreditBody

  /// How many were set aside for one reason.
  struct Reason: Codable, Sendable {
    let reason: String
    let count: Int
  }

  /// Makes the body of what is known.
  package init(_ status: DatasetStatus, rows: [AsideRecord], credit: Credit) {
    dataset = status.dataset
    total = status.setAsideCount
    reasons = status.setAside.map { Reason(reason: $0.reason, count: $0.count) }
    listed = rows.count
    self.rows = rows
    self.credit = CreditBody(credit)
  }
}
