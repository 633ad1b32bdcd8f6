import AlmanacDeclarations
import AlmanacEngine

/// The pane in which a record's page stands beside its list, before anything is in it.
struct AtlasPane: Sendable, Hashable {
  /// The list, with what is sought and how it is ordered.
  let list: String
  /// Whether pages show a picture.
  let hasPicture: Bool
  /// One for each fact that a page may show, so that what loads is as high as what comes.
  let facts: [Int]

  /// The pane of a dataset; `list` is where its list stands.
  init(_ dataset: Dataset, list: String? = nil) {
    self.list = list ?? Address.list(dataset.id)
    hasPicture = dataset.list.image != nil
    let hidden = [dataset.list.title, dataset.list.image]
    let count =
      dataset.page.facts.isEmpty
      ? dataset.fields.count { $0.original == nil && !hidden.contains($0.name) }
      : dataset.page.facts.count
    facts = Array(0..<min(count, 12))
  }

  /// The pane of a record's page, with the part of the list that it stands in; nothing for a
  /// dataset whose list is a table.
  init?(beside table: LiveTable, of id: RecordID, language: String) async throws {
    let dataset = table.dataset
    guard dataset.list.columns.isEmpty else { return nil }
    var query = TableQuery()
    let count = try table.count()
    let isWhole = query.isBySection(in: dataset) && query.isShownWhole(of: count)
    if !isWhole, let rank = try await table.rank(of: id, language: language) {
      query.offset = rank / query.limit * query.limit
    }
    self.init(dataset, list: Address.list(dataset.id, query))
  }
}

extension TableQuery {
  /// Whether a list in sections is shown as a whole, where it has so many rows.
  func isShownWhole(of total: Int) -> Bool {
    offset == 0 && limit == TableQuery().limit && total <= TableQuery.largestLimit
  }
}
