import AlmanacDeclarations
import AlmanacEngine

/// What a program asks of the search: words, in one dataset or in all.
struct SearchRequest: Sendable, Hashable {
  /// The words; empty where there are none.
  var words = ""
  /// The dataset to search; nothing searches all.
  var dataset: String?
  /// How many rows of each dataset at most.
  var limit = 10

  /// The most rows of each dataset.
  static let largestLimit = 100

  /// Reads a request as addresses write it: `q`, `in`, `limit`.
  init(_ parameters: [(name: String, value: String)]) throws(QueryProblem) {
    for (name, value) in parameters where !value.isEmpty {
      switch name {
      case "q":
        try SearchLength.check(value)
        words = value
      case "in": dataset = value
      case "limit": limit = try Self.limit(value)
      default:
        throw QueryProblem(parameter: name, message: "A search takes q, in and limit.")
      }
    }
    words = words.trimmingPrefix { $0.isWhitespace }.isEmpty ? "" : words
  }

  private static func limit(_ value: String) throws(QueryProblem) -> Int {
    guard let limit = Int(value), (1...largestLimit).contains(limit) else {
      throw QueryProblem(
        parameter: "limit",
        expected: "a whole number from \(1) to \(largestLimit)", found: value)
    }
    return limit
  }
}
