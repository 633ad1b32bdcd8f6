import AlmanacCore
public import AlmanacDeclarations

extension TableQuery {
  /// Reads a query as addresses write it.
  ///
  /// Known are `q`, `sort`, `offset`, `limit`, `view`, `collation`, and `FIELD=`, `FIELD.min=`, `FIELD.max=`,
  /// `FIELD.known=`. An empty value is no condition, so that plain forms can send what they have.
  ///
  /// - Throws: `QueryProblem` that names the parameter, what was expected, and the nearest name.
  public init(
    parameters: [(name: String, value: String)], dataset: Dataset
  ) throws(QueryProblem) {
    self.init()
    for (name, value) in parameters where !value.isEmpty {
      try read(name, value, dataset)
    }
  }

  private mutating func read(
    _ name: String, _ value: String, _ dataset: Dataset
  ) throws(QueryProblem) {
    switch name {
    case "q": try readSearch(value, dataset)
    case "sort": sort = try Self.sort(value, dataset)
    case "offset": offset = try Self.number(name, value, 0...Self.largestOffset)
    case "limit": limit = try Self.number(name, value, 1...Self.largestLimit)
    case "view": try readView(value, dataset)
    case Self.collationParameter: collation = try Self.collation(value)
    default: try add(try filter(name, value, dataset), name)
    }
  }

  /// Adds a condition, while there are not more than anybody sets.
  private mutating func add(_ filter: Filter, _ name: String) throws(QueryProblem) {
    guard filters.count < Self.mostFilters else {
      throw QueryProblem(
        parameter: name, message: "Expected at most \(Self.mostFilters) filters, found more.")
    }
    filters.append(filter)
  }

  private mutating func readSearch(_ value: String, _ dataset: Dataset) throws(QueryProblem) {
    guard !dataset.search.isEmpty else {
      throw QueryProblem(parameter: "q", message: "This dataset has no search.")
    }
    try SearchLength.check(value)
    search = value.utf8.allSatisfy { $0 <= 0x20 } ? nil : value
  }

  private mutating func readView(_ name: String, _ dataset: Dataset) throws(QueryProblem) {
    guard let view = dataset.view(name) else {
      let names = dataset.views.map(\.name)
      throw QueryProblem(
        parameter: "view",
        message: Message("There is no view \"\(name)\".")
          .hinted(NearestWord.hint(for: name, among: names)))
    }
    for parameter in view.parameters { try read(parameter.name, parameter.value, dataset) }
  }

  private static func collation(_ value: String) throws(QueryProblem) -> Collation {
    if let collation = Collation.allCases.first(where: { $0.language == value }) {
      return collation
    }
    let names = Collation.allCases.map(\.language)
    throw QueryProblem(
      parameter: collationParameter,
      message: ("Expected one of \(names.joined(separator: ", ")), found \"\(value)\"." as Message)
        .hinted(NearestWord.hint(for: value, among: names)))
  }

  private static func number(
    _ name: String, _ value: String, _ range: ClosedRange<Int>
  ) throws(QueryProblem) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw QueryProblem(
        parameter: name,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", found: value)
    }
    return number
  }

  private static func sort(_ value: String, _ dataset: Dataset) throws(QueryProblem) -> [SortTerm] {
    var terms: [SortTerm] = []
    for part in value.split(separator: ",") {
      let term = SortTerm(part)
      try check(term, dataset)
      if terms.contains(where: { $0.field == term.field }) {
        throw QueryProblem(parameter: "sort", message: "\"\(term.field)\" stands there twice.")
      }
      terms.append(term)
    }
    return terms
  }

  private static func check(_ term: SortTerm, _ dataset: Dataset) throws(QueryProblem) {
    if term.field == "id" { return }
    let sortable = ["id"] + dataset.fields.filter { $0.type.isSortable }.map(\.name)
    guard let field = dataset.field(term.field) else {
      throw QueryProblem(
        parameter: "sort",
        message: Message("There is no field \"\(term.field)\".")
          .hinted(NearestWord.hint(for: term.field, among: sortable))
          .followed(by: "Fields that sort: \(sortable.joined(separator: ", "))."))
    }
    guard field.type.isSortable || field.name == dataset.list.sections else {
      throw QueryProblem(
        parameter: "sort",
        message: "\"\(field.name)\" is of type \(field.type), which has no order.")
    }
  }

  private mutating func filter(
    _ name: String, _ value: String, _ dataset: Dataset
  ) throws(QueryProblem) -> Filter {
    let condition = ConditionName(name)
    guard let field = Self.field(condition.field, dataset) else {
      let names =
        ["q", "sort", "offset", "limit", "view", "collation", "id"] + dataset.fields.map(\.name)
      throw QueryProblem(
        parameter: name,
        message: Message("There is no such parameter or field.")
          .hinted(NearestWord.hint(for: condition.field, among: names)))
    }
    if let complaint = condition.complaint(for: field) {
      throw QueryProblem(parameter: name, message: complaint)
    }
    spelling.types[field.name] = field.type
    return Filter(field: field.name, test: try Self.test(condition.test, name, value, field))
  }

  private static func field(_ name: String, _ dataset: Dataset) -> Field? {
    name == "id"
      ? Field(name: "id", type: dataset.key.isInteger ? .integer : .text) : dataset.field(name)
  }

  private static func test(
    _ test: ConditionName.Test?, _ name: String, _ value: String, _ field: Field
  ) throws(QueryProblem) -> Filter.Test {
    if test == .known {
      guard value == "true" || value == "false" else {
        throw QueryProblem(
          parameter: name, expected: "\("true") or \("false")", found: value)
      }
      return .known(value == "true")
    }
    guard let parsed = FilterValue.read(value, field.type) else {
      throw QueryProblem(
        parameter: name, expected: FilterValue.expected(field.type), found: value)
    }
    switch test {
    case .min: return .atLeast(parsed)
    case .max: return .atMost(parsed)
    default: return .equals(parsed)
    }
  }

  /// The parameters that say the same; only what differs from the defaults.
  public var parameters: [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    if let search { parameters.append(("q", search)) }
    if !sort.isEmpty {
      parameters.append(("sort", sort.map(\.description).joined(separator: ",")))
    }
    parameters += filters.map(parameter)
    if offset > 0 { parameters.append(("offset", "\(offset)")) }
    if limit != 100 { parameters.append(("limit", "\(limit)")) }
    if let collation { parameters.append((Self.collationParameter, collation.language)) }
    return parameters
  }

  private func parameter(_ filter: Filter) -> (name: String, value: String) {
    let type = spelling.types[filter.field]
    return switch filter.test {
    case .equals(let value): (filter.field, FilterValue.text(value, type))
    case .atLeast(let value): ("\(filter.field).min", FilterValue.text(value, type))
    case .atMost(let value): ("\(filter.field).max", FilterValue.text(value, type))
    case .known(let isKnown): ("\(filter.field).known", isKnown ? "true" : "false")
    }
  }
}
