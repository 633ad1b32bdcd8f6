import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The page of one record.
struct RecordPage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// What stands above the title: section or subtitle.
  let subtitle: String?
  /// The mark in words, such as "big", with its class.
  let mark: String?
  let markTone: String
  /// Whether the dataset declares a picture.
  let hasPicture: Bool
  /// The address of the picture; drawn from the key where there is none.
  let picture: String?
  /// What the picture is, for those who do not see it.
  let pictureTitle: String
  let code: String
  let facts: [Fact]
  /// Where it is; nothing where no place is measured or known.
  let map: MapFigure?
  /// How often it changed, leading to what changed.
  let history: Frame.Link?
  /// The button by which somebody asks to be told when it changes.
  let watch: WatchNote?
  /// What can be measured from here: the way to the distance page and the like.
  let measures: [Frame.Link]
  let previous: Frame.Link?
  let next: Frame.Link?
  /// The copy's age and other notes.
  let status: [String]
  /// Whether records arrive by themselves.
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote
  /// The pane that its list stands beside; nothing where the list is a table.
  var atlas: AtlasPane?

  /// A fact of a record.
  struct Fact: Sendable, Hashable {
    let title: String
    /// The value as one text; nothing where `items` tell it.
    let text: String?
    /// The elements of a list.
    let items: [String]
    /// Where the value leads: a map, or a page.
    let link: String?
    /// Whether the link shows a place on a map.
    let isPlace: Bool
    let tone: String?
    let sign: String?
  }
}

/// Makes a record's page from what the engine knows.
struct RecordPageMaker {
  let dataset: Dataset
  let record: Record
  let status: DatasetStatus
  let neighbours: (previous: Record?, next: Record?)
  let history: (count: Int, last: Date)?
  let words: Catalogue
  let now: Date
  let acts: Bool
  let credit: Credit
  let picture: String?
  let map: MapFigure?

  private var text: ValueText { ValueText(words: words) }

  /// The page.
  func page() -> RecordPage {
    let line = StatusLine(status, words: words, now: now)
    let mark = Mark(of: record, in: dataset)
    return RecordPage(
      title: EntryMarkup.title(of: record, in: dataset, text),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      subtitle: subtitle, mark: mark?.choice.title.text(in: words.language),
      markTone: mark.map { "tone-\($0.choice.tone.rawValue)" } ?? "",
      hasPicture: dataset.list.image != nil, picture: picture,
      pictureTitle: pictureTitle, code: String(record.id.description.prefix(3)), facts: facts,
      map: map, history: historyLink,
      watch: dataset.source.kind == .stream
        ? nil : WatchNote(record.id, of: dataset, words: words),
      measures: dataset.measuredPlace(of: record) == nil
        ? [] : MeasureLinks.all(from: record.id, dataset, words),
      previous: neighbours.previous.map(link),
      next: neighbours.next.map(link),
      status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit, words))
  }

  /// "Flag: Poland".
  private var pictureTitle: String {
    let field = dataset.list.image.flatMap(dataset.field)?.title.text(in: words.language) ?? ""
    return field + ": " + EntryMarkup.title(of: record, in: dataset, text)
  }

  private var historyLink: Frame.Link? {
    guard let history, let last = DateText.timestamp(history.last) else { return nil }
    let day = DateText(words: words).day(last.date)
    return Frame.Link(
      title: words.count("record.history", history.count, ["day": day]),
      address: Address.changes(dataset.id, ChangesQuery(id: record.id)), isCurrent: false)
  }

  private func link(_ other: Record) -> Frame.Link {
    Frame.Link(
      title: EntryMarkup.title(of: other, in: dataset, text),
      address: Address.record(dataset.id, other.id), isCurrent: false)
  }

  private var subtitle: String? {
    let shown = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return text.text(record.values[index], of: dataset.fields[index])
    }
    return shown.isEmpty ? nil : shown.joined(separator: words.say("list.separator"))
  }

  /// The declared facts that this record has; every field but title and picture where none are.
  private var facts: [RecordPage.Fact] {
    let hidden = [dataset.list.title, dataset.list.image] + dataset.fields.map(\.link)
    let all = dataset.fields.map(\.name).filter { !hidden.contains($0) }
    let names = dataset.page.facts.isEmpty ? all : dataset.page.facts
    return names.compactMap(fact)
  }

  private func fact(_ name: String) -> RecordPage.Fact? {
    guard let index = dataset.index(of: name) else { return nil }
    let (field, value) = (dataset.fields[index], record.values[index])
    guard let shown = text.text(value, of: field) else { return nil }
    let items = items(value)
    let tone = tone(value, field)
    return RecordPage.Fact(
      title: field.title.text(in: words.language), text: items.isEmpty ? shown : nil, items: items,
      link: link(value, field), isPlace: field.type == .point,
      tone: tone.map { "tone-\($0.rawValue)" }, sign: tone.flatMap(Self.sign))
  }

  private func items(_ value: Value) -> [String] {
    switch value {
    case .list(let texts) where texts.count > 1: texts
    case .currencies(let all) where all.count > 1: all.map(text.currency)
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
