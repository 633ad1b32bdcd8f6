/// The difference of two windows of rows: what to drop, and what to put where.
///
/// A row that changed in place, or that stands elsewhere now, is both dropped and put. As few rows
/// as possible are: those that stay keep their order (a longest increasing subsequence).
public struct WindowChange<ID: Hashable, Row: Equatable> {
  /// The ids of the rows to drop, in their order.
  public var removals: [ID]
  /// The rows to put, ascending by place; each place is the row's own in the window that results.
  public var insertions: [Insertion]

  /// A row and its place in the window that results.
  public struct Insertion {
    /// The index of the row in the window that results.
    public var place: Int
    /// The row.
    public var row: Row

    /// Makes an insertion.
    @inlinable public init(place: Int, row: Row) {
      self.place = place
      self.row = row
    }
  }

  /// Makes a change from its parts.
  public init(removals: [ID], insertions: [Insertion]) {
    self.removals = removals
    self.insertions = insertions
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }
}

extension WindowChange {
  /// The change that makes one window of another.
  ///
  /// Cost: O(n log n) over the rows of both. It can be inlined, so that callers in other modules get
  /// it made for their rows.
  @inlinable public init(from old: [Row], to new: [Row], id: (Row) -> ID) {
    let staying = Self.staying(old, new, id)
    removals = []
    insertions = []
    for (index, row) in old.enumerated() where !staying.old[index] { removals.append(id(row)) }
    for (place, row) in new.enumerated() where !staying.new[place] {
      insertions.append(Insertion(place: place, row: row))
    }
  }

  /// The change that makes one window of another, where it is known which rows are the same.
  ///
  /// Cost: O(n).
  ///
  /// - Parameter places: Where each row of the new window stands in the old one, ascending; nothing for
  ///   a row that is to be put.
  @inlinable public init(
    from old: [Row], to new: [Row], keeping places: [Int?], id: (Row) -> ID
  ) {
    (removals, insertions) = ([], [])
    var next = 0
    for (place, row) in new.enumerated() {
      guard let kept = places[place] else {
        insertions.append(Insertion(place: place, row: row))
        continue
      }
      for row in old[next..<kept] { removals.append(id(row)) }
      next = kept + 1
    }
    for row in old[next...] { removals.append(id(row)) }
  }

  /// The window that the change makes of one; nothing where it does not fit.
  ///
  /// Cost: O(n).
  public func applied(to window: [Row], id: (Row) -> ID) -> [Row]? {
    let gone = Set(removals)
    var result: [Row] = []
    result.reserveCapacity(window.count + insertions.count)
    var next = 0
    for row in window where !gone.contains(id(row)) {
      while next < insertions.count, insertions[next].place == result.count {
        result.append(insertions[next].row)
        next += 1
      }
      result.append(row)
    }
    while next < insertions.count {
      guard insertions[next].place == result.count else { return nil }
      result.append(insertions[next].row)
      next += 1
    }
    return result
  }

  /// Which rows of either window stay as they are and where they are among each other.
  @inlinable static func staying(
    _ old: [Row], _ new: [Row], _ id: (Row) -> ID
  ) -> (old: [Bool], new: [Bool]) {
    if old == new {  // records came and went outside
      let all = [Bool](repeating: true, count: old.count)
      return (all, all)
    }
    let pairs = Self.equalRows(old, new, id)
    var kept = (
      old: [Bool](repeating: false, count: old.count),
      new: [Bool](repeating: false, count: new.count)
    )
    for pair in longestRise(pairs.map(\.old)) {
      kept.old[pairs[pair].old] = true
      kept.new[pairs[pair].new] = true
    }
    return kept
  }

  /// The places of rows that are the same in both windows, in the order of the new one.
  ///
  /// An id that stands twice in a window is no name for a row: such rows are dropped and put anew.
  @inlinable static func equalRows(
    _ old: [Row], _ new: [Row], _ id: (Row) -> ID
  ) -> [(old: Int, new: Int)] {
    var places: [ID: Int] = [:]
    places.reserveCapacity(old.count)
    for (index, row) in old.enumerated() {
      let key = id(row)
      places[key] = places[key] == nil ? index : -1
    }
    var pairs: [(old: Int, new: Int)] = []
    for (place, row) in new.enumerated() {
      guard let index = places.removeValue(forKey: id(row)), index >= 0, old[index] == row else {
        continue
      }
      pairs.append((index, place))
    }
    return pairs
  }

  /// The indices of a longest strictly increasing subsequence (patience sorting).
  @inlinable static func longestRise(_ values: [Int]) -> [Int] {
    var ends: [Int] = []
    var earlier = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { earlier[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = earlier[index]
    }
    return rise.reversed()
  }
}

extension WindowChange.Insertion: Sendable where Row: Sendable {}
extension WindowChange.Insertion: Equatable {}
extension WindowChange: Sendable where ID: Sendable, Row: Sendable {}
extension WindowChange: Equatable {}
