import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Writes the entries of a dataset that is shown as a list of names.
struct EntryMarkup: Sendable {
  let dataset: Dataset
  let text: ValueText
  /// The address of a record's picture; nothing where there is none.
  let picture: @Sendable (Record) -> String?
  /// By which texts a search found a record.
  let marks: MarkedTexts
  /// The keys of the records whose rows stand unfolded.
  var open: Set<String> = []

  init(
    dataset: Dataset, words: Catalogue, picture: @escaping @Sendable (Record) -> String?,
    marks: MarkedTexts = .none
  ) {
    self.dataset = dataset
    text = ValueText(words: words)
    self.picture = picture
    self.marks = marks
  }

  /// Writes one entry: a link, or a row that unfolds where the dataset declares facts for it.
  func write(_ record: Record, into markup: inout Markup) {
    markup.raw("<li class=\"entry\">")
    if dataset.list.unfold.isEmpty {
      writeLink(record, into: &markup)
    } else {
      writeUnfolding(record, into: &markup)
    }
    markup.raw("</li>\n")
  }

  /// Writes one entry as a link, whatever it unfolds to elsewhere.
  func write(link record: Record, into markup: inout Markup) {
    markup.raw("<li class=\"entry\">")
    writeLink(record, into: &markup)
    markup.raw("</li>\n")
  }

  /// The name of a record: its title field, else its key.
  static func title(of record: Record, in dataset: Dataset, _ text: ValueText) -> String {
    value(dataset.list.title, record, dataset, text) ?? record.id.description
  }

  private func writeLink(_ record: Record, into markup: inout Markup) {
    markup.raw("<a class=\"line\" href=\"")
    markup.add(Address.record(dataset.id, record.id))
    markup.raw("\">")
    writeLine(record, into: &markup)
    markup.raw("</a>")
  }

  private func writeUnfolding(_ record: Record, into markup: inout Markup) {
    let isOpen = !open.isEmpty && open.contains(record.id.description)
    markup.raw(isOpen ? "<details open>" : "<details>")
    markup.raw("<summary class=\"line\">")
    writeLine(record, into: &markup)
    markup.raw("</summary><div class=\"unfolded\"><dl class=\"facts\">")
    for name in dataset.list.unfold { writeFact(name, record, into: &markup) }
    markup.raw("</dl><p class=\"more\"><a href=\"")
    markup.add(Address.record(dataset.id, record.id))
    markup.raw("\">")
    let title = Self.title(of: record, in: dataset, text)
    markup.add(text.words.say("list.learn_more", ["title": title]))
    markup.raw("</a></p></div></details>")
  }

  private func writeLine(_ record: Record, into markup: inout Markup) {
    if dataset.list.image != nil { writePicture(record, into: &markup) }
    let found = marks.of(record)
    markup.raw("<span class=\"text\"><span class=\"name\">")
    let title = Self.title(of: record, in: dataset, text)
    let own = found.first {
      $0.text == title && dataset.isField($0.field, of: dataset.list.title)
    }
    markup.add(title, marked: own?.ranges ?? [])
    if let mark = Mark(of: record, in: dataset), !mark.isDirection {
      mark.writeDisc(text.words, into: &markup)
    }
    markup.raw("</span>")
    writeSubtitle(
      Self.subtitle(of: record, in: dataset, text), own == nil ? found.first : nil, into: &markup)
    markup.raw("</span>")
  }

  /// Writes the subtitle, and the text by which a record was found where its name does not tell.
  private func writeSubtitle(
    _ subtitle: String, _ found: FoundMark?, into markup: inout Markup
  ) {
    let place = found.flatMap { subtitle.range(of: $0.text) }
    let offset = place.map { subtitle.utf8.distance(from: subtitle.startIndex, to: $0.lowerBound) }
    if let found, offset == nil {
      markup.raw(" <span class=\"also\">")
      markup.add(found.text, marked: found.ranges)
      markup.raw("</span>")
    }
    markup.raw("<span class=\"subtitle\"><span>")
    let parts = offset.map { start in
      (found?.ranges ?? []).map { $0.lowerBound + start..<$0.upperBound + start }
    }
    markup.add(subtitle, marked: parts ?? [])
    markup.raw("</span></span>")
  }

  private func writePicture(_ record: Record, into markup: inout Markup) {
    guard let address = picture(record) else {
      markup.raw("<span class=\"picture drawn\" aria-hidden=\"true\">")
      markup.add(String(record.id.description.prefix(3)))
      return markup.raw("</span>")
    }
    markup.raw("<img class=\"picture\" alt=\"\" loading=\"lazy\" width=\"44\" height=\"33\" src=\"")
    markup.add(address)
    markup.raw("\">")
  }

  private func writeFact(_ name: String, _ record: Record, into markup: inout Markup) {
    guard let field = dataset.field(name),
      let value = Self.value(name, record, dataset, text)
    else { return }
    markup.raw("<div><dt>")
    markup.add(field.title.text(in: text.words.language))
    markup.raw("</dt><dd>")
    markup.add(value)
    markup.raw("</dd></div>")
  }

  /// What stands below the name of a record; empty where nothing does.
  static func subtitle(of record: Record, in dataset: Dataset, _ text: ValueText) -> String {
    let parts = dataset.list.subtitle.compactMap { value($0, record, dataset, text) }
    return parts.joined(separator: text.words.say("list.separator"))
  }

  private static func value(
    _ name: String, _ record: Record, _ dataset: Dataset, _ text: ValueText
  ) -> String? {
    guard let index = dataset.index(of: name) else { return nil }
    return text.text(of: record, index, in: dataset)
  }
}
