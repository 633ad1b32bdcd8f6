import AlmanacDecoding

/// A query of SODA 2.1, read and checked against a table.
struct SODAQuery: Sendable {
  private let columns: [Sandbox.Column]
  private let condition: SoQL.Condition?
  private let order: [SoQL.OrderKey]
  private let limit: Int
  private let offset: Int

  /// Reads the parameters of a request; throws what SODA would refuse.
  init(_ inquiry: Inquiry, for table: Sandbox.Table, cap: Int? = nil) throws(SoQL.Mistake) {
    let known = table.columns + Sandbox.Column.system
    try Self.checkNames(inquiry, known)
    order = try Self.parser(inquiry["$order"], known) { parser throws(SoQL.Mistake) in
      try parser.order()
    }
    columns = try Self.columns(inquiry["$select"], known, isOrdered: !order.isEmpty)
    condition = try Self.condition(inquiry, known)
    limit = min(try Self.number(inquiry, "$limit", default: 1000), cap ?? .max)
    offset = try Self.number(inquiry, "$offset", default: 0)
  }

  /// The columns of the answer, in the table's order, system columns last.
  var fields: [Sandbox.Column] { columns }

  /// The page of rows asked for.
  ///
  /// What `$order` leaves open is shuffled, so that a pager without a total order is found out.
  func rows(of table: Sandbox.Table, shuffledBy seed: UInt64) -> [Sandbox.JSON] {
    var random = SplitMix64(seed: seed)
    let found = matches(in: table)
    let isTotal = order.contains { [":id", table.key].contains($0.column.name) }
    let ordered = isTotal ? sorted(found) : sorted(found.shuffled(using: &random))
    return ordered.dropFirst(offset).prefix(limit).map(shown)
  }

  private func matches(in table: Sandbox.Table) -> [Sandbox.Table.Row] {
    guard let condition else { return table.rows }
    return table.rows.filter { condition.holds(for: $0) == true }
  }

  private func shown(_ row: Sandbox.Table.Row) -> Sandbox.JSON {
    var members: [String: Sandbox.JSON] = [:]
    for column in columns {
      members[column.name] = row[column.name]
    }
    return .object(members)
  }
}

extension SODAQuery {
  /// Sorts by the keys.
  ///
  /// Missing values come last when ascending and first when descending.
  private func sorted(_ rows: [Sandbox.Table.Row]) -> [Sandbox.Table.Row] {
    guard !order.isEmpty else { return rows }
    let keyed = rows.map { row in (row, order.map { row.scalar(of: $0.column) }) }
    return keyed.sorted { precedes($0.1, $1.1) }.map(\.0)
  }

  private func precedes(_ left: [SoQL.Scalar?], _ right: [SoQL.Scalar?]) -> Bool {
    for (key, pair) in zip(order, zip(left, right)) where pair.0 != pair.1 {
      let ascends = pair.0.map { first in pair.1.map { first < $0 } ?? true } ?? false
      return ascends != key.descends
    }
    return false
  }
}

extension SODAQuery {
  private static func parser<Found>(
    _ text: String?, _ columns: [Sandbox.Column],
    read: (inout SoQL.Parser) throws(SoQL.Mistake) -> [Found]
  ) throws(SoQL.Mistake) -> [Found] {
    guard let text else { return [] }
    var parser = try SoQL.Parser(text, columns: columns)
    return try read(&parser)
  }

  /// The columns to show.
  ///
  /// Computed ones go missing under `$order` unless they are asked for by name.
  private static func columns(
    _ select: String?, _ known: [Sandbox.Column], isOrdered: Bool
  ) throws(SoQL.Mistake) -> [Sandbox.Column] {
    let selected = try parser(select ?? "*", known) { parser throws(SoQL.Mistake) in
      try parser.selection()
    }
    let named = select ?? ""
    return known.filter { column in
      guard selected.contains(column) else { return false }
      return !column.isComputed || !isOrdered || named.contains(column.name)
    }
  }

  /// `$where` and the plain filters such as `fall=Fell`, all of which must hold.
  private static func condition(
    _ inquiry: Inquiry, _ known: [Sandbox.Column]
  ) throws(SoQL.Mistake) -> SoQL.Condition? {
    var conditions: [SoQL.Condition] = []
    if let text = inquiry["$where"] {
      var parser = try SoQL.Parser(text, columns: known)
      conditions.append(try parser.condition())
    }
    for filter in inquiry.parameters where !filter.name.hasPrefix("$") {
      guard let column = known.first(where: { $0.name == filter.name }) else { continue }
      conditions.append(try .checked(.column(column), .equal, .literal(.text(filter.value))))
    }
    guard let first = conditions.first else { return nil }
    return conditions.dropFirst().reduce(first) { .and($0, $1) }
  }

  private static let options: Set = [
    "$where", "$order", "$select", "$limit", "$offset", "$$app_token",
  ]

  private static func checkNames(
    _ inquiry: Inquiry, _ known: [Sandbox.Column]
  ) throws(SoQL.Mistake) {
    let names = options.union(known.map(\.name))
    let strange = inquiry.parameters.map(\.name).filter { !names.contains($0) }
    guard let first = strange.first else { return }
    throw SoQL.Mistake(
      code: "query.soql.unrecognized-arguments", message: "Unrecognized arguments [\(first)]",
      column: first)
  }

  private static func number(
    _ inquiry: Inquiry, _ name: String, default usual: Int
  ) throws(SoQL.Mistake) -> Int {
    if let number = inquiry.number(name, atLeast: 0, default: usual) { return number }
    throw SoQL.Mistake(
      code: "query.compiler.malformed",
      message: "Could not parse SoQL query: Expected a non-negative integer for \(name)")
  }
}
