public import AlmanacDeclarations

extension ChangesQuery {
  /// The names of the parameters that addresses write it with.
  public static let parameterNames = ["id", "sync", "kind", "before", "limit"]

  /// Reads a query as addresses write it; an empty value is no condition.
  ///
  /// - Throws: `QueryProblem` that names the parameter and what was expected.
  public init(
    parameters: [(name: String, value: String)], table: LiveTable
  ) throws(QueryProblem) {
    self.init()
    for (name, value) in parameters where !value.isEmpty {
      switch name {
      case "id": id = try Self.id(value, table)
      case "sync": sync = try Self.number(name, value, 1...Int64.max)
      case "kind": kind = try Self.kind(value)
      case "before": before = try Self.number(name, value, 1...Int64.max)
      case "limit": limit = Int(try Self.number(name, value, 1...Int64(Self.largestLimit)))
      default:
        throw QueryProblem(
          parameter: name,
          message: Message("There is no such parameter here.")
            .hinted(NearestWord.hint(for: name, among: Self.parameterNames)))
      }
    }
  }

  /// The parameters that say the same; only what differs from the defaults.
  public var parameters: [(name: String, value: String)] {
    [
      ("id", id?.description), ("sync", sync.map(String.init)), ("kind", kind?.rawValue),
      ("before", before.map(String.init)), ("limit", limit == 100 ? nil : "\(limit)"),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  private static func id(_ text: String, _ table: LiveTable) throws(QueryProblem) -> RecordID {
    guard let id = table.id(from: text) else {
      throw QueryProblem(
        parameter: "id", expected: "a key, which is a whole number here", found: text)
    }
    return id
  }

  private static func kind(_ text: String) throws(QueryProblem) -> Change.Kind {
    let names = Change.Kind.allCases.map(\.rawValue)
    guard let kind = Change.Kind(rawValue: text) else {
      throw QueryProblem(
        parameter: "kind",
        expected: "one of \(names.joined(separator: ", "))", found: text,
        hint: NearestWord.hint(for: text, among: names))
    }
    return kind
  }

  private static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Int64>
  ) throws(QueryProblem) -> Int64 {
    guard let number = Int64(text), range.contains(number) else {
      let (least, most) = (range.lowerBound, range.upperBound)
      throw QueryProblem(
        parameter: name,
        expected: most == .max
          ? "a whole number from \(least)" : "a whole number from \(least) to \(most)",
        found: text)
    }
    return number
  }
}
