import AlmanacEngine

/// What a table on a page needs to go on by itself: where it is told of changes, and its words.
struct LiveNote: Sendable, Hashable {
  /// Where windows and changes of these rows are asked for.
  let address: String
  /// The version of the rows on the page.
  let version: String
  let total: Int
  /// The rank of the first row on the page.
  let offset: Int
  /// "45,716 records" where some of them are left out.
  let ofAll: String?
  /// The phrases that scripts fill in, as JSON.
  let phrases: String

  /// Describes the table that shows a window of a query.
  init(dataset: String, query: TableQuery, window: Window, ofAll: String?, words: Catalogue) {
    address = Address.page(dataset, "live") + Address.parameters(Self.parameters(query))
    version = window.version
    total = window.total
    offset = window.offset
    self.ofAll = ofAll
    phrases = ScriptPhrases.json(words, Self.keys)
  }

  /// The parameters that say which rows and in which order, without a place among them.
  private static func parameters(_ query: TableQuery) -> [(name: String, value: String)] {
    var whole = query.at(offset: 0)
    whole.limit = TableQuery().limit
    return whole.parameters
  }

  /// The keys of the phrases that scripts say.
  static let keys =
    [
      "live.above", "live.below", "live.pause", "live.resume", "live.apart", "live.paused",
      "live.resumed", "live.far", "live.went",
      "live.position", "live.position_now", "live.news", "live.times", "live.zone", "date.instant",
      "list.found", "list.of_records", "number.group", "number.smallest_grouped", "status.records",
    ] + (1...12).map { "date.month.\($0).short" }
}
