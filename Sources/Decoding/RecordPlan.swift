import AlmanacDeclarations

/// What is looked for in a record: a dataset's declaration, compiled once.
struct RecordPlan: Sendable {
  /// One declared field and the slots that may hold its value.
  struct FieldPlan: Sendable {
    var field: Field
    /// The slots in the order in which they count.
    var sources: [Origin]
    /// The slots of the degrees, where they stand apart.
    var latitude: [Origin]
    var longitude: [Origin]
    /// The position of the field that this one sorts into bands.
    var bandsOf: Int?
  }

  /// A slot, and the path that led to it.
  struct Origin: Sendable {
    var slot: Int
    var isMany: Bool
    var path: [UInt8]
  }

  let dataset: Dataset
  let tree: PathTree
  let fields: [FieldPlan]
  let key: [Origin]
  let cursor: [Origin]
  /// The slots that a join of many fills, by the join's name.
  let joins: [String: [Origin]]

  /// Compiles a dataset; with `keysOnly`, its keys and cursor alone.
  init(_ dataset: Dataset, keysOnly: Bool = false) {
    let fields = keysOnly ? [] : dataset.fields
    let joins = keysOnly ? [] : dataset.source.joins.filter { $0.take != nil }
    let cursor = dataset.refresh.cursor.map { [FieldPath($0)] } ?? []
    let tree = PathTree(dataset.key.from + cursor + fields.flatMap(Self.paths))
    self.dataset = dataset
    self.tree = tree
    key = Self.origins(of: dataset.key.from, in: tree)
    self.cursor = Self.origins(of: cursor, in: tree)
    self.fields = fields.map { Self.plan($0, in: tree, of: fields) }
    self.joins = Dictionary(
      joins.map { ($0.name, Self.origins(of: [FieldPath($0.name)], in: tree)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func paths(of field: Field) -> [FieldPath] {
    guard field.bands == nil else { return [] }
    return field.from + (field.place.map { [$0.latitude, $0.longitude] } ?? [])
  }

  private static func plan(_ field: Field, in tree: PathTree, of fields: [Field]) -> FieldPlan {
    FieldPlan(
      field: field,
      sources: field.bands == nil ? origins(of: field.from, in: tree) : [],
      latitude: origins(of: field.place.map { [$0.latitude] } ?? [], in: tree),
      longitude: origins(of: field.place.map { [$0.longitude] } ?? [], in: tree),
      bandsOf: field.bands.flatMap { bands in fields.firstIndex { $0.name == bands.of } })
  }

  private static func origins(of paths: [FieldPath], in tree: PathTree) -> [Origin] {
    paths.flatMap { path in
      tree.slots(of: path).map {
        Origin(slot: $0, isMany: tree.isMany(slot: $0), path: Array(path.description.utf8))
      }
    }
  }
}
