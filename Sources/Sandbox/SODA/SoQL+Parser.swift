extension SoQL {
  /// Reads what follows `$where`, `$order` and `$select`, against the columns there are.
  ///
  /// Recursive descent: `or` binds less than `and`, `and` less than `not`.
  struct Parser {
    let columns: [String: Sandbox.Column]
    private let query: String
    private var tokens: ArraySlice<Token>
    private var depth = 0

    init(_ query: String, columns: [Sandbox.Column]) throws(Mistake) {
      self.query = query
      self.columns = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
      self.tokens = try SoQL.tokens(of: query)[...]
    }

    /// The whole query as a condition.
    mutating func condition() throws(Mistake) -> Condition {
      let condition = try disjunction()
      try expectEnd()
      return condition
    }

    /// The whole query as a list of `name [asc|desc]`.
    mutating func order() throws(Mistake) -> [OrderKey] {
      var keys: [OrderKey] = []
      repeat {
        let column = try column(named: try name())
        let descends = take(word: "desc")
        if !descends { _ = take(word: "asc") }
        keys.append(OrderKey(column: column, descends: descends))
      } while take(symbol: ",")
      try expectEnd()
      return keys
    }

    /// The whole query as a list of `*`, `:*` and names, given as the columns they stand for.
    mutating func selection() throws(Mistake) -> [Sandbox.Column] {
      var selected: [Sandbox.Column] = []
      repeat {
        if take(symbol: "*") {
          selected += columns.values.filter { !Sandbox.Column.system.contains($0) }
        } else if take(symbol: ":*") {
          selected += Sandbox.Column.system
        } else {
          selected.append(try column(named: try name()))
        }
      } while take(symbol: ",")
      try expectEnd()
      return selected
    }
  }
}

extension SoQL.Parser {
  private mutating func disjunction() throws(SoQL.Mistake) -> SoQL.Condition {
    var condition = try conjunction()
    while take(word: "or") { condition = .or(condition, try conjunction()) }
    return condition
  }

  private mutating func conjunction() throws(SoQL.Mistake) -> SoQL.Condition {
    var condition = try negation()
    while take(word: "and") { condition = .and(condition, try negation()) }
    return condition
  }

  private mutating func negation() throws(SoQL.Mistake) -> SoQL.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 200 else { throw mistake("query.too-deep", "The query is nested too deeply") }
    if take(word: "not") { return .not(try negation()) }
    guard take(symbol: "(") else { return try predicate() }
    let condition = try disjunction()
    guard take(symbol: ")") else { throw unexpected("`)'") }
    return condition
  }

  private mutating func predicate() throws(SoQL.Mistake) -> SoQL.Condition {
    let left = try operand()
    if take(word: "is") {
      let negated = take(word: "not")
      guard take(word: "null") else { throw unexpected("`null'") }
      return negated ? .not(.isNull(left)) : .isNull(left)
    }
    guard let comparison = takeComparison() else {
      guard left.isTruth else { throw unexpected("an operator") }
      return .truth(left)
    }
    return try .checked(left, comparison, try operand())
  }

  private mutating func operand() throws(SoQL.Mistake) -> SoQL.Operand {
    let isNegative = take(symbol: "-")
    switch tokens.first {
    case .number(let number):
      tokens.removeFirst()
      return .literal(.number(isNegative ? -number : number))
    case .text(let text) where !isNegative:
      tokens.removeFirst()
      return .literal(.text(text))
    default:
      guard !isNegative else { throw unexpected("a number") }
      return try nameOrTruth()
    }
  }

  private mutating func nameOrTruth() throws(SoQL.Mistake) -> SoQL.Operand {
    if take(word: "true") { return .literal(.truth(true)) }
    if take(word: "false") { return .literal(.truth(false)) }
    return .column(try column(named: try name()))
  }
}

extension SoQL.Parser {
  private mutating func name() throws(SoQL.Mistake) -> String {
    guard case .name(let name) = tokens.first, !Self.reserved.contains(name) else {
      throw unexpected("a column")
    }
    tokens.removeFirst()
    return name
  }

  private static let reserved: Set = ["and", "or", "not", "is", "null", "asc", "desc"]

  private func column(named name: String) throws(SoQL.Mistake) -> Sandbox.Column {
    guard let column = columns[name] else {
      throw SoQL.Mistake(
        code: "query.soql.no-such-column",
        message: "Query coordinator error: query.soql.no-such-column; No such column: \(name)",
        column: name)
    }
    return column
  }

  private mutating func take(word: String) -> Bool { take(.name(word)) }

  private mutating func take(symbol: String) -> Bool { take(.symbol(symbol)) }

  private mutating func take(_ token: SoQL.Token) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func takeComparison() -> SoQL.Comparison? {
    guard case .symbol(let symbol) = tokens.first, let found = SoQL.Comparison(rawValue: symbol)
    else { return nil }
    tokens.removeFirst()
    return found
  }

  private func expectEnd() throws(SoQL.Mistake) {
    guard tokens.isEmpty else { throw unexpected("end of input") }
  }

  private func unexpected(_ expected: String) -> SoQL.Mistake {
    let found = tokens.first.map { "\($0)" } ?? "end of input"
    return mistake(
      "query.compiler.malformed",
      "Could not parse SoQL query \"\(query)\": Expected \(expected), but got \(found)")
  }

  private func mistake(_ code: String, _ message: String) -> SoQL.Mistake {
    SoQL.Mistake(code: code, message: message)
  }
}
