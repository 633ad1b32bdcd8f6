import AlmanacDeclarations

/// How a field lies in the table `record`.
struct StoredColumn: Sendable, Hashable {
  /// The column's name; of a point, the column of degrees north.
  var name: String
  /// The column of degrees east, for a point.
  var second: String?
  /// The field's type.
  var type: FieldType

  /// The names of the columns.
  var names: [String] { [name] + (second.map { [$0] } ?? []) }

  /// The names of the columns, quoted.
  var quoted: [String] { names.map { "\"\($0)\"" } }

  /// The columns' declarations with what every value must meet.
  var declarations: [String] {
    switch type {
    case .text, .link, .image: ["\"\(name)\" TEXT CHECK (\"\(name)\" <> '')"]
    case .list, .currencies:
      ["\"\(name)\" TEXT CHECK (json_type(\"\(name)\") = 'array')"]
    case .integer, .year, .timestamp, .datetime: ["\"\(name)\" INTEGER"]
    case .number: ["\"\(name)\" REAL"]
    case .boolean: ["\"\(name)\" INTEGER CHECK (\"\(name)\" IN (0, 1))"]
    case .date:
      ["\"\(name)\" TEXT CHECK (\"\(name)\" GLOB '*[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')"]
    case .point:
      [
        "\"\(name)\" REAL CHECK (\"\(name)\" BETWEEN -90 AND 90)",
        "\"\(second ?? "")\" REAL CHECK (\"\(second ?? "")\" BETWEEN -180 AND 180)",
      ]
    }
  }
}

/// How all fields of a dataset lie in the table `record`.
struct StoredColumns: Sendable {
  /// One for each declared field, in order.
  var columns: [StoredColumn]
  /// Whether the key is a whole number, and so the row number itself.
  var isIntegerKey: Bool

  /// The column that numbers the rows.
  var row: String { isIntegerKey ? "id" : "_row" }

  /// Every column that holds a value, quoted: fields in order, then `_extra`.
  var values: [String] { columns.flatMap(\.quoted) + ["_extra"] }

  /// The key's and values' columns, as a statement lists them.
  var all: String { (["id"] + values).joined(separator: ", ") }

  /// The position of a field's first column among `values`.
  func position(of field: Int) -> Int {
    columns[..<field].reduce(0) { $0 + ($1.type == .point ? 2 : 1) }
  }

  /// A condition that holds when two aliased tables differ in any value; what is not declared
  /// counts but for some names.
  func difference(_ first: String, _ second: String, _ undeclared: UndeclaredNames) -> String {
    let declared = columns.flatMap(\.quoted).map { "\(first).\($0) IS NOT \(second).\($0)" }
    return (declared + [undeclared.difference(first, second)]).joined(separator: " OR ")
  }

  /// A JSON object of the values of an aliased table, absent ones left out; what is not declared
  /// stands under `_extra`.
  func json(_ alias: String) -> String {
    let pairs =
      columns.flatMap { column in
        column.names.map { "'\($0)', \(value(column, "\"\($0)\"", alias))" }
      } + ["'_extra', json(\(alias)._extra)"]
    let objects = stride(from: 0, to: max(pairs.count, 1), by: 50).map {
      "json_object(\(pairs[$0..<min($0 + 50, pairs.count)].joined(separator: ", ")))"
    }
    return objects.reduce("'{}'") { "json_patch(\($0), \($1))" }
  }

  private func value(_ column: StoredColumn, _ name: String, _ alias: String) -> String {
    let isJSON = column.type == .list || column.type == .currencies
    return isJSON ? "json(\(alias).\(name))" : "\(alias).\(name)"
  }
}
