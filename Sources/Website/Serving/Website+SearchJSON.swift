import AlmanacDeclarations
import AlmanacEngine
import Hummingbird

extension Website {
  /// Answers `/search.json`: what is found in one dataset or in all, the best dataset first.
  ///
  /// It opens no dataset: a search asks no source.
  func searchJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let wish = try SearchRequest(try request.queryParameters())
    var told: [(dataset: Dataset, found: Found)] = []
    for found in try await found(wish) {
      if let dataset = library.dataset(found.dataset) { told.append((dataset, found)) }
    }
    let words = words(for: request)
    let versions = told.map { "\($0.dataset.id)=\($0.found.version)" }.joined(separator: " ")
    let digest = EntityTag.digest("\(request.uri.query ?? "") \(words.language) \(versions)".utf8)
    let text = ValueText(words: words)
    let document = SearchDocument(wish.words, told, language: words.language) { record, dataset in
      SearchDocument.Shown(
        title: EntryMarkup.title(of: record, in: dataset, text),
        subtitle: EntryMarkup.subtitle(of: record, in: dataset, text),
        href: Address.record(dataset.id, record.id))
    }
    return Response.json(document).spoken(in: words).tagged("\"\(digest)\"", for: request)
  }

  private func found(_ wish: SearchRequest) async throws -> [Found] {
    if let dataset = wish.dataset {
      return [try await library.find(wish.words, in: dataset, limit: wish.limit)]
    }
    return try await library.findEverywhere(wish.words, limitPerDataset: wish.limit)
  }
}
