import AlmanacCore
import AlmanacDeclarations

/// Writes the rows of a dataset's table: the one place where a record becomes a row of HTML.
///
/// The page and the live stream share it, so a row that arrives later looks like its neighbours.
struct RowMarkup: Sendable {
  let dataset: Dataset
  let text: ValueText
  let columns: [Column]

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

  init(dataset: Dataset, words: Catalogue) {
    self.dataset = dataset
    text = ValueText(words: words)
    columns = Self.columns(of: dataset)
  }

  /// The declared columns; the first one leads to the record where none shows its title.
  static func columns(of dataset: Dataset) -> [Column] {
    let names = dataset.list.columns
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
    let mark = Mark(of: record, in: dataset)
    markup.raw("<tr data-id=\"")
    markup.add(record.id.description)
    markup.raw("\">")
    for column in columns { write(column, record, mark, into: &markup) }
    markup.raw("</tr>\n")
  }

  /// One row alone.
  func bytes(of record: Record) -> [UInt8] {
    var markup = Markup()
    write(record, into: &markup)
    return markup.bytes
  }

  private func write(
    _ column: Column, _ record: Record, _ mark: Mark?, into markup: inout Markup
  ) {
    let value = text.cell(record.values[column.index], of: column.field)
    if column.isTitle { return writeTitle(column, value, record, mark, into: &markup) }
    guard let value else { return markup.raw("<td class=\"gap\"></td>") }
    markup.raw("<td class=\"")
    markup.raw(column.isNumeric ? "number" : "text")
    if column.isLead { markup.raw(" lead") }
    markup.raw("\" data-label=\"")
    markup.add(column.field.title.text(in: text.words.language))
    markup.raw("\">")
    writeTimed(record.values[column.index], column, into: &markup) {
      writeToned(value, column, mark, into: &$0)
    }
    markup.raw("</td>")
  }

  /// Says an instant for programs too, so that the page can show it in a person's own zone.
  private func writeTimed(
    _ value: Value, _ column: Column, into markup: inout Markup, text: (inout Markup) -> Void
  ) {
    guard column.field.type == .timestamp, case .integer(let milliseconds) = value,
      let instant = Timestamp(millisecondsSinceEpoch: milliseconds)
    else { return text(&markup) }
    markup.raw("<time datetime=\"")
    markup.add(String(decoding: instant.iso, as: UTF8.self))
    markup.raw("\">")
    text(&markup)
    markup.raw("</time>")
  }

  private func writeToned(
    _ value: String, _ column: Column, _ mark: Mark?, into markup: inout Markup
  ) {
    guard let mark, mark.isDirection, column.isLead || column.field.name == dataset.list.mark
    else { return markup.add(value) }
    markup.raw("<span class=\"")
    markup.raw(mark.className)
    markup.raw("\">")
    markup.add(value)
    if column.isLead { mark.writeSign(into: &markup) }
    markup.raw("</span>")
  }

  private func writeTitle(
    _ column: Column, _ value: String?, _ record: Record, _ mark: Mark?, into markup: inout Markup
  ) {
    markup.raw("<th scope=\"row\" class=\"title\"><a href=\"")
    markup.add(Address.record(dataset.id, record.id))
    markup.raw("\">")
    writeTimed(record.values[column.index], column, into: &markup) {
      $0.add(value ?? record.id.description)
    }
    markup.raw("</a>")
    if let mark, !mark.isDirection { mark.writeDisc(text.words, into: &markup) }
    markup.raw("</th>")
  }
}
