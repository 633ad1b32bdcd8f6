import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird

extension Website {
  /// How many rows of each dataset the page of a search shows.
  private static var rowsOfDataset: Int { 8 }

  /// Answers `/search`.
  ///
  /// It opens no dataset: a search asks no source.
  func search(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let search = try searched(request)
    let words = words(for: request)
    let frame = frame(
      request, title: search.isEmpty ? words.say("search.title") : search, kind: "search",
      twin: search.isEmpty ? nil : Address.search(search, json: true))
    let maker = SearchPageMaker(
      search: search, words: words, now: now(), places: places(words))
    return html(maker.page(try await parts(search)), template: "search", frame)
  }

  /// The words that a request looks for; none where it has none.
  private func searched(_ request: Request) throws -> String {
    let given = try request.queryParameters()
    if let other = given.first(where: { $0.name != "q" }) {
      throw QueryProblem(parameter: other.name, message: "A search takes q alone.")
    }
    for parameter in given { try SearchLength.check(parameter.value) }
    return (given.last?.value ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func parts(_ search: String) async throws -> [SearchPageMaker.Part] {
    guard !search.isEmpty else { return [] }
    let found = try await library.findEverywhere(search, limitPerDataset: Self.rowsOfDataset)
    var parts: [SearchPageMaker.Part] = []
    for each in found {
      guard let dataset = library.dataset(each.dataset) else { continue }
      parts.append(
        SearchPageMaker.Part(
          dataset: dataset, found: each, status: try await status(of: dataset),
          picture: pictures(of: dataset)))
    }
    return parts
  }
}
