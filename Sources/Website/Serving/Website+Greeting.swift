import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/greeting.json`: a record at random of the datasets that greet; 204 without one.
  ///
  /// It opens no dataset: a greeting asks no source.
  func greeting(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    guard let (record, dataset) = try await greeter() else {
      return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
    let words = words(for: request)
    let card = GreetingCard(
      record, of: dataset, words: words, picture: pictures(of: dataset)(record))
    let html = templates.part(card, template: "greeting-card", words: words)
    var response = Response.json(GreetingBody(card, of: dataset, html: html)).spoken(in: words)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// Whether a page greets: some dataset does, and the device has not said no.
  func greets(_ request: Request) -> Bool {
    Preferences(request).isGreeted && hasGreetings
  }

  /// Whether any dataset greets.
  var hasGreetings: Bool { library.datasets.contains { $0.greeting != nil } }

  /// The choice whether to be greeted; nothing where no dataset greets.
  func greetingControl(_ request: Request, back: String) -> GreetingControl? {
    guard hasGreetings else { return nil }
    return GreetingControl(
      isGreeted: Preferences(request).isGreeted, back: back, words: words(for: request))
  }

  /// A record at random of a dataset at random.
  private func greeter() async throws -> (Record, Dataset)? {
    let tables = library.datasets.filter { $0.greeting != nil }.compactMap { library.table($0.id) }
    let all = try tables.map { (table: $0, count: try $0.count()) }.filter { $0.count > 0 }
    guard !all.isEmpty else { return nil }
    let (table, count) = all[draw(all.count)]
    let window = try await table.window(TableQuery(offset: draw(count), limit: 1))
    return window.rows.first.map { ($0, table.dataset) }
  }
}
