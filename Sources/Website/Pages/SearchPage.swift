import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What one search finds in everything that is kept, a part for each dataset.
struct SearchPage: Sendable, Hashable {
  /// What is searched for.
  let search: String
  /// "274 results in 3 datasets"; nothing before anything is searched for.
  let tally: String?
  /// Where a search may lead, before there is one.
  let places: [Frame.Link]
  let groups: [Group]
  /// That nothing was found; nothing where something was, or nobody searched.
  let nothing: String?
  /// What may have been meant instead.
  let suggestion: Frame.Link?
  /// Whether the search was cut short.
  let isPartial: Bool

  /// What was found in one dataset.
  struct Group: Sendable, Hashable {
    let title: String
    /// The dataset's list with the same search.
    let address: String
    let count: String
    /// The first rows, written by the row writer.
    let rows: String
    /// "All 128 in Railway stations", where there are more.
    let more: String?
    /// How old the copy is.
    let age: String
  }
}

/// Makes the page of a search from what the engine found.
struct SearchPageMaker {
  let search: String
  let words: Catalogue
  let now: Date
  /// Every dataset, as the palette offers it too.
  let places: [Frame.Link]

  /// A dataset, what was found in it, and how old it is.
  struct Part {
    let dataset: Dataset
    let found: Found
    let status: DatasetStatus
    let picture: @Sendable (Record) -> String?
  }

  /// The page.
  func page(_ parts: [Part]) -> SearchPage {
    let full = parts.filter { !$0.found.rows.isEmpty }
    let isAsked = !search.isEmpty
    return SearchPage(
      search: search, tally: full.isEmpty ? nil : tally(full), places: isAsked ? [] : places,
      groups: full.map(group),
      nothing: isAsked && full.isEmpty ? words.say("search.nothing", ["query": search]) : nil,
      suggestion: full.isEmpty ? suggestion(parts) : nil,
      isPartial: parts.contains { $0.found.isPartial })
  }

  private func tally(_ parts: [Part]) -> String {
    let total = parts.reduce(0) { $0 + $1.found.total }
    let shown = count(total, isAtLeast: parts.contains { $0.found.isAtLeast })
    return words.say(
      "search.everywhere",
      [
        "results": words.count("search.count", total, ["count": shown]),
        "datasets": words.count("search.datasets", parts.count),
      ])
  }

  private func count(_ total: Int, isAtLeast: Bool) -> String {
    let number = NumberText(words: words).integer(Int64(total))
    return isAtLeast ? words.say("search.at_least", ["count": number]) : number
  }

  private func group(_ part: Part) -> SearchPage.Group {
    let title = part.dataset.title.text(in: words.language)
    let count = count(part.found.total, isAtLeast: part.found.isAtLeast)
    let hasMore = part.found.total > part.found.rows.count
    return SearchPage.Group(
      title: title, address: Address.list(part.dataset.id, TableQuery(search: search)),
      count: count, rows: rows(part),
      more: hasMore ? words.say("search.all_in", ["count": count, "title": title]) : nil,
      age: StatusLine(part.status, words: words, now: now).age)
  }

  private func rows(_ part: Part) -> String {
    let entries = EntryMarkup(
      dataset: part.dataset, words: words, picture: part.picture,
      marks: MarkedTexts(part.found.rows))
    var markup = Markup()
    markup.raw("<ol class=\"entries\">\n")
    for row in part.found.rows { entries.write(link: row.record, into: &markup) }
    markup.raw("</ol>\n")
    return markup.text
  }

  /// The nearest words of the first dataset that has some.
  private func suggestion(_ parts: [Part]) -> Frame.Link? {
    parts.lazy.compactMap(\.found.suggestion).first.map { text in
      Frame.Link(
        title: words.say("search.suggestion", ["query": text]),
        address: Address.search(text), isCurrent: false)
    }
  }
}
