import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Writes rows for a device to keep: values, markup of the list's row, and what the record's page
/// says of it alone.
struct KeptRows {
  let dataset: Dataset
  let text: ValueText
  /// How many records there are in all.
  let count: Int
  /// The fields that are ordered by another text than the source's, with the keys of these texts.
  private let sortAs: [(field: Int, key: String)]
  let picture: @Sendable (Record) -> String?
  /// How often records changed, and when they last did.
  let histories: ([RecordID]) throws -> [RecordID: History]
  private let values: LiveJSON
  private let table: RowMarkup
  private let entries: EntryMarkup
  /// The fields that a record's page tells.
  private let facts: [String]

  /// How often a record changed, and when it last did.
  typealias History = (count: Int, last: Date)

  init(
    copy: KeptCopy, count: Int, picture: @escaping @Sendable (Record) -> String?,
    histories: @escaping ([RecordID]) throws -> [RecordID: History]
  ) {
    let (dataset, words) = (copy.dataset, copy.words)
    self.dataset = dataset
    self.count = count
    sortAs = copy.declaration.sortAs.compactMap { entry in
      dataset.index(of: entry.field).map { ($0, entry.key) }
    }
    self.picture = picture
    self.histories = histories
    text = ValueText(words: words)
    facts = RecordContent.factNames(of: dataset)
    values = LiveJSON(dataset: dataset)
    table = RowMarkup(dataset: dataset, words: words)
    entries = EntryMarkup(dataset: dataset, words: words, picture: picture)
  }

  /// A part: `{"dataset","version","offset","rows":[…]}`.
  func part(_ window: Window, version: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(window.rows.count * 2000)
    Self.add("{\"dataset\":", &bytes)
    TemplateJSON.append(text: dataset.id, to: &bytes)
    Self.add(",\"version\":", &bytes)
    TemplateJSON.append(text: version, to: &bytes)
    Self.add(",\"offset\":\(window.offset),\"rows\":[", &bytes)
    let known = try histories(window.rows.map(\.id))
    for (place, record) in window.rows.enumerated() {
      if place > 0 { Self.add(",", &bytes) }
      append(record, rank: window.offset + place, known[record.id], to: &bytes)
    }
    Self.add("]}", &bytes)
    return bytes
  }

  private func append(
    _ record: Record, rank: Int, _ history: History?, to bytes: inout [UInt8]
  ) {
    Self.add("{\"id\":", &bytes)
    switch record.id {
    case .integer(let number): Self.add("\(number)", &bytes)
    case .text(let key): TemplateJSON.append(text: key, to: &bytes)
    }
    Self.add(",\"values\":", &bytes)
    append(valuesOf: record, to: &bytes)
    Self.add(",\"row\":", &bytes)
    row(of: record).withUnsafeBufferPointer { TemplateJSON.append(utf8: $0, to: &bytes) }
    let content = RecordContent(dataset: dataset, record: record, text: text)
    Self.add(",\"page\":", &bytes)
    TemplateJSON.append(page(of: content, rank: rank, history), to: &bytes)
    Self.add(",\"facts\":{", &bytes)
    append(facts.compactMap { name in content.fact(name).map { (name, $0) } }, to: &bytes)
    Self.add("}", &bytes)
    if dataset.list.sections != nil {
      Self.add(",\"sections\":", &bytes)
      TemplateJSON.append(sections(of: record), to: &bytes)
    }
    Self.add("}", &bytes)
  }

  /// The values, with the texts by which readers of the language find the record.
  private func append(valuesOf record: Record, to bytes: inout [UInt8]) {
    values.append(record, to: &bytes)
    for (field, key) in sortAs {
      let text = dataset.sortText(of: record, field: field, language: text.words.language)
      guard let text else { continue }
      bytes.removeLast()  // the brace that ends the values
      Self.add(",", &bytes)
      TemplateJSON.append(text: key, to: &bytes)
      Self.add(":", &bytes)
      TemplateJSON.append(text: text, to: &bytes)
      Self.add("}", &bytes)
    }
  }

  /// The sections as their headings name them.
  private func sections(of record: Record) -> [String] {
    let field = dataset.list.sections.flatMap(dataset.field)
    return dataset.sections(of: record).map {
      field?.title(of: $0, in: text.words.language) ?? $0
    }
  }

  private func row(of record: Record) -> [UInt8] {
    var markup = Markup()
    if dataset.list.columns.isEmpty {
      entries.write(record, into: &markup)
    } else {
      table.write(record, into: &markup)
    }
    return markup.bytes
  }

  /// What differs from what all pages say.
  private func page(
    of content: RecordContent, rank: Int, _ history: History?
  ) -> [String: Any] {
    let record = content.record
    var page: [String: Any] = ["title": content.title, "code": content.code]
    page["subtitle"] = content.subtitle
    if let mark = content.mark { (page["mark"], page["markTone"]) = (mark.title, mark.tone) }
    if dataset.list.image != nil { page["picture"] = picture(record) }
    if let history {
      page["history"] = content.history(count: history.count, last: history.last)
        .map(TemplateValue.dictionary)
    }
    if dataset.measure != nil, dataset.measuredPlace(of: record) == nil {
      (page["measures"], page["hasMeasures"]) = ([Any](), false)
    }
    page["atlas"] = atlas(rank).map(TemplateValue.dictionary)
    return page
  }

  /// The pane beside the part of the list that a record stands in; nothing for the first part.
  private func atlas(_ rank: Int) -> AtlasPane? {
    var query = TableQuery()
    let isWhole = query.isBySection(in: dataset) && query.isShownWhole(of: count)
    query.offset = rank / query.limit * query.limit
    guard dataset.list.columns.isEmpty, !isWhole, query.offset > 0 else { return nil }
    return AtlasPane(dataset, list: Address.list(dataset.id, query))
  }

  // MARK: Facts

  private func append(
    _ facts: [(name: String, fact: RecordPage.Fact)], to bytes: inout [UInt8]
  ) {
    for (place, entry) in facts.enumerated() {
      if place > 0 { Self.add(",", &bytes) }
      TemplateJSON.append(text: entry.name, to: &bytes)
      Self.add(":", &bytes)
      TemplateJSON.append(Self.value(entry.fact), to: &bytes)
    }
  }

  /// A fact's text alone where there is no more to it.
  private static func value(_ fact: RecordPage.Fact) -> Any {
    var own: [String: Any] = [:]
    own["link"] = fact.link
    own["tone"] = fact.tone
    own["sign"] = fact.sign
    if !fact.items.isEmpty { (own["items"], own["hasItems"]) = (fact.items, true) }
    guard let text = fact.text else { return own }
    own["text"] = text
    return own.count > 1 ? own : text
  }

  private static func add(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}
