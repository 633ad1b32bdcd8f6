import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes the page of what syncs changed from what the engine knows.
struct ChangesPageMaker {
  let dataset: Dataset
  let query: ChangesQuery
  let window: ChangesWindow
  let status: DatasetStatus
  let credit: Credit
  let words: Catalogue
  let now: Date
  let acts: Bool

  private var text: ChangeText { ChangeText(dataset: dataset, words: words) }

  /// The page.
  func page() -> ChangesPage {
    let line = StatusLine(status, words: words, now: now)
    return ChangesPage(
      title: words.say("changes.title"),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      record: record, kinds: kinds, chips: chips,
      drift: query.isFiltered ? [] : DriftText(words: words).lines(status.drift), groups: groups,
      feed: Address.changes(dataset.id, query.forFeed, as: ".atom"),
      older: window.next.map { next in address { $0.before = next } },
      newest: query.before == nil ? nil : address { $0.before = nil },
      status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit, words))
  }

  private func address(_ change: (inout ChangesQuery) -> Void) -> String {
    var other = query
    change(&other)
    return Address.changes(dataset.id, other)
  }

  private var record: Frame.Link? {
    guard let id = query.id else { return nil }
    let known = window.changes.first?.record
    return Frame.Link(
      title: known.map(text.title) ?? id.description, address: Address.record(dataset.id, id),
      isCurrent: false)
  }

  private var kinds: [Frame.Link] {
    let all: [Change.Kind?] = [nil] + Change.Kind.allCases
    return all.map { kind in
      Frame.Link(
        title: words.say(kind.map { "changes.only.\($0.rawValue)" } ?? "changes.all"),
        address: address { ($0.kind, $0.before) = (kind, nil) }, isCurrent: query.kind == kind)
    }
  }

  private var chips: [FilterChip] {
    var chips: [FilterChip] = []
    if let record {
      chips.append(
        FilterChip(title: record.title, address: address { ($0.id, $0.before) = (nil, nil) }))
    }
    if let sync = query.sync {
      chips.append(
        FilterChip(
          title: words.say("changes.sync", ["number": "\(sync)"]),
          address: address { ($0.sync, $0.before) = (nil, nil) }))
    }
    return chips
  }

  private var groups: [ChangesPage.Group] {
    let changes = Dictionary(grouping: window.changes, by: \.sync)
    return window.syncs.map { group($0, changes[$0.number] ?? []) }
  }

  private func group(_ sync: SyncLine, _ changes: [Change]) -> ChangesPage.Group {
    ChangesPage.Group(
      anchor: "sync-\(sync.number)", moment: text.moment(sync),
      address: Address.changes(dataset.id, ChangesQuery(sync: sync.number)),
      counts: text.counts(sync), note: note(sync, changes), changes: changes.map(text.entry))
  }

  private func note(_ sync: SyncLine, _ changes: [Change]) -> String? {
    if sync.isFilling { return text.filling(sync) }
    let isWhole = query.id == nil && query.kind == nil
    let isLast = window.next == nil && sync == window.syncs.last && query.before == nil
    guard isWhole, isLast, changes.count < sync.inserted + sync.changed + sync.deleted else {
      return nil
    }
    return words.say("changes.not_kept")
  }
}
