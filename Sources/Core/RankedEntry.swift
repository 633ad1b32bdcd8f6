/// One place in a sort order: an order-preserving key and the row that has it.
///
/// Entries are ordered by `key`, then by `row`, so no two rows ever tie and every order is total.
/// `OrderKey` makes the keys.
public struct RankedEntry: Hashable, Sendable {
  /// The order-preserving key of the sorted value, from `OrderKey`.
  public var key: UInt64
  /// The internal number of the row.
  public var row: Int64

  /// Makes an entry for `row`, sorted by `key`.
  public init(key: UInt64, row: Int64) {
    self.key = key
    self.row = row
  }
}

extension RankedEntry: Comparable {
  /// Whether `left` comes first: by key, then by row.
  @inlinable
  public static func < (left: RankedEntry, right: RankedEntry) -> Bool {
    left.key != right.key ? left.key < right.key : left.row < right.row
  }
}

extension RankedEntry {
  /// The last of some ascending bounds that is not above the entry; the first one where all are.
  ///
  /// O(log n)
  @inline(__always)
  func lastBound(among count: Int, _ bound: (Int) -> RankedEntry) -> Int {
    var (low, length) = (0, count)
    while length > 1 {
      let half = length / 2
      if bound(low + half) <= self { low += half }
      length -= half
    }
    return low
  }
}
