import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// Writes the rows of a dataset's table: the one place where a record becomes a row of HTML.
///
/// The page and the live stream share it, so a row that arrives later looks like its neighbours.
struct RowMarkup: Sendable {
  let dataset: Dataset
  let text: ValueText
  let columns: [Column]
  /// The tag that opens each column's cells, made once.
  private let openings: [Markup]
  /// The mark of each value of the field that is marked.
  private let marks: [String: Mark]
  private let markIndex: Int?
  /// By which texts a search found a record.
  private let found: MarkedTexts

  /// A column and its part in a row.
  struct Column: Sendable {
    let field: Field
    let index: Int
    /// Whether its cell names the record and leads to its page.
    let isTitle: Bool
    /// Whether it is the first number: it leads on narrow screens and takes a rising mark's tone.
    let isLead: Bool
    /// Whether its values are numbers, set to the end of the cell.
    var isNumeric: Bool { [.integer, .number, .year].contains(field.type) }
  }

  init(dataset: Dataset, words: Catalogue, found: MarkedTexts = .none) {
    self.dataset = dataset
    self.found = found
    text = ValueText(words: words)
    columns = Self.columns(of: dataset)
    openings = columns.map { Self.opening($0, words) }
    markIndex = dataset.list.mark.flatMap(dataset.index(of:))
    let choices = markIndex.map { dataset.fields[$0].choices } ?? []
    let marked = choices.filter { $0.tone != .plain }.map { ($0.value, Mark(choice: $0)) }
    marks = Dictionary(marked) { first, _ in first }
  }

  private static func opening(_ column: Column, _ words: Catalogue) -> Markup {
    var markup = Markup()
    markup.raw("<td class=\"")
    markup.raw(column.isNumeric ? "number" : "text")
    if column.isLead { markup.raw(" lead") }
    markup.raw("\" data-label=\"")
    markup.add(column.field.title.text(in: words.language))
    markup.raw("\">")
    return markup
  }

  /// The columns; the first one leads to the record where no field is its title.
  static func columns(of dataset: Dataset) -> [Column] {
    let names = dataset.tableColumns
    let title = names.contains(dataset.list.title) ? dataset.list.title : names.first
    let lead = names.first { [.integer, .number].contains(dataset.field($0)?.type) }
    return names.compactMap { name in
      guard let index = dataset.index(of: name) else { return nil }
      return Column(
        field: dataset.fields[index], index: index, isTitle: name == title, isLead: name == lead)
    }
  }

  /// Writes one row.
  func write(_ record: Record, into markup: inout Markup) {
    let mark = mark(of: record)
    markup.raw("<tr data-id=\"")
    markup.add(record.id.description)
    markup.raw("\">")
    let found = found.of(record)
    for index in columns.indices { write(index, record, mark, found, into: &markup) }
    markup.raw("</tr>\n")
  }

  /// One row alone.
  func bytes(of record: Record) -> [UInt8] {
    var markup = Markup()
    write(record, into: &markup)
    return markup.bytes
  }

  private func write(
    _ index: Int, _ record: Record, _ mark: Mark?, _ found: [FoundMark],
    into markup: inout Markup
  ) {
    let column = columns[index]
    let value = text.cell(
      dataset.value(column.index, of: record, in: text.words.language), of: column.field)
    let mine = found.first { mark in
      mark.text == value && dataset.isField(mark.field, of: column.field.name)
    }
    let parts = mine?.ranges ?? []
    if column.isTitle { return writeTitle(column, value, record, mark, parts, into: &markup) }
    guard let value else { return markup.raw("<td class=\"gap\"></td>") }
    markup.add(openings[index])
    if let moment = moment(record.values[column.index], column) {
      writeTime(value, moment, into: &markup)
    } else {
      writeToned(value, column, mark, parts, into: &markup)
    }
    markup.raw("</td>")
  }

  private func mark(of record: Record) -> Mark? {
    guard let markIndex, case .text(let text) = record.values[markIndex] else { return nil }
    return marks[text]
  }

  /// The instant that a cell tells; nothing for times that are of no known zone.
  private func moment(_ value: Value, _ column: Column) -> Timestamp? {
    guard column.field.type == .timestamp, case .integer(let number) = value else { return nil }
    return Timestamp(millisecondsSinceEpoch: number)
  }

  /// Writes an instant so that a script can tell it in the person's own zone.
  private func writeTime(_ value: String, _ moment: Timestamp, into markup: inout Markup) {
    markup.raw("<time datetime=\"")
    markup.add(plain: moment.iso)
    markup.raw("\">")
    markup.add(value)
    markup.raw("</time>")
  }

  private func writeToned(
    _ value: String, _ column: Column, _ mark: Mark?, _ parts: [Range<Int>],
    into markup: inout Markup
  ) {
    guard let mark, mark.isDirection, column.isLead || column.field.name == dataset.list.mark
    else { return markup.add(value, marked: parts) }
    markup.raw("<span class=\"")
    markup.raw(mark.className)
    markup.raw("\">")
    markup.add(value)
    if column.isLead { mark.writeSign(into: &markup) }
    markup.raw("</span>")
  }

  private func writeTitle(
    _ column: Column, _ value: String?, _ record: Record, _ mark: Mark?, _ parts: [Range<Int>],
    into markup: inout Markup
  ) {
    markup.raw("<th scope=\"row\" class=\"title\"><a href=\"")
    markup.add(Address.record(dataset.id, record.id))
    markup.raw("\">")
    if let value, let moment = moment(record.values[column.index], column) {
      writeTime(value, moment, into: &markup)
    } else {
      markup.add(value ?? record.id.description, marked: parts)
    }
    markup.raw("</a>")
    if let mark, !mark.isDirection { mark.writeDisc(text.words, into: &markup) }
    markup.raw("</th>")
  }
}
