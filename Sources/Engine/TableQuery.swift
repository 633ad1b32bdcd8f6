public import AlmanacCore
public import AlmanacDeclarations

/// Which rows of a dataset are asked for, in which order: a value to store, compare and link.
public struct TableQuery: Sendable, Hashable {
  /// The order; the dataset's own when empty.
  public var sort: [SortTerm]
  /// What every row must meet.
  public var filters: [Filter]
  /// The words every row must contain; nothing when no search is on.
  public var search: String?
  /// The rank of the first row, 0 or more.
  public var offset: Int
  /// How many rows at most, 1...1000.
  public var limit: Int
  /// The order of texts that is asked for; where none is, that of the language, else root.
  public var collation: Collation?
  /// The language of who reads, by whose names and words rows are ordered; nothing orders them by
  /// the source's values.
  public var language: String?
  /// How the filters' values were written, as far as it was said.
  var spelling = FilterSpelling()

  /// Makes a query; all rows in the dataset's order by default.
  public init(
    sort: [SortTerm] = [], filters: [Filter] = [], search: String? = nil, offset: Int = 0,
    limit: Int = 100, collation: Collation? = nil, language: String? = nil
  ) {
    self.sort = sort
    self.filters = filters
    self.search = search
    self.offset = offset
    self.limit = limit
    self.collation = collation
    self.language = language
  }

  /// The largest number of rows in one window.
  public static let largestLimit = 1000
  /// The largest rank that a window may begin at.
  public static let largestOffset = Int(Int32.max)
  /// The most filters of a query, those of its view among them.
  public static let mostFilters = 50
  /// The parameter that names a collation; no field can be called that.
  public static let collationParameter = "collation"
}

/// What is wrong with a query's parameter, told to who wrote it.
public struct QueryProblem: MessageError, Sendable, Hashable {
  /// The parameter's name.
  public var parameter: String
  /// What is wrong and what was expected.
  public var message: Message

  /// Makes a problem.
  public init(parameter: String, message: Message) {
    self.parameter = parameter
    self.message = message
  }

  /// Makes a problem of a value that is not what was expected.
  public init(parameter: String, expected: Message, found text: String, hint: Message = "") {
    let message: Message = "Expected \(expected), found \"\(text)\"."
    self.init(parameter: parameter, message: message.hinted(hint))
  }

  /// The problem in one line.
  public var description: String { "\(parameter): \(message)" }
}

/// A window of rows of one consistent version.
public struct Window: Sendable {
  /// The version that all of it belongs to.
  public var version: String
  /// How many rows match in all.
  public var total: Int
  /// Whether more may match: the search that counted them was ended early.
  public var isTotalAtLeast: Bool
  /// The rank of the first row.
  public var offset: Int
  /// The rows.
  public var rows: [Record]

  /// Makes a window.
  public init(
    version: String, total: Int, isTotalAtLeast: Bool = false, offset: Int, rows: [Record]
  ) {
    self.version = version
    self.total = total
    self.isTotalAtLeast = isTotalAtLeast
    self.offset = offset
    self.rows = rows
  }
}
