import AlmanacDeclarations

/// What is looked for in a record: a dataset's declaration, compiled once.
struct RecordPlan: Sendable {
  /// One declared field and where its value may be; plain numbers, because it is copied for each value.
  struct FieldPlan: Sendable {
    var rule: FieldRule
    /// The origins in the order in which they count.
    var sources: Range<Int>
    /// The origins of the degrees, where they stand apart.
    var latitude: Range<Int>
    var longitude: Range<Int>
    /// The position of the field that this one sorts into bands; -1 for a field that is sent.
    var bandsOf: Int
    /// Whether some places stand for "unknown".
    var hasUnknownPlaces: Bool
    /// The slot of a field that has one origin and nothing else; -1 for any other.
    var onlySlot: Int
  }

  /// A slot, and the path that led to it.
  struct Origin: Sendable {
    var slot: Int
    var isMany: Bool
    /// The position of the path's text in `paths`.
    var path: Int
  }

  let dataset: Dataset
  let tree: PathTree
  /// The names of all declared fields, by which a header line is known even where only keys are read.
  let columns: KeyTable
  /// The declared fields that are read; none where only keys are.
  let declared: [Field]
  private(set) var fields: [FieldPlan] = []
  private(set) var origins: [Origin] = []
  private(set) var paths: [[UInt8]] = []
  private(set) var key = 0..<0
  private(set) var cursor = 0..<0

  /// How values are read.
  let rules: ReadingRules

  /// Compiles a dataset; with `keysOnly`, its keys and cursor alone.
  init(_ dataset: Dataset, rules: ReadingRules? = nil, keysOnly: Bool = false) {
    self.dataset = dataset
    self.rules = rules ?? ReadingRules(dataset)
    declared = keysOnly ? [] : dataset.fields
    let cursor = dataset.refresh.cursor.map { [FieldPath($0)] } ?? []
    tree = PathTree(dataset.key.from + cursor + declared.flatMap(\.sentPaths))
    let isColumned = keysOnly && dataset.source.kind == .csv
    columns = KeyTable(
      isColumned
        ? PathTree(dataset.key.from + cursor + dataset.fields.flatMap(\.sentPaths)) : tree)
    key = add(dataset.key.from)
    self.cursor = add(cursor)
    for field in declared { fields.append(plan(field)) }
  }

  /// The slots that a path leads to.
  func slots(of path: FieldPath) -> [Int] {
    tree.slots(of: path).filter { !tree.isMany(slot: $0) }
  }

  private mutating func plan(_ field: Field) -> FieldPlan {
    let bandsOf = field.bands.flatMap { bands in declared.firstIndex { $0.name == bands.of } }
    let isSent = field.bands == nil
    let sources = add(isSent ? field.from : [])
    let isPlain = sources.count == 1 && field.place == nil && !origins[sources.lowerBound].isMany
    return FieldPlan(
      rule: FieldRule(
        type: field.type, order: rules.order(of: field), trims: rules.trims(field),
        isLongitudeFirst: !rules.isFirst && !field.from.isEmpty
          && field.from.allSatisfy { $0.components.last?.lowercased() == "coordinates" },
        isFirst: rules.isFirst),
      sources: sources,
      latitude: add(field.place.map { [$0.latitude] } ?? []),
      longitude: add(field.place.map { [$0.longitude] } ?? []), bandsOf: bandsOf ?? -1,
      hasUnknownPlaces: !field.unknownPlaces.isEmpty,
      onlySlot: isPlain ? origins[sources.lowerBound].slot : -1)
  }

  private mutating func add(_ added: [FieldPath]) -> Range<Int> {
    let start = origins.count
    for path in added {
      paths.append(Array(path.description.utf8))
      for slot in tree.slots(of: path) {
        origins.append(
          Origin(slot: slot, isMany: tree.isMany(slot: slot), path: paths.count - 1))
      }
    }
    return start..<origins.count
  }
}

extension Field {
  /// The paths where the source sends the field; none for one that is derived.
  var sentPaths: [FieldPath] {
    guard bands == nil else { return [] }
    return (place.map { [$0.latitude, $0.longitude] } ?? []) + from
  }
}

/// How one field's values are read.
struct FieldRule {
  var type: FieldType
  /// The order of its dates; nothing where they are left to their own evidence.
  var order: DateOrder?
  /// Whether its texts lose the white space at their ends.
  var trims = false
  /// Whether a list of degrees is GeoJSON's, which has the longitude first.
  var isLongitudeFirst = false
  /// Whether the rules are those of the first versions.
  var isFirst = false
}
