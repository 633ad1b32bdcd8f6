import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The copy of a dataset that a device is given to keep, in somebody's language and units.
struct KeptCopy: Sendable {
  let table: LiveTable
  let words: Catalogue
  /// How many records there are.
  let count: Int
  /// What tells the release of the files and the program from others.
  let release: String

  var dataset: Dataset { table.dataset }

  /// How many rows a part has at most.
  static let rowsOfPart = 500
  /// The most records that a device is asked to keep.
  static let mostRecords = 100_000

  /// Whether a device may keep a dataset of so many records: no stream, which is never whole.
  static func isOffered(_ dataset: Dataset, count: Int) -> Bool {
    dataset.source.kind != .stream && (1...mostRecords).contains(count)
  }

  /// The list's own rows, as its page asks for them.
  func query(offset: Int = 0, limit: Int = TableQuery().limit) -> TableQuery {
    var query = TableQuery(offset: offset, limit: limit)
    query.language = words.language
    return query
  }

  /// What a browser must know of the dataset.
  var declaration: KeptDeclaration {
    KeptDeclaration(
      dataset: dataset, words: words, isOrderedByLanguage: count < LiveTable.leastInRootOrder)
  }

  /// What tells these rows from all others: the copy, how it is declared, told and marked up.
  ///
  /// It stays the same when the server is started anew.
  func version(_ mark: String) -> String {
    let declared = TemplateJSON.bytes(["core": declaration.core, "told": declaration.value])
    let told = "\(mark) \(release) \(words.language) \(words.units)"
    return "\(mark)-\(EntityTag.digest(Array(told.utf8) + declared))"
  }

  /// The addresses of all parts of a version.
  func parts(_ version: String, count: Int) -> [String] {
    stride(from: 0, to: count, by: Self.rowsOfPart).enumerated().map { part, _ in
      let given = KeptRequest(version: version, units: words.units)
      return Address.kept(
        dataset.id, part: part,
        given.parameters + [(Preferences.languageParameter, words.language)])
    }
  }
}

/// What is asked of a copy to keep.
struct KeptRequest: Sendable, Hashable {
  /// The version that a part must be of.
  var version: String?
  /// The units to tell measures in, instead of what the device prefers.
  var units: UnitSystem?

  static let parameterNames = ["version", "units"]

  init(version: String? = nil, units: UnitSystem? = nil) {
    self.version = version
    self.units = units
  }

  /// Reads what an address asks.
  init(_ parameters: [(name: String, value: String)]) throws(QueryProblem) {
    for (name, value) in parameters {
      switch name {
      case "version": version = value
      case "units": units = try Self.units(value)
      default: throw QueryProblem(unknown: name, among: Self.parameterNames)
      }
    }
  }

  /// All systems may be named here: a device keeps what it would be told.
  private static func units(_ word: String) throws(QueryProblem) -> UnitSystem {
    if let units = UnitSystem(rawValue: word) { return units }
    let names = UnitSystem.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryProblem(parameter: "units", expected: "one of \(names)", found: word)
  }

  /// What an address says of it.
  var parameters: [(name: String, value: String)] {
    [("version", version), ("units", units?.rawValue)].compactMap { name, value in
      value.map { (name, $0) }
    }
  }
}
