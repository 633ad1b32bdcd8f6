import AlmanacDeclarations
import AlmanacEngine

/// What is asked of a distance page: both ends, by key or by what was typed.
struct DistanceRequest: Sendable, Hashable {
  /// The key of the start, as it stands in the address.
  var from: String?
  /// The key of the end.
  var to: String?
  /// What was typed for the start.
  var fromText: String?
  /// What was typed for the end.
  var toText: String?
  /// The unit that was asked for.
  var unit: DistanceUnit?
  /// Whether the address says more than it needs to.
  var isUntidy = false

  static let parameterNames = ["from", "to", "from_q", "to_q", "units"]

  /// Reads what a page is asked; an empty value says nothing.
  init(_ parameters: [(name: String, value: String)]) throws(QueryProblem) {
    var (isFromCleared, isToCleared) = (false, false)
    for (name, value) in parameters {
      let told = value.isEmpty ? nil : value
      isUntidy = isUntidy || told == nil || name.hasSuffix("_q")
      switch name {
      case "from": from = told
      case "to": to = told
      case "from_q": (fromText, isFromCleared) = (told, told == nil)
      case "to_q": (toText, isToCleared) = (told, told == nil)
      case "units": unit = try told.map { value throws(QueryProblem) in try .named(value) }
      default: throw QueryProblem(unknown: name, among: Self.parameterNames)
      }
    }
    // A field that was emptied goes before the key of what stood in it.
    if isFromCleared { from = nil }
    if isToCleared { to = nil }
  }
}

extension UnitSystem {
  /// The system that a form names.
  static func named(_ word: String) throws(QueryProblem) -> UnitSystem {
    guard let system = UnitSystem(word: word) else {
      let expected = UnitSystem.choices.map(\.rawValue).joined(separator: ", ")
      throw QueryProblem(
        parameter: "units", expected: "one of \(expected)", found: word)
    }
    return system
  }
}

extension DistanceUnit {
  /// The unit of a name.
  static func named(_ name: String) throws(QueryProblem) -> DistanceUnit {
    guard let unit = DistanceUnit(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw QueryProblem(parameter: "units", expected: "one of \(names)", found: name)
    }
    return unit
  }
}

extension QueryProblem {
  /// That there is no such parameter, with the nearest that there is.
  init(unknown name: String, among names: [String]) {
    self.init(
      parameter: name,
      message: Message("There is no such parameter here.")
        .hinted(NearestWord.hint(for: name, among: names)))
  }
}

/// What is known of one end of a distance page.
enum EndChoice: Sendable {
  /// Nothing was asked for.
  case none
  /// One record.
  case chosen(DistanceEnd)
  /// Several records may be meant; whether these are all.
  case several(String, [Record], isAll: Bool)
  /// None is meant by what was typed; perhaps something like it.
  case unknown(String, suggestion: String?)

  /// The chosen end.
  var end: DistanceEnd? { if case .chosen(let end) = self { end } else { nil } }

  /// The key of the chosen record.
  var id: RecordID? { end?.record.id }

  /// What was typed in vain.
  var typed: String {
    switch self {
    case .several(let text, _, _), .unknown(let text, _): text
    case .none, .chosen: ""
    }
  }

  /// Whether a record is chosen, or none was asked for.
  var isSettled: Bool {
    switch self {
    case .none, .chosen: true
    case .several, .unknown: false
    }
  }
}
