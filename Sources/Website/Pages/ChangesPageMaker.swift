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
      record: record, kinds: kinds, chips: chips, groups: groups,
      feed: Address.changes(dataset.id, query.forFeed, as: ".atom"),
      older: window.next.map { next in address { $0.before = next } },
      newest: query.before == nil ? nil : address { $0.before = nil },
      status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit))
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
        title: words.say(kind.map(ChangeText.key) ?? "changes.all"),
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
    if sync.isFilling { return words.count("changes.filling", sync.total) }
    let isWhole = query.id == nil && query.kind == nil
    let isLast = window.next == nil && sync == window.syncs.last && query.before == nil
    guard isWhole, isLast, changes.count < sync.inserted + sync.changed + sync.deleted else {
      return nil
    }
    return words.say("changes.not_kept")
  }
}

/// Finds the words for changes.
struct ChangeText {
  let dataset: Dataset
  let words: Catalogue
  let values: ValueText

  init(dataset: Dataset, words: Catalogue) {
    self.dataset = dataset
    self.words = words
    values = ValueText(words: words)
  }

  /// The key of a kind's word.
  static func key(_ kind: Change.Kind) -> String { "changes.\(kind.rawValue)" }

  /// The record's name.
  func title(_ record: Record) -> String { EntryMarkup.title(of: record, in: dataset, values) }

  /// The day and time of a sync.
  func moment(_ sync: SyncLine) -> String {
    let date = Date(timeIntervalSince1970: sync.ended)
    guard let timestamp = DateText.timestamp(date) else { return "" }
    let dates = DateText(words: words)
    return words.say(
      "changes.moment", ["day": dates.longDay(timestamp.date), "time": dates.clock(timestamp)])
  }

  /// "3 new, 2 changed, 1 gone".
  func counts(_ sync: SyncLine) -> String {
    let counts: [(Change.Kind, Int)] = [
      (.inserted, sync.inserted), (.changed, sync.changed), (.deleted, sync.deleted),
    ]
    return counts.filter { $0.1 > 0 }.map { words.count("\(Self.key($0.0)).count", $0.1) }
      .joined(separator: words.say("list.separator"))
  }

  /// A change as a line with its differences.
  func entry(_ change: Change) -> ChangesPage.Entry {
    let record = change.record
    let isChanged = change.kind == .changed
    return ChangesPage.Entry(
      title: record.map(title) ?? change.id.description,
      address: Address.record(dataset.id, change.id), kind: words.say(Self.key(change.kind)),
      tone: Self.tone(change.kind), subtitle: record.flatMap(subtitle),
      differences: isChanged ? change.fields.map(difference) : [],
      isBeyond: isChanged && change.isBeyondDeclaration)
  }

  private func subtitle(_ record: Record) -> String? {
    let parts = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return values.text(record.values[index], of: dataset.fields[index])
    }
    return parts.isEmpty ? nil : parts.joined(separator: words.say("list.separator"))
  }

  private static func tone(_ kind: Change.Kind) -> String {
    switch kind {
    case .inserted: "tone-rise"
    case .changed: "tone-plain"
    case .deleted: "tone-fall"
    }
  }

  /// Both values as the record's page shows them; with all their digits where they would look alike.
  func difference(_ pair: (index: Int, old: Value, new: Value)) -> ChangesPage.Difference {
    let field = dataset.fields[pair.index]
    var (old, new) = (values.text(pair.old, of: field), values.text(pair.new, of: field))
    if old == new { (old, new) = (exact(pair.old), exact(pair.new)) }
    return ChangesPage.Difference(
      title: field.title.text(in: words.language), old: old, new: new)
  }

  private func exact(_ value: Value) -> String? {
    switch value {
    case .absent: nil
    case .integer(let number): "\(number)"
    case .number(let number): values.units.numbers.decimal(number)
    case .text(let text): text
    case .point(let point): "\(point.latitude), \(point.longitude)"
    case .list(let texts): texts.joined(separator: " | ")
    case .currencies(let all):
      all.map { "\($0.code) \($0.name) \($0.symbol)" }.joined(separator: " | ")
    }
  }
}
