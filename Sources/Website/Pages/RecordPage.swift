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

  /// What the page says of the record itself.
  private var content: RecordContent {
    RecordContent(dataset: dataset, record: record, text: ValueText(words: words))
  }

  /// The page.
  func page() -> RecordPage {
    let line = StatusLine(status, words: words, now: now)
    let content = content
    return RecordPage(
      title: content.title,
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      subtitle: content.subtitle, mark: content.mark?.title, markTone: content.mark?.tone ?? "",
      hasPicture: dataset.list.image != nil, picture: picture,
      pictureTitle: content.pictureTitle, code: content.code, facts: content.facts,
      map: map, history: history.flatMap { content.history(count: $0.count, last: $0.last) },
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

  private func link(_ other: Record) -> Frame.Link {
    Frame.Link(
      title: EntryMarkup.title(of: other, in: dataset, ValueText(words: words)),
      address: Address.record(dataset.id, other.id), isCurrent: false)
  }
}
