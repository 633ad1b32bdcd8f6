import AlmanacCore
public import AlmanacDeclarations
import AlmanacStorage

extension LiveTable {
  /// From how many records on texts have the one root order for everybody.
  ///
  /// An order by language is sorted for each language, and kept in memory.
  public static let leastInRootOrder = 50_000

  /// The order of a query: its own, else the dataset's, sections first.
  func terms(of query: TableQuery) -> [SortTerm] {
    if !query.sort.isEmpty { return query.sort }
    let sections = dataset.sectionField.map { [SortTerm(field: $0)] } ?? []
    return sections + dataset.list.sort
  }

  /// What decides the order of a query's rows.
  func key(of query: TableQuery) throws -> OrderCache.Key {
    let isByRelevance = query.search != nil && query.sort.isEmpty
    return OrderCache.Key(
      terms: terms(of: query), filters: query.filters, search: query.search,
      texts: isByRelevance ? .root : try textOrder(of: query), isByRelevance: isByRelevance)
  }

  /// How texts compare in a query's order; root where none decides it, so that all readers share it.
  ///
  /// - Throws: `QueryProblem` where another collation than root is asked of too many records.
  ///   Cost: O(1).
  public func textOrder(of query: TableQuery) throws -> TextOrder {
    let isSmall = try dataset.source.kind != .stream && store.size().count < Self.leastInRootOrder
    if let collation = query.collation, collation != .root, !isSmall { throw tooMany }
    guard isSmall else { return .root }
    let fields = terms(of: query).prefix { $0.field != "id" }.compactMap { dataset.field($0.field) }
    guard fields.contains(where: \.type.isText) else { return .root }
    let own = query.language.flatMap { Collation(language: $0.utf8) }
    var order = TextOrder(collation: query.collation ?? own ?? .root)
    if let language = query.language, fields.contains(where: { $0.isOrdered(in: language) }) {
      order.language = language
    }
    return order
  }

  private var tooMany: QueryProblem {
    let what: Message =
      dataset.source.kind == .stream
      ? "This dataset is a stream." : "This dataset has 50,000 records or more."
    return QueryProblem(
      parameter: TableQuery.collationParameter,
      message: "\(what) Its texts have one order for all languages: leave the parameter out.")
  }

  /// All row numbers in the list's own order, as readers of a language find it.
  func defaultOrder(language: String? = nil) async throws -> [Int64] {
    try await order(key(of: TableQuery(language: language))).rows
  }
}

extension FieldType {
  /// Whether its values compare as texts.
  fileprivate var isText: Bool { [.text, .link, .image, .list].contains(self) }
}

extension Field {
  /// Whether readers of a language find it ordered by other texts than the source's.
  fileprivate func isOrdered(in language: String) -> Bool {
    translations[language] != nil || isRetitled(in: language)
  }
}
