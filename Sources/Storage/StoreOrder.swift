import AlmanacCore
import AlmanacDeclarations
import Foundation
import GRDB

/// An order of fields as SQL: absent values last in both directions, ties by the key.
///
/// A term whose field has the name of the dataset's sections orders lists by their first element.
struct StoreOrder {
  let sql: String

  init(dataset: Dataset, columns: StoredColumns, terms: [SortTerm]) {
    var parts: [String] = []
    for term in terms where term.field != "id" {
      guard let index = dataset.index(of: term.field) else { continue }
      let direction = term.descending ? " DESC" : ""
      let value = Self.value(columns.columns[index])
      parts.append(term.descending ? "\(value) DESC" : "\(value) IS NULL, \(value)\(direction)")
    }
    let key = terms.first { $0.field == "id" }
    parts.append(key?.descending == true ? "id DESC" : "id")
    sql = parts.joined(separator: ", ")
  }

  private static func value(_ column: StoredColumn) -> String {
    switch column.type {
    case .text, .link, .image: "sortkey(\(column.quoted[0]))"
    case .list: "sortkey(\(section(column)))"
    default: column.quoted[0]
    }
  }

  /// The section a record counts under: the text, or the first element of a list.
  static func section(_ column: StoredColumn) -> String {
    column.type == .list ? "json_extract(\(column.quoted[0]), '$[0]')" : column.quoted[0]
  }
}

/// The SQL function that puts texts in the one root order (`Collation`).
enum SortKeyFunction {
  static func make() -> DatabaseFunction {
    DatabaseFunction("sortkey", argumentCount: 1, pure: true) { arguments in
      guard let text = String.fromDatabaseValue(arguments[0]) else { return nil }
      return Data(Collation.root.sortKey(Array(text.utf8)))
    }
  }
}
