import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/{dataset}`.
  func list(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    let given = try request.queryParameters()
    let words = words(for: request)
    if let address = try ListForm.tidy(given, of: table.dataset, words) {
      return .seeOther(address, for: request)
    }
    var query = try TableQuery(
      parameters: OpenRows.others(given, table.dataset), dataset: table.dataset)
    query.language = words.language
    library.opened(table.dataset.id)
    let page = try await listPage(table, query, OpenRows(given), words)
    return html(page, template: "list", try frame(request, around: page, of: table, query))
  }

  /// What stands around a list.
  func frame(
    _ request: Request, at own: String? = nil, around page: ListPage, of table: LiveTable,
    _ query: TableQuery
  ) throws -> Frame {
    frame(
      request, at: own, title: page.title, kind: "list", summary: page.summary,
      twin: try twin(of: query, table),
      feed: table.keepsChanges
        ? Address.changes(table.dataset.id, ChangesQuery(), as: ".atom") : nil)
  }

  /// The rows of a page as JSON, in the same order.
  private func twin(of query: TableQuery, _ table: LiveTable) throws -> String {
    let texts = try table.textOrder(of: query)
    var twin = query
    if texts != .root { twin.collation = texts.collation }
    let address = Address.list(table.dataset.id, twin, json: true)
    guard let language = texts.language else { return address }
    return Address.adding((Preferences.languageParameter, language), to: address)
  }

  /// Answers `/{dataset}.json`: bytes from the engine to the answer, nothing in between.
  func listJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    var query = try TableQuery(
      parameters: try request.queryParameters(), dataset: table.dataset)
    query.language = request.languageOfData(query)
    let digest = EntityTag.digest((request.uri.query ?? "").utf8)
    if request.headers[.ifNoneMatch] != nil {
      let known = Response(status: .ok, headers: [.cacheControl: "no-cache"]).tagged(
        "\"\(try table.version())-\(digest)\"", for: request)
      if known.status == .notModified { return known }
    }
    let (bytes, version) = try await table.json(query)
    return .bytes(bytes, type: "application/json").tagged("\"\(version)-\(digest)\"", for: request)
  }

  /// The table that a path names.
  func table(_ context: BasicRequestContext) throws -> LiveTable {
    let name = try context.part("dataset")
    guard let table = library.table(name) else {
      var problem = Problem(.unknownDataset, ["name": name])
      problem.near = NearestWord.to(name, among: library.datasets.map(\.id))
      throw problem
    }
    return table
  }

  /// The status of a dataset that exists.
  func status(of dataset: Dataset) async throws -> DatasetStatus {
    guard let status = try await library.status(of: dataset.id) else {
      throw Problem(.unknownDataset, ["name": dataset.id])
    }
    return status
  }

  private func listPage(
    _ table: LiveTable, _ query: TableQuery, _ open: OpenRows, _ words: Catalogue
  ) async throws -> ListPage {
    let dataset = table.dataset
    var maker = try await listMaker(table, query, words)
    let window = maker.window
    maker.marks = MarkedTexts(of: table, for: query.search)
    maker.open = open
    if window.total == 0, let search = query.search {
      maker.suggestion = try await suggestion(for: search, in: dataset)
    }
    return maker.page()
  }

  /// What a list's page is made of, but for what its address asks besides.
  func listMaker(
    _ table: LiveTable, _ query: TableQuery, _ words: Catalogue
  ) async throws -> ListPageMaker {
    let (window, sections) = try await sectioned(table, query)
    return ListPageMaker(
      dataset: table.dataset, query: query, status: try await status(of: table.dataset),
      window: window, sections: sections, words: words, now: now(), acts: options.actsFreely,
      credit: table.currentCredit,
      lastSync: table.keepsChanges ? try table.syncEnds()?.newest : nil,
      picture: pictures(of: table.dataset))
  }

  /// A window with the sections of all that the query finds, of one version.
  ///
  /// A short list in sections is shown as a whole, so that every section can be seen at once.
  private func sectioned(
    _ table: LiveTable, _ query: TableQuery
  ) async throws -> (Window, ListSections) {
    while true {
      let sections = try await table.sections(query)
      let total = sections.sections.reduce(0) { $0 + $1.count }
      var asked = query
      if query.isBySection(in: table.dataset), query.isShownWhole(of: total) {
        asked.limit = TableQuery.largestLimit
      }
      let window = try await table.window(asked)
      if sections.sections.isEmpty || window.version == sections.version {
        return (window, sections)
      }
      try Task.checkCancellation()
    }
  }

  /// The nearest words that would be found; nothing where there are none, or no search.
  private func suggestion(for search: String, in dataset: Dataset) async throws -> String? {
    guard !dataset.search.isEmpty, dataset.source.kind != .stream else { return nil }
    return try await library.find(search, in: dataset.id, limit: 1).suggestion
  }
}

/// What a plain form sends, made into the address of the page it means.
enum ListForm {
  /// The parameter by which a person asks for a row; no field can be called that.
  static let row = "go-to"

  /// The address without empty parameters, with numbers as addresses write them and the row as an
  /// offset; nothing where the address is tidy already.
  static func tidy(
    _ typed: [(name: String, value: String)], of dataset: Dataset, _ words: Catalogue
  ) throws -> String? {
    let numbers = NumberText(words: words)
    let given = typed.map { ($0.name, plain($0, dataset, numbers) ?? $0.value) }
    let isPlain = zip(typed, given).allSatisfy { $0.value == $1.1 }
    guard !isPlain || given.contains(where: { $0.1.isEmpty || $0.0 == row }) else { return nil }
    return try address(given, dataset)
  }

  /// A bound of a number that was typed in the language's own way.
  private static func plain(
    _ parameter: (name: String, value: String), _ dataset: Dataset, _ numbers: NumberText
  ) -> String? {
    let parts = parameter.name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, ["min", "max"].contains(parts[1]),
      let type = dataset.field(String(parts[0]))?.type, [.integer, .number].contains(type)
    else { return nil }
    return numbers.plain(parameter.value)
  }

  private static func address(
    _ given: [(name: String, value: String)], _ dataset: Dataset
  ) throws -> String {
    var parameters = given.filter { !$0.value.isEmpty && $0.name != row }
    if let wish = given.last(where: { $0.name == row && !$0.value.isEmpty }) {
      parameters.removeAll { $0.name == "offset" }
      let offset = try number(wish.value) - 1
      if offset > 0 { parameters.append(("offset", "\(offset)")) }
    }
    return Address.dataset(dataset.id) + Address.parameters(parameters)
  }

  private static func number(_ text: String) throws -> Int {
    let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "\u{A0}" }
    guard let number = Int(digits), (1...Int(Int32.max)).contains(number) else {
      throw QueryProblem(
        parameter: row, expected: "the number of a row, from 1", found: text)
    }
    return number
  }
}

extension Response {
  /// A way to another address of a page, in the language that was asked for.
  static func seeOther(_ address: String, for request: Request) -> Response {
    guard let language = request.languageAsked else { return .seeOther(address) }
    return .seeOther(Address.adding((Preferences.languageParameter, language), to: address))
  }

  /// A way to another page, to be read with GET.
  static func seeOther(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
  }
}
