import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The page of a record that is gone from its source: what is last known of it, and since when.
struct GonePage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  let subtitle: String?
  /// That it is gone, and since when.
  let what: String
  /// What still works.
  let still: String
  let facts: [RecordPage.Fact]
  /// Where it was; nothing where no place is measured or known.
  let map: MapFigure?
  /// The way to the list.
  let back: String
  /// The way to its changes.
  let history: Frame.Link
  let status: [String]
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote

  /// Takes what a record's page would say, and says that it is gone.
  init(_ page: RecordPage, _ gone: GoneRecord, of dataset: Dataset, words: Catalogue) {
    title = page.title
    self.dataset = page.dataset
    subtitle = page.subtitle
    let day = DateText.timestamp(gone.since)?.date
    what = words.say("gone.what", ["day": day.map(DateText(words: words).longDay) ?? ""])
    still = words.say("gone.still")
    facts = page.facts
    map = page.map
    back = words.say("gone.back", ["title": page.dataset.title])
    history = Frame.Link(
      title: words.say("gone.history"),
      address: Address.changes(dataset.id, ChangesQuery(id: gone.record.id)), isCurrent: false)
    status = page.status
    isLive = page.isLive
    statusAddress = page.statusAddress
    trouble = page.trouble
    credit = page.credit
  }
}
