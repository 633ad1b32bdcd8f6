extension SoQL.Operand {
  /// True when the operand can stand as a condition of its own.
  var isTruth: Bool {
    switch self {
    case .column(let column): column.type == .checkbox
    case .literal(.truth): true
    case .literal: false
    }
  }
}

extension SoQL.Condition {
  /// A comparison whose sides agree in type; a quoted literal becomes what its column holds.
  static func checked(
    _ left: SoQL.Operand, _ comparison: SoQL.Comparison, _ right: SoQL.Operand
  ) throws(SoQL.Mistake) -> Self {
    switch (left, right) {
    case (.column(let column), .literal(let scalar)):
      .compare(left, comparison, .literal(try scalar.fitted(to: column, comparison)))
    case (.literal(let scalar), .column(let column)):
      .compare(.literal(try scalar.fitted(to: column, comparison)), comparison, right)
    case (.column(let first), .column(let second)) where first.type != second.type:
      throw .mismatch(comparison, first)
    default:
      .compare(left, comparison, right)
    }
  }
}

extension SoQL.Scalar {
  /// The literal as a value of the column's type.
  fileprivate func fitted(
    to column: Sandbox.Column, _ comparison: SoQL.Comparison
  ) throws(SoQL.Mistake) -> Self {
    switch (column.type, self) {
    case (.text, .text), (.number, .number), (.checkbox, .truth):
      return self
    case (.number, .text(let text)):
      if let number = SoQL.number(text) { return .number(number) }
    case (.floatingTimestamp, .text(let text)), (.fixedTimestamp, .text(let text)):
      if let moment = SoQL.moment(text) { return .text(moment) }
    case (.checkbox, .text("true")): return .truth(true)
    case (.checkbox, .text("false")): return .truth(false)
    default: break
    }
    throw .mismatch(comparison, column)
  }
}

extension SoQL.Mistake {
  fileprivate static func mismatch(_ comparison: SoQL.Comparison, _ column: Sandbox.Column) -> Self
  {
    Self(
      code: "query.soql.type-mismatch",
      message: "Query coordinator error: query.soql.type-mismatch; "
        + "Type mismatch for op$\(comparison.rawValue), is \(column.type.rawValue)",
      column: column.name)
  }
}
