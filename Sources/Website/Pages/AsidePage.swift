import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The page of the records that could not be kept.
struct AsidePage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// Whether every record could be kept.
  let isNothing: Bool
  let groups: [Group]
  /// How many of all are listed, where not all are.
  let listed: String?
  /// The copy's age and other notes.
  let status: [String]
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote

  /// The records of one answer.
  struct Group: Sendable, Hashable {
    let title: String
    let rows: [Row]
  }

  /// A record that could not be kept.
  struct Row: Sendable, Hashable {
    let reason: String
    /// "Page 3, row 12".
    let place: String
    let key: String?
    /// The beginning of the record as it was sent.
    let raw: String
  }
}

/// Makes the page of the records that could not be kept.
struct AsidePageMaker {
  let dataset: Dataset
  let rows: [AsideRecord]
  let status: DatasetStatus
  let credit: Credit
  let words: Catalogue
  let now: Date
  let acts: Bool

  /// The most records on the page; its `.json` has all that are listed.
  static let most = 200
  /// The most characters of a record on the page.
  static let longest = 600

  private var isStream: Bool { dataset.source.kind == .stream }

  /// The page.
  func page() -> AsidePage {
    let line = StatusLine(status, words: words, now: now)
    return AsidePage(
      title: words.say("aside.title"),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      isNothing: status.setAside.isEmpty, groups: groups,
      listed: listed, status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit, words))
  }

  /// The records that the page shows: of a stream the newest first.
  private var shown: [AsideRecord] { Array((isStream ? rows.reversed() : rows).prefix(Self.most)) }

  private var groups: [AsidePage.Group] {
    let whole = isStream ? "aside.stream" : "aside.whole"
    return [(whole, shown.filter { isStream || !$0.isNews }), ("aside.news", news)]
      .filter { !$0.1.isEmpty }
      .map { AsidePage.Group(title: words.say($0.0), rows: $0.1.map(row)) }
  }

  private var news: [AsideRecord] { isStream ? [] : shown.filter(\.isNews) }

  private var listed: String? {
    let count = max(status.setAsideCount, rows.count)
    guard shown.count < count else { return nil }
    let numbers = NumberText(words: words)
    return words.say(
      "aside.listed",
      ["listed": numbers.integer(Int64(shown.count)), "count": numbers.integer(Int64(count))])
  }

  private func row(_ record: AsideRecord) -> AsidePage.Row {
    let numbers = NumberText(words: words)
    let places = [record.page, record.position].map { numbers.integer(Int64($0)) }
    let isCut = record.raw.count > Self.longest
    return AsidePage.Row(
      reason: words.retell(record.reason),
      place: words.say(
        isStream ? "aside.packet" : "aside.place", ["page": places[0], "row": places[1]]),
      key: record.key.map { words.say("aside.key", ["key": $0]) },
      raw: isCut ? record.raw.prefix(Self.longest) + "…" : record.raw)
  }
}
