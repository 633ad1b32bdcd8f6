extension SoQL.Condition {
  /// Whether a row fulfils the condition; nil when a missing value leaves that unknown (as in SQL).
  func holds(for row: Sandbox.Table.Row) -> Bool? {
    switch self {
    case .compare(let left, let comparison, let right):
      guard let left = left.value(in: row), let right = right.value(in: row) else { return nil }
      return comparison.holds(left, right)
    case .isNull(let operand): return operand.value(in: row) == nil
    case .truth(let operand): return operand.value(in: row).map { $0 == .truth(true) }
    case .not(let condition): return condition.holds(for: row).map { !$0 }
    case .and(let first, let second): return Self.all(first.holds(for: row), second, row)
    case .or(let first, let second):
      return Self.all(first.holds(for: row).map { !$0 }, .not(second), row).map { !$0 }
    }
  }

  private static func all(_ first: Bool?, _ second: Self, _ row: Sandbox.Table.Row) -> Bool? {
    if first == false { return false }
    let last = second.holds(for: row)
    if last == false { return false }
    return first == nil || last == nil ? nil : true
  }
}

extension SoQL.Operand {
  fileprivate func value(in row: Sandbox.Table.Row) -> SoQL.Scalar? {
    switch self {
    case .literal(let scalar): scalar
    case .column(let column): row.scalar(of: column)
    }
  }
}

extension SoQL.Comparison {
  fileprivate func holds(_ left: SoQL.Scalar, _ right: SoQL.Scalar) -> Bool {
    switch self {
    case .equal: left == right
    case .unequal: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension SoQL.Scalar: Comparable {
  /// Numbers by size, texts by letters, false before true; different kinds have no order.
  static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.truth(let left), .truth(let right)): !left && right
    default: false
    }
  }
}

extension Sandbox.Table.Row {
  /// The row's value in a column, ready to be compared; nil when there is none.
  func scalar(of column: Sandbox.Column) -> SoQL.Scalar? {
    switch (column.type, self[column.name]) {
    case (_, nil), (_, .null?): nil
    case (.number, let value?): value.plainText.flatMap(SoQL.number).map(SoQL.Scalar.number)
    case (.checkbox, .bool(let truth)?): .truth(truth)
    case (.floatingTimestamp, .text(let text)?), (.fixedTimestamp, .text(let text)?):
      SoQL.moment(text).map(SoQL.Scalar.text)
    case (_, let value?): .text(value.plainText ?? String(decoding: value.bytes, as: UTF8.self))
    }
  }

  /// The value of an own or a system column.
  subscript(name: String) -> Sandbox.JSON? {
    switch name {
    case ":id": .text(identifier)
    case ":created_at": .text(created.timestamp)
    case ":updated_at": .text(updated.timestamp)
    case ":version": .text(Self.version(of: self))
    default: values[name]
    }
  }

  private static func version(of row: Self) -> String {
    let name = Sandbox.Table.identifier(for: row.identifier + row.updated.timestamp)
    return "rv" + name.dropFirst("row".count)
  }
}
