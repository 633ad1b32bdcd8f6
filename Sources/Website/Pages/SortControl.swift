import AlmanacDeclarations
import AlmanacEngine

/// A column's heading: its name, and the way to sort by it.
struct ColumnHead: Sendable, Hashable {
  let title: String
  let isNumeric: Bool
  /// "ascending" or "descending" for the column that leads the order.
  let direction: String?
  /// "↑" or "↓" beside it.
  let arrow: String?
  /// The list sorted by this column, or the other way round; nothing where it has no order.
  let address: String?
  /// Whether the times below are in UTC.
  let isTime: Bool
}

/// One order that a select offers.
struct SortOption: Sendable, Hashable {
  let value: String
  let title: String
  let isChosen: Bool
}

/// The ways to sort a dataset's list.
struct SortControl {
  let dataset: Dataset
  let query: TableQuery
  let words: Catalogue

  /// The term that leads the order on the page; nothing while a search ranks the rows.
  private var leading: SortTerm? {
    query.sort.first ?? (query.search == nil ? dataset.list.sort.first : nil)
  }

  /// The headings of the table's columns.
  func heads() -> [ColumnHead] {
    RowMarkup.columns(of: dataset).map(head)
  }

  private func head(_ column: RowMarkup.Column) -> ColumnHead {
    let field = column.field
    let current = leading?.field == field.name ? leading : nil
    let next = SortTerm(
      field: field.name, descending: current.map { !$0.descending } ?? Self.startsHigh(field))
    return ColumnHead(
      title: field.title.text(in: words.language), isNumeric: column.isNumeric,
      direction: current.map { $0.descending ? "descending" : "ascending" },
      arrow: current.map { $0.descending ? "↓" : "↑" },
      address: field.type.isSortable ? Address.list(dataset.id, sorted(by: next)) : nil,
      isTime: field.type == .timestamp)
  }

  /// The orders of a select; the first is the dataset's own, or relevance while searching.
  func options() -> [SortOption] {
    let chosen = query.sort.map(\.description).joined(separator: ",")
    let own = words.say(query.search == nil ? "sort.own" : "sort.relevance")
    var options = [SortOption(value: "", title: own, isChosen: chosen.isEmpty)]
    options += bySection(chosen)
    for field in fields { options += pair(of: field, chosen) }
    if !options.contains(where: \.isChosen) {
      options.append(SortOption(value: chosen, title: chosen, isChosen: true))
    }
    return options
  }

  /// The dataset's own order in sections, which a search by relevance is not in.
  private func bySection(_ chosen: String) -> [SortOption] {
    guard query.search != nil, let field = dataset.sectionField.flatMap(dataset.field) else {
      return []
    }
    let terms = [SortTerm(field: field.name)] + dataset.list.sort
    let value = terms.map(\.description).joined(separator: ",")
    let title = ["field": field.title.text(in: words.language)]
    return [
      SortOption(value: value, title: words.say("sort.sections", title), isChosen: chosen == value)
    ]
  }

  private var fields: [Field] {
    let columns = RowMarkup.columns(of: dataset).map(\.field)
    let own = dataset.fields.filter { $0.original == nil }
    return (columns.isEmpty ? own : columns).filter { $0.type.isSortable }
  }

  private func pair(of field: Field, _ chosen: String) -> [SortOption] {
    let title = ["field": field.title.text(in: words.language)]
    let kind = Self.kind(field)
    let up = SortOption(
      value: field.name, title: words.say("sort.\(kind).ascending", title),
      isChosen: chosen == field.name)
    let down = SortOption(
      value: "-" + field.name, title: words.say("sort.\(kind).descending", title),
      isChosen: chosen == "-" + field.name)
    return Self.startsHigh(field) ? [down, up] : [up, down]
  }

  private func sorted(by term: SortTerm) -> TableQuery {
    var query = query.at(offset: 0)
    query.sort = query.search == nil && dataset.list.sort == [term] ? [] : [term]
    return query
  }

  /// Whether people look for the largest or newest first.
  private static func startsHigh(_ field: Field) -> Bool {
    field.type.isRanged
  }

  /// What kind of order a field has, as the words tell them apart.
  static func kind(_ field: Field) -> String {
    switch field.type {
    case .integer, .number: "number"
    case .year, .date, .timestamp, .datetime: "time"
    default: "text"
    }
  }
}
