/// Which records came or changed lately: a log of bounded length.
struct LiveNews: Sendable {
  /// A record that came, changed or went.
  struct Item: Sendable {
    let version: Int64
    let key: Int64
    let isNew: Bool
  }

  /// Whether anybody reads it; nothing is remembered otherwise.
  private(set) var isWatched = false
  private var items: ContiguousArray<Item> = []
  /// What happened up to this version is not remembered.
  private var start: Int64 = 0

  /// The most items that are remembered.
  static let capacity = 131_072

  /// Begins to remember, from after a version on.
  mutating func watch(from version: Int64) {
    guard !isWatched else { return }
    isWatched = true
    start = version
  }

  /// Forgets everything until somebody watches again.
  mutating func unwatch() {
    isWatched = false
    items = []
  }

  mutating func append(_ item: Item) {
    if items.count >= Self.capacity {
      start = items[Self.capacity / 2 - 1].version
      items.removeAll { $0.version <= start }
    }
    items.append(item)
  }

  /// What happened after a version; nothing when that is not remembered any more.
  ///
  /// Cost: O(log n).
  func items(after version: Int64) -> ArraySlice<Item>? {
    guard isWatched, version >= start else { return nil }
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].version <= version { low = middle + 1 } else { high = middle }
    }
    return ArraySlice(items[low...])
  }
}
