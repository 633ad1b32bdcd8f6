import AlmanacCore
import AlmanacDeclarations
import Foundation
import GRDB

/// An order of fields as SQL: absent values last in both directions, ties by the key.
///
/// A term whose field has the name of the dataset's sections orders lists by their first element,
/// and keeps sections apart whose names tie. What follows the key decides nothing and is left out.
struct StoreOrder {
  /// One thing that rows are compared by, absent values last.
  struct Part {
    let sql: String
    var isDescending: Bool
    /// Whether every row has one.
    var isKey = false

    /// The same as `ORDER BY` takes it.
    fileprivate var ordering: String {
      isDescending ? "\(sql) DESC" : isKey ? sql : "\(sql) IS NULL, \(sql)"
    }
  }

  let parts: [Part]
  /// The same as `ORDER BY` takes it.
  var sql: String { parts.map(\.ordering).joined(separator: ", ") }

  init(
    dataset: Dataset, columns: StoredColumns, terms: [SortTerm], by order: TextOrder = .root
  ) {
    var parts: [Part] = []
    for term in terms.prefix(while: { $0.field != "id" }) {
      guard let index = dataset.index(of: term.field) else { continue }
      let value = ColumnOrder(dataset: dataset, columns: columns, field: index, order: order)
      parts += value.parts.map { Part(sql: $0, isDescending: term.descending) }
    }
    let key = terms.first { $0.field == "id" }
    let isDescending = key?.descending == true
    self.parts = parts + [Part(sql: "id", isDescending: isDescending, isKey: true)]
  }
}

/// What a field is ordered by as SQL, first things first.
private struct ColumnOrder {
  let dataset: Dataset
  let columns: StoredColumns
  let field: Int
  let order: TextOrder

  var parts: [String] {
    let column = columns.columns[field]
    switch column.type {
    case .text, .link, .image, .list:
      let isSection = dataset.fields[field].name == dataset.list.sections
      return [key(of: title)] + (isSection ? [Self.text(column)] : [])
    default: return [column.quoted[0]]
    }
  }

  private func key(of text: String) -> String {
    order.collation == .root
      ? "sortkey(\(text))" : "sortkey(\(text), '\(order.collation.language)')"
  }

  /// The text in the readers' language, in the words of their choices.
  private var title: String {
    let places = dataset.places(of: field, in: order.language).map {
      Self.text(columns.columns[$0])
    }
    let text = places.count > 1 ? "coalesce(\(places.joined(separator: ", ")))" : places[0]
    guard let language = order.language, dataset.fields[field].isRetitled(in: language) else {
      return text
    }
    let titles = dataset.fields[field].choices.map { choice in
      "WHEN \(Self.quoted(choice.value)) THEN \(Self.quoted(choice.title.text(in: language)))"
    }
    return "CASE \(text) \(titles.joined(separator: " ")) ELSE \(text) END"
  }

  /// A text, or the first element of a list, under which a record counts.
  private static func text(_ column: StoredColumn) -> String {
    column.type == .list ? "json_extract(\(column.quoted[0]), '$[0]')" : column.quoted[0]
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}

/// The SQL functions that put texts in order (`Collation`): in the root one, or in that which the
/// second argument names.
enum SortKeyFunction {
  static func make() -> [DatabaseFunction] {
    [
      DatabaseFunction("sortkey", argumentCount: 1, pure: true) { arguments in
        key(of: arguments[0], by: .root)
      },
      DatabaseFunction("sortkey", argumentCount: 2, pure: true) { arguments in
        let name = String.fromDatabaseValue(arguments[1]) ?? ""
        guard let collation = Collation(language: name.utf8) else {
          throw DatabaseError(message: "no collation is called \"\(name)\"")
        }
        return key(of: arguments[0], by: collation)
      },
    ]
  }

  private static func key(of value: DatabaseValue, by collation: Collation) -> Data? {
    String.fromDatabaseValue(value).map { Data(collation.sortKey(Array($0.utf8))) }
  }
}
