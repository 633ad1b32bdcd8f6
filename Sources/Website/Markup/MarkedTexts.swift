import AlmanacDeclarations
import AlmanacEngine

/// By which texts a search found each record, for those who write rows.
struct MarkedTexts: Sendable {
  /// The texts of a record, the most telling first; none for rows that nobody searched for.
  let of: @Sendable (Record) -> [FoundMark]

  /// Nothing is marked.
  static let none = MarkedTexts { _ in [] }

  init(_ of: @escaping @Sendable (Record) -> [FoundMark]) {
    self.of = of
  }

  /// The texts by which a table's rows match what is searched for in it.
  init(of table: LiveTable, for search: String?) {
    guard let search, !search.isEmpty else {
      self = .none
      return
    }
    self.init { [table] record in table.marks(of: record, for: search) }
  }

  /// The texts that a search told with its rows.
  init(_ rows: [FoundRecord]) {
    let marks = Dictionary(rows.map { ($0.record.id, $0.marks) }) { first, _ in first }
    self.init { record in marks[record.id] ?? [] }
  }
}
