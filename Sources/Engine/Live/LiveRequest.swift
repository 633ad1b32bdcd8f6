public import AlmanacDeclarations

/// A window that is read live: which rows, and whether it follows a rank or holds a place.
public struct LiveRequest: Sendable, Hashable {
  /// Which rows, in which order, how many.
  public var query: TableQuery
  /// The record whose place the window holds; without one it follows the query's offset.
  public var anchor: Anchor?

  /// A record that stays where it is while others come and go.
  public struct Anchor: Sendable, Hashable {
    /// The record's key.
    public var id: RecordID
    /// How many rows of the window stand before it, from 0 to one less than the window's limit.
    public var lead: Int

    /// Makes an anchor.
    public init(id: RecordID, lead: Int) {
      self.id = id
      self.lead = lead
    }
  }

  /// Makes a request.
  public init(query: TableQuery, anchor: Anchor? = nil) {
    self.query = query
    self.anchor = anchor
  }
}

extension LiveRequest {
  /// The parameter that names the record whose place is held; no field can be called that.
  public static let anchorParameter = "anchor-id"
  /// The parameter that says how many rows stand before the anchor.
  public static let leadParameter = "anchor-lead"

  /// Reads a request as addresses write it: a list's query, `anchor-id` and `anchor-lead`.
  ///
  /// - Throws: `QueryProblem` that names the parameter and what was expected.
  public init(
    parameters: [(name: String, value: String)], dataset: Dataset
  ) throws(QueryProblem) {
    let own = [Self.anchorParameter, Self.leadParameter]
    let rest = parameters.filter { !own.contains($0.name) }
    query = try TableQuery(parameters: rest, dataset: dataset)
    func last(_ name: String) -> String? {
      parameters.last { $0.name == name && !$0.value.isEmpty }?.value
    }
    let lead = try last(Self.leadParameter).map { text throws(QueryProblem) in
      try Self.lead(text, limit: query.limit)
    }
    guard let key = last(Self.anchorParameter) else {
      guard lead == nil else { throw Self.leadAlone }
      return
    }
    anchor = Anchor(id: try Self.id(key, dataset), lead: lead ?? 0)
  }

  private static func lead(_ text: String, limit: Int) throws(QueryProblem) -> Int {
    guard let lead = Int(text), (0..<limit).contains(lead) else {
      throw QueryProblem(
        parameter: leadParameter,
        expected: "a whole number from 0 to \(limit - 1), one less than the limit", found: text)
    }
    return lead
  }

  private static var leadAlone: QueryProblem {
    QueryProblem(
      parameter: leadParameter,
      message: "It counts the rows before the record of \(anchorParameter), which is not given.")
  }

  private static func id(_ text: String, _ dataset: Dataset) throws(QueryProblem) -> RecordID {
    guard let id = RecordID(text, isInteger: dataset.key.isInteger) else {
      throw QueryProblem(
        parameter: anchorParameter, expected: "a key, which here is a whole number", found: text)
    }
    return id
  }
}

extension RecordID {
  /// The key that a text means as an address writes it; nothing when it can be none.
  init?(_ text: String, isInteger: Bool) {
    guard isInteger else {
      guard !text.isEmpty else { return nil }
      self = .text(text)
      return
    }
    guard let number = Int64(text), String(number) == text else { return nil }
    self = .integer(number)
  }
}
