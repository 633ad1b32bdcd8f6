import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser

/// Which rows, and in which order; shared by the commands that give rows.
struct QueryOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "A field to sort by, -FIELD for descending.")
  var sort: String?

  @Option(
    help: "Whose alphabet orders texts: root, pl, sk or ru; for datasets under 50,000 records.")
  var collation: String?

  @Option(help: "Words that every row must hold.")
  var q: String?

  @Option(help: "A saved view.")
  var view: String?

  @Option(
    name: .customLong("where"),
    help: "A filter: FIELD=, FIELD.min=, FIELD.max= or FIELD.known=; may be repeated.")
  var filters: [String] = []

  /// The query, with further parameters.
  func query(
    _ dataset: Dataset, _ further: [(name: String, value: String?)] = []
  ) throws -> TableQuery {
    var parameters: [(name: String, value: String)] = []
    let own = [("sort", sort), ("collation", collation), ("q", q), ("view", view)]
    for (name, value) in own + further {
      if let value { parameters.append((name, value)) }
    }
    for filter in filters {
      let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw ValidationError("--where \(filter): expected NAME=value.")
      }
      parameters.append((String(parts[0]), String(parts[1])))
    }
    do { return try TableQuery(parameters: parameters, dataset: dataset) } catch {
      throw ValidationError("\(error)")
    }
  }
}
