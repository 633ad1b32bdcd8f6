import AlmanacDeclarations

/// How long a query may be.
public enum SearchLength {
  /// The most letters: more than any name has.
  public static let most = 500

  /// Refuses a query that nobody typed.
  ///
  /// - Throws: `QueryProblem` that names the parameter and how long it is.
  public static func check(_ query: String, parameter: String = "q") throws(QueryProblem) {
    let length = query.unicodeScalars.count
    guard length > most else { return }
    throw QueryProblem(
      parameter: parameter, message: "Expected at most \(most) letters, found \(length).")
  }
}
