import AlmanacCore
import AlmanacDeclarations

/// Filters and words that a row in memory must meet.
struct RowFilter: Sendable {
  private let tests: [Test]

  /// A test of one word.
  private enum Test: Sendable {
    case known(RowLayout.Cell, Bool)
    case whole(RowLayout.Cell?, ClosedRange<Int64>)
    case number(RowLayout.Cell, ClosedRange<Double>)
    case text(RowLayout.Cell, table: Int, [UInt8])
    case search(SearchQuery, [(cell: RowLayout.Cell, table: Int)])
    case never
  }

  /// Makes a filter; nothing where it asks for what is not in memory.
  init?(_ filters: [Filter], search: String?, _ dataset: Dataset, _ layout: RowLayout) {
    var tests: [Test] = []
    for filter in filters {
      guard let test = Self.test(filter, dataset, layout) else { return nil }
      tests.append(test)
    }
    if let search {
      guard let test = Self.search(search, dataset, layout) else { return nil }
      tests.append(test)
    }
    self.tests = tests
  }

  private static func search(_ words: String, _ dataset: Dataset, _ layout: RowLayout) -> Test? {
    var places: [(cell: RowLayout.Cell, table: Int)] = []
    for name in dataset.search {
      guard let field = dataset.index(of: name), let cell = layout.cellOfField[field],
        case .text(let table) = cell.kind
      else { return nil }
      places.append((cell, table))
    }
    return .search(SearchQuery(words), places)
  }

  private static func test(_ filter: Filter, _ dataset: Dataset, _ layout: RowLayout) -> Test? {
    if filter.field == "id" { return key(filter.test) }
    guard let field = dataset.index(of: filter.field), let cell = layout.cellOfField[field] else {
      return nil
    }
    if case .known(let isKnown) = filter.test { return .known(cell, isKnown) }
    return switch cell.kind {
    case .whole: whole(cell, filter.test)
    case .number: number(cell, filter.test)
    case .text(let table): text(cell, table, filter.test)
    }
  }

  private static func key(_ test: Filter.Test) -> Test? {
    if case .known(let isKnown) = test { return isKnown ? .whole(nil, .min ... .max) : .never }
    return whole(nil, test)
  }

  private static func whole(_ cell: RowLayout.Cell?, _ test: Filter.Test) -> Test? {
    switch test {
    case .equals(.integer(let value)): .whole(cell, value...value)
    case .atLeast(.integer(let value)): .whole(cell, value ... .max)
    case .atMost(.integer(let value)): .whole(cell, .min...value)
    default: nil
    }
  }

  private static func number(_ cell: RowLayout.Cell, _ test: Filter.Test) -> Test? {
    switch test {
    case .equals(.number(let value)), .atLeast(.number(let value)), .atMost(.number(let value)):
      // As SQLite has it, to which NaN is no value.
      value.isNaN ? .never : .number(cell, range(test, value))
    default: nil
    }
  }

  private static func range(_ test: Filter.Test, _ value: Double) -> ClosedRange<Double> {
    switch test {
    case .atLeast: value ... .infinity
    case .atMost: -.infinity...value
    default: value...value
    }
  }

  private static func text(_ cell: RowLayout.Cell, _ table: Int, _ test: Filter.Test) -> Test? {
    guard case .equals(.text(let text)) = test else { return nil }
    return .text(cell, table: table, Array(text.utf8))
  }

  /// Whether a row meets everything.
  func matches(_ row: UnsafePointer<UInt64>, _ texts: ContiguousArray<TextTable>) -> Bool {
    tests.allSatisfy { Self.meets(row, $0, texts) }
  }

  private static func meets(
    _ row: UnsafePointer<UInt64>, _ test: Test, _ texts: ContiguousArray<TextTable>
  ) -> Bool {
    switch test {
    case .never: false
    case .known(let cell, let isKnown): has(row, cell) == isKnown
    case .whole(nil, let range): range.contains(Int64(bitPattern: row[RowLayout.key]))
    case .whole(let cell?, let range):
      has(row, cell) && range.contains(Int64(bitPattern: row[cell.word]))
    case .number(let cell, let range):
      has(row, cell) && range.contains(Double(bitPattern: row[cell.word]))
    case .text(let cell, let table, let text):
      has(row, cell)
        && text.withUnsafeBufferPointer { texts[table].code(of: $0) } == Int(row[cell.word])
    case .search(let query, let places):
      query.tier(
        of: places.compactMap {
          has(row, $0.cell) ? texts[$0.table].folded[Int(row[$0.cell.word])] : nil
        }, atMost: .inside) != nil
    }
  }

  private static func has(_ row: UnsafePointer<UInt64>, _ cell: RowLayout.Cell) -> Bool {
    row[RowLayout.presence] & cell.bit != 0
  }
}
