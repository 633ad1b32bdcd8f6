import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes the feed of what syncs changed: an entry for each sync, since a person who follows a
/// dataset wants to hear of it once a sync and not five thousand times; and one for each field that
/// the source changed, and for an update that the brake holds.
struct FeedMaker {
  let table: LiveTable
  let query: ChangesQuery
  let status: DatasetStatus
  let words: Catalogue
  /// The address of this server without a path.
  let site: String
  let version: String
  let now: Date

  /// How many syncs a feed goes back.
  static let syncs = 30
  /// How many changes an entry tells one by one.
  static let changesOfEntry = 50

  private var dataset: Dataset { table.dataset }
  private var text: ChangeText { ChangeText(dataset: dataset, words: words) }

  /// The feed.
  func feed() throws -> AtomFeed {
    let entries = try notes() + parts().map(entry)
    let credit = table.currentCredit
    let name = dataset.title.text(in: words.language)
    let filter = query.forFeed.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return AtomFeed(
      id: AtomFeed.identifier("feed", dataset.id, try origin(), filter),
      title: words.say("changes.feed_title", ["title": name]),
      updated: entries.map(\.updated).max(),
      author: credit.text.isEmpty ? name : credit.text, authorPage: credit.homepage,
      rights: credit.licence, address: site + Address.changes(dataset.id, query, as: ".atom"),
      page: site + Address.changes(dataset.id, query.forFeed), version: version,
      language: words.language, entries: entries)
  }

  /// What tells this copy's history from that of any other copy of the dataset.
  private func origin() throws -> String { "\(try table.syncEnds()?.oldest.ended ?? 0)" }

  /// What the brake holds, and what the source changed in its fields; nothing where only some
  /// changes are asked for.
  private func notes() throws -> [AtomFeed.Entry] {
    if query.isFiltered { return [] }
    let origin = try origin()
    return held(origin)
      + status.drift.map { note in
        let seconds = "\(note.since.timeIntervalSince1970)"
        return AtomFeed.Entry(
          id: AtomFeed.identifier("drift", dataset.id, origin, note.drift.identity, seconds),
          title: words.tell(note.drift.message), updated: note.since,
          page: site + Address.list(dataset.id),
          content: paragraph(DriftText(words: words).lines([note])))
      }
  }

  private func held(_ origin: String) -> [AtomFeed.Entry] {
    guard let trouble = status.trouble, trouble.kind == .held,
      let note = TroubleNote(status, of: dataset, words: words, now: now, acts: false)
    else { return [] }
    let command = note.command.map { "\(words.say("trouble.command")) \($0)" }
    return [
      AtomFeed.Entry(
        id: AtomFeed.identifier(
          "held", dataset.id, origin, "\(trouble.since.timeIntervalSince1970)"),
        title: note.what, updated: trouble.since, page: site + Address.list(dataset.id),
        content: paragraph([note.what, note.next] + [command].compactMap(\.self)))
    ]
  }

  private func paragraph(_ sentences: [String]) -> String {
    var markup = Markup()
    markup.raw("<p>")
    markup.add(sentences.joined(separator: " "))
    markup.raw("</p>")
    return markup.text
  }

  private typealias Part = (sync: SyncLine, changes: [Change])

  /// The newest syncs with the first of their changes.
  private func parts() throws -> [Part] {
    if query.id == nil, query.kind == nil, query.sync == nil {
      // The copy that ships with the dataset is no news of the source.
      return try table.syncs(limit: Self.syncs).filter { $0.kind != .snapshot }.map { sync in
        let query = ChangesQuery(sync: sync.number, limit: Self.changesOfEntry)
        return (sync, try table.changes(query).changes)
      }
    }
    var all = query.forFeed
    all.limit = Self.syncs * 10
    let window = try table.changes(all)
    let changes = Dictionary(grouping: window.changes, by: \.sync)
    return window.syncs.prefix(Self.syncs).map { sync in
      (sync, Array((changes[sync.number] ?? []).prefix(Self.changesOfEntry)))
    }
  }

  private func entry(_ part: Part) -> AtomFeed.Entry {
    let page = site + Address.changes(dataset.id, ChangesQuery(sync: part.sync.number))
    return AtomFeed.Entry(
      id: AtomFeed.identifier(
        "sync", dataset.id, "\(part.sync.number)", "\(part.sync.ended)",
        query.id?.description ?? "", query.kind?.rawValue ?? ""),
      title: title(part), updated: Date(timeIntervalSince1970: part.sync.ended), page: page,
      content: content(part, page))
  }

  private func title(_ part: Part) -> String {
    if part.sync.isFilling { return text.filling(part.sync) }
    guard query.id != nil, let change = part.changes.first else { return text.counts(part.sync) }
    let entry = text.entry(change)
    return words.say("changes.of_record", ["title": entry.title, "what": entry.kind])
  }

  private func content(_ part: Part, _ page: String) -> String {
    var markup = Markup()
    if !part.changes.isEmpty {
      markup.raw("<ul>\n")
      for change in part.changes { write(text.entry(change), into: &markup) }
      markup.raw("</ul>\n")
    }
    markup.raw("<p><a href=\"")
    markup.add(page)
    markup.raw("\">")
    markup.add(words.say("changes.all_of_sync"))
    markup.raw("</a></p>")
    return markup.text
  }

  private func write(_ entry: ChangesPage.Entry, into markup: inout Markup) {
    markup.raw("<li>")
    markup.add(entry.kind)
    markup.raw(": <a href=\"")
    markup.add(site + entry.address)
    markup.raw("\">")
    markup.add(entry.title)
    markup.raw("</a>")
    for difference in entry.differences {
      markup.raw("<br>")
      markup.add(difference.title)
      markup.raw(": <del>")
      markup.add(difference.old ?? words.say("changes.no_value"))
      markup.raw("</del> → <ins>")
      markup.add(difference.new ?? words.say("changes.no_value"))
      markup.raw("</ins>")
    }
    markup.raw("</li>\n")
  }
}
