import AlmanacDeclarations
import Foundation

@testable import AlmanacStorage

/// A folder that is gone after the test.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "almanac-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder fails no test
  return try await body(folder)
}

/// A store in a folder of its own.
func withStore<Result>(
  _ dataset: Dataset = .peaks, _ body: (Store) async throws -> Result
) async throws -> Result {
  try await withFolder { folder in
    try await body(try Store(file: folder.appending(path: "peaks.sqlite"), dataset: dataset))
  }
}

extension Dataset {
  /// Mountains with whole-number keys: a name, a height, a range and other names.
  static let peaks = Dataset(
    id: "peaks", source: Source(kind: .json, url: "https://example.org/peaks"),
    key: Key(from: [FieldPath("id")], isInteger: true),
    fields: [
      Field(name: "name", type: .text), Field(name: "height", type: .number),
      Field(name: "range", type: .text), Field(name: "also", type: .list),
    ])

  /// The same with text keys.
  static let peaksByText = peaks.changing { $0.key.isInteger = false }

  /// A field of every type, in the order of `FieldType`.
  static let everything = Dataset(
    id: "everything", source: Source(kind: .json, url: "https://example.org"),
    key: Key(from: [FieldPath("id")]),
    fields: FieldType.allCases.map { Field(name: "a_\($0)", type: $0) })

  func changing(_ change: (inout Dataset) -> Void) -> Dataset {
    var dataset = self
    change(&dataset)
    return dataset
  }
}

extension Record {
  /// A mountain.
  static func peak(
    _ id: Int64, _ name: String?, _ height: Double? = nil, range: String? = nil,
    also: [String] = [], extra: String? = nil
  ) -> Record {
    Record(id: .integer(id), values: values(name, height, range, also), extra: extra)
  }

  /// A mountain with a text key.
  static func peak(
    _ id: String, _ name: String?, _ height: Double? = nil, range: String? = nil,
    also: [String] = []
  ) -> Record {
    Record(id: .text(id), values: values(name, height, range, also))
  }

  private static func values(
    _ name: String?, _ height: Double?, _ range: String?, _ also: [String]
  ) -> [Value] {
    [
      name.map(Value.text) ?? .absent, height.map(Value.number) ?? .absent,
      range.map(Value.text) ?? .absent, also.isEmpty ? .absent : .list(also),
    ]
  }
}

extension Store {
  static let moment = Date(timeIntervalSince1970: 1_784_000_000)

  /// Stages records and applies them.
  @discardableResult
  func sync(
    _ records: [Record], as kind: SyncKind = .full, floor: Double = 0,
    setAside: [SetAsideEntry] = [], keys: [RecordID] = [], state: SyncState = SyncState()
  ) async throws -> ApplyOutcome {
    var state = state
    if kind == .snapshot { state.origin = .snapshot }
    try await beginStaging()
    try await stage { add in for record in records { try add(record) } }
    try await stageKeys { add in for key in keys { try add(key) } }
    return try await apply(
      kind, floor: floor, setAside: setAside, state: state, at: Self.moment)
  }

  /// All records in the order of their keys.
  func all() throws -> [Record] {
    try records(.ordered([], [], 0, .max)).rows
  }

  /// The texts of a field, in an order.
  func names(by order: String..., field: Int = 0) throws -> [String] {
    let terms = order.map { SortTerm($0) }
    return try records(.ordered(terms, [], 0, .max)).rows.map { record in
      guard case .text(let text) = record.values[field] else { return "-" }
      return text
    }
  }
}

extension ApplyOutcome {
  /// "inserted, changed, deleted of total", or that it was held.
  var words: String {
    switch self {
    case .held(let was, let wouldBe): "held: \(was) would be \(wouldBe)"
    case .applied(let counts):
      "+\(counts.inserted) ~\(counts.changed) -\(counts.deleted) = \(counts.total)"
    }
  }
}
