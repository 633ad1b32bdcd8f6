import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a record's page says of the record itself, whatever stands around it.
struct RecordContent {
  let dataset: Dataset
  let record: Record
  /// Made once for all records that are told together.
  let text: ValueText

  private var words: Catalogue { text.words }

  /// The name of the record.
  var title: String { EntryMarkup.title(of: record, in: dataset, text) }

  /// What is drawn in place of its picture.
  var code: String { String(record.id.description.prefix(3)) }

  /// The mark in words, such as "big", with its class.
  var mark: (title: String, tone: String)? {
    Mark(of: record, in: dataset).map { mark in
      (mark.choice.title.text(in: words.language), "tone-\(mark.choice.tone.rawValue)")
    }
  }

  /// "Flag: Poland".
  var pictureTitle: String {
    let field = dataset.list.image.flatMap(dataset.field)?.title.text(in: words.language) ?? ""
    return field + ": " + title
  }

  /// How often it changed, leading to what changed.
  func history(count: Int, last: Date) -> Frame.Link? {
    guard let last = DateText.timestamp(last) else { return nil }
    let day = text.dates.day(last.date)
    return Frame.Link(
      title: words.count("record.history", count, ["day": day]),
      address: Address.changes(dataset.id, ChangesQuery(id: record.id)), isCurrent: false)
  }

  /// What stands above the title: section or subtitle.
  var subtitle: String? {
    let shown = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return text.text(of: record, index, in: dataset)
    }
    return shown.isEmpty ? nil : shown.joined(separator: words.say("list.separator"))
  }

  /// The declared facts that this record has; every field but title and picture where none are.
  var facts: [RecordPage.Fact] { Self.factNames(of: dataset).compactMap(fact) }

  /// The fields that a page tells, in order.
  static func factNames(of dataset: Dataset) -> [String] {
    let hidden = [dataset.list.title, dataset.list.image] + dataset.fields.map(\.link)
    let own = dataset.fields.filter { $0.original == nil }
    let all = own.map(\.name).filter { !hidden.contains($0) }
    return dataset.page.facts.isEmpty ? all : dataset.page.facts
  }

  /// What the page tells of a field; nothing where the record has no value.
  func fact(_ name: String) -> RecordPage.Fact? {
    guard let index = dataset.index(of: name) else { return nil }
    let field = dataset.fields[index]
    let value = dataset.value(index, of: record, in: words.language)
    guard let shown = shown(value, field) else { return nil }
    let items = items(value, field)
    let tone = tone(value, field)
    return RecordPage.Fact(
      title: field.title.text(in: words.language), text: items.isEmpty ? shown : nil, items: items,
      link: link(value, field), isPlace: field.type == .point,
      tone: tone.map { "tone-\($0.rawValue)" }, sign: tone.flatMap(Self.sign))
  }

  /// The value as people read it, a text at more length than elsewhere; where there is none, what the
  /// source sent that is no value of the field's type.
  private func shown(_ value: Value, _ field: Field) -> String? {
    if case .text(let text) = value {
      return ShownText.cut(field.title(of: text, in: words.language), to: ShownText.long)
    }
    return text.text(value, of: field) ?? sent(field)
  }

  /// A single value as it was sent; objects and lists are for programs.
  private func sent(_ field: Field) -> String? {
    guard let sent = record.sent(as: field), sent.first != "{", sent.first != "[" else {
      return nil
    }
    return ShownText.cut(sent)
  }

  private func items(_ value: Value, _ field: Field) -> [String] {
    switch value {
    case .list(let texts) where texts.count > 1:
      ShownText.cut(texts.map { field.title(of: $0, in: words.language) })
    case .currencies(let all) where all.count > 1: ShownText.cut(all.map(text.currency))
    default: []
    }
  }

  private func link(_ value: Value, _ field: Field) -> String? {
    switch value {
    case .point(let point): ownMapAddress(field) ?? PlaceText.mapAddress(point)
    case .text(let address) where field.type == .link && Self.isWeb(address): address
    default: nil
    }
  }

  /// The page of OpenStreetMap that the record itself names; nothing where it names none.
  private func ownMapAddress(_ field: Field) -> String? {
    guard let index = field.link.flatMap(dataset.index(of:)),
      case .text(let address) = record.values[index], PlaceText.isMapAddress(address)
    else { return nil }
    return address
  }

  /// Whether an address found in data may become a link: the web's, and nothing that runs.
  static func isWeb(_ address: String) -> Bool {
    address.hasPrefix("https://") || address.hasPrefix("http://")
  }

  private func tone(_ value: Value, _ field: Field) -> Choice.Tone? {
    guard case .text(let text) = value else { return nil }
    return self.text.choice(text, of: field)?.tone
  }

  private static func sign(_ tone: Choice.Tone) -> String? {
    switch tone {
    case .rise: "▲"
    case .fall: "▼"
    default: nil
    }
  }
}
