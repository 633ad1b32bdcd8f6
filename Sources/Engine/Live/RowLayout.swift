import AlmanacDeclarations

/// How a stream's records lie in memory: its key, what is present, and one machine word a field.
///
/// Numbers, times, dates, truths and texts of few distinct values are held; others stay in the
/// store and are read from there.
struct RowLayout: Sendable {
  /// What a word means.
  enum Kind: Sendable {
    /// An `Int64`.
    case whole
    /// The bits of a `Double`.
    case number
    /// The code of a text in the table of this index.
    case text(Int)
  }

  /// A held field.
  struct Cell: Sendable {
    /// The field's position among the dataset's.
    let field: Int
    let type: FieldType
    let kind: Kind
    /// The word's position in a row, from 2 on.
    let word: Int
    /// The bit of the presence word.
    var bit: UInt64 { 1 << UInt64(word - RowLayout.firstCell) }
  }

  let cells: [Cell]
  /// The cell of each declared field, if it is held.
  let cellOfField: [Cell?]
  /// How many words a row has.
  let words: Int
  /// Whether every field is held, so that a record needs no store.
  let isComplete: Bool
  /// Whether each text table's field is searched.
  let searchedTexts: [Bool]
  /// The cell whose value grows with each version of a record.
  let revision: Cell?

  /// The word that holds the key.
  static let key = 0
  /// The word whose bits say which fields have a value, and whether the row is taken.
  static let presence = 1
  static let firstCell = 2
  static let taken: UInt64 = 1 << 63

  /// The layout of a stream's records; nothing where their key is no whole number.
  ///
  /// - Parameter left: The positions of fields that cannot be held.
  init?(_ dataset: Dataset, leaving left: Set<Int> = []) {
    guard dataset.source.kind == .stream, dataset.key.isInteger else { return nil }
    var cells: [Cell] = []
    var searched: [Bool] = []
    for (index, field) in dataset.fields.enumerated() where cells.count < 62 {
      guard !left.contains(index), let kind = Self.kind(of: field.type, texts: searched.count)
      else { continue }
      if case .text = kind { searched.append(dataset.search.contains(field.name)) }
      cells.append(
        Cell(field: index, type: field.type, kind: kind, word: Self.firstCell + cells.count))
    }
    self.cells = cells
    cellOfField = dataset.fields.indices.map { index in cells.first { $0.field == index } }
    words = Self.firstCell + cells.count
    isComplete = cells.count == dataset.fields.count
    searchedTexts = searched
    revision = dataset.revisionIndex.flatMap { [cellOfField] in cellOfField[$0] }
  }

  private static func kind(of type: FieldType, texts: Int) -> Kind? {
    switch type {
    case .integer, .year, .boolean, .date, .timestamp, .datetime: .whole
    case .number: .number
    case .text: .text(texts)
    default: nil
    }
  }
}
