/// What search fields say, wherever they stand.
enum SearchWords {
  /// The keys of the phrases that scripts say beside a search field.
  static let keys = [
    "number.group", "number.smallest_grouped", "search.all_in", "search.at_least", "search.count",
    "search.datasets",
    "search.everywhere", "search.failed", "search.failed_next", "search.failed_still",
    "search.forget", "search.nothing", "search.nothing_next", "search.offline", "search.partial",
    "search.recent", "search.retry", "search.suggestion",
  ]
}
