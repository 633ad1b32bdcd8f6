public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

/// What a search found, as JSON for programs.
///
/// `{"query","total","total_at_least","partial","suggestion","datasets":[{"dataset","title","total",
/// "total_at_least","partial","rows":[{"id","title","subtitle","href","match","field","text",
/// "marks":[[START,END]…]}],"credit"}]}`; the marks are places in `text` in UTF-16 units.
public struct SearchDocument: Encodable, Sendable {
  let query: String
  let total: Int
  let isAtLeast: Bool
  let isPartial: Bool
  /// What may have been meant; null where something was found, or nothing is near.
  let suggestion: String?
  let datasets: [Part]

  /// What was found in one dataset.
  struct Part: Encodable, Sendable {
    let dataset: String
    let title: String
    let total: Int
    let isAtLeast: Bool
    let isPartial: Bool
    let rows: [Row]
    let credit: Thanks

    enum CodingKeys: String, CodingKey {
      case dataset, title, total, rows, credit
      case isAtLeast = "total_at_least"
      case isPartial = "partial"
    }
  }

  /// Whom to thank for a dataset's records.
  struct Thanks: Encodable, Sendable {
    let text: String
    let homepage: String?
    let licence: String
  }

  /// A record, and the text by which it was found.
  struct Row: Encodable, Sendable {
    let id: Key
    let title: String
    let subtitle: String?
    let href: String?
    /// The tier: exact, folded, prefix, word, inside or typo.
    let match: String
    let field: String?
    let text: String?
    /// The matching parts of `text`, in UTF-16 units.
    let marks: [[Int]]
  }

  /// A record's key, as a number or a text.
  enum Key: Encodable, Sendable {
    case integer(Int64)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .integer(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  enum CodingKeys: String, CodingKey {
    case query, total, suggestion, datasets
    case isAtLeast = "total_at_least"
    case isPartial = "partial"
  }

  /// Writes it, with null where there is no suggestion.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(query, forKey: .query)
    try container.encode(total, forKey: .total)
    try container.encode(isAtLeast, forKey: .isAtLeast)
    try container.encode(isPartial, forKey: .isPartial)
    try container.encode(suggestion, forKey: .suggestion)
    try container.encode(datasets, forKey: .datasets)
  }
}

extension SearchDocument {
  /// How a record is shown: its name, what stands below it, and where it leads.
  public struct Shown: Sendable {
    let title: String
    let subtitle: String?
    let href: String?

    /// Says how a record is shown.
    public init(title: String, subtitle: String? = nil, href: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.href = href
    }
  }

  /// Tells what was found; datasets without a find are left out.
  public init(
    _ query: String, _ found: [(dataset: Dataset, found: Found)], language: String = "en",
    shown: (Record, Dataset) -> Shown
  ) {
    self.query = query
    total = found.reduce(0) { $0 + $1.found.total }
    isAtLeast = found.contains { $0.found.isAtLeast }
    isPartial = found.contains { $0.found.isPartial }
    suggestion = total > 0 ? nil : found.lazy.compactMap(\.found.suggestion).first
    datasets = found.filter { $0.found.total > 0 }.map { dataset, found in
      Part(
        dataset: dataset.id, title: dataset.title.text(in: language), total: found.total,
        isAtLeast: found.isAtLeast, isPartial: found.isPartial,
        rows: found.rows.map { Row($0, dataset, shown($0.record, dataset)) },
        credit: Thanks(found.credit))
    }
  }
}

extension SearchDocument.Row {
  fileprivate init(_ found: FoundRecord, _ dataset: Dataset, _ shown: SearchDocument.Shown) {
    let mark = found.mark(ofTitle: shown.title, in: dataset)
    title = shown.title
    subtitle = shown.subtitle
    href = shown.href
    match = "\(found.tier)"
    field = mark?.field
    text = mark?.text
    marks = mark?.utf16Ranges.map { [$0.lowerBound, $0.upperBound] } ?? []
    id =
      switch found.record.id {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      }
  }
}

extension SearchDocument.Thanks {
  fileprivate init(_ credit: Credit) {
    (text, homepage, licence) = (credit.text, credit.homepage, credit.licence)
  }
}

extension FoundRecord {
  /// The text that tells best why a record was found: its title where that matches.
  public func mark(ofTitle title: String, in dataset: Dataset) -> FoundMark? {
    marks.first { dataset.isField($0.field, of: dataset.list.title) && $0.text == title }
      ?? marks.first
  }
}
