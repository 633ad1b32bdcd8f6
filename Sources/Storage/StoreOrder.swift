import AlmanacCore
import AlmanacDeclarations
import Foundation
import GRDB

/// An order of fields as SQL: absent values last in both directions, ties by the key.
///
/// A term whose field has the name of the dataset's sections orders lists by their first element,
/// and keeps sections apart whose names tie. What follows the key decides nothing and is left out.
struct StoreOrder {
  let sql: String

  init(dataset: Dataset, columns: StoredColumns, terms: [SortTerm]) {
    var parts: [String] = []
    for term in terms.prefix(while: { $0.field != "id" }) {
      guard let index = dataset.index(of: term.field) else { continue }
      let isSection = term.field == dataset.list.sections
      parts += Self.values(columns.columns[index], isSection: isSection).map { value in
        term.descending ? "\(value) DESC" : "\(value) IS NULL, \(value)"
      }
    }
    let key = terms.first { $0.field == "id" }
    parts.append(key?.descending == true ? "id DESC" : "id")
    sql = parts.joined(separator: ", ")
  }

  /// What a column is ordered by, first things first.
  private static func values(_ column: StoredColumn, isSection: Bool) -> [String] {
    switch column.type {
    case .text, .link, .image, .list:
      let text = section(column)
      return ["sortkey(\(text))"] + (isSection ? [text] : [])
    default: return [column.quoted[0]]
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
