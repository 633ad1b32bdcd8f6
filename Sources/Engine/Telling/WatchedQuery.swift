import AlmanacDeclarations
import Foundation

/// A list's query as a subscription keeps it: what an address says of it, without the window.
enum WatchedQuery {
  /// The query that a text says.
  ///
  /// - Throws: `QueryProblem` when the dataset no longer has what it names, or never had.
  static func read(_ text: String, _ dataset: Dataset) throws(QueryProblem) -> TableQuery {
    var components = URLComponents()
    components.percentEncodedQuery = text.replacing("+", with: "%20")
    let items = (components.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") }
    var query = try TableQuery(parameters: items, dataset: dataset)
    (query.offset, query.limit, query.sort, query.collation) = (0, 100, [], nil)
    return query
  }

  /// The text of a query; empty for one that finds all records.
  static func text(_ query: TableQuery) -> String {
    var query = query
    (query.offset, query.limit, query.sort, query.collation) = (0, 100, [], nil)
    return query.parameters.map { "\(escaped($0.name))=\(escaped($0.value))" }
      .joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
