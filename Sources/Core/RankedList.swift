/// A sorted list that knows the rank of each of its entries.
///
/// It answers "which row stands at 500,000" and "where does this row stand" in well under a
/// microsecond at a million entries, while entries come and go. Each sort order of a dataset is one
/// ranked list; the rows themselves live elsewhere.
///
/// It is a value: a copy is O(1), shares its chunks until either side changes, and stays as it was,
/// so a reader can hold one consistent version while a writer goes on.
///
/// The entries lie in sorted chunks (B⁺-tree leaves) under a directory of blocks that keep counts,
/// after the counted B-trees of Simon Tatham (https://www.chiark.greenend.org.uk/~sgtatham/algorithms/cbtree.html).
/// An entry costs 17-24 bytes. Where a cost says O(b), b is the number of blocks, about n / 8,000,
/// whose counts lie side by side.
public struct RankedList: Sendable {
  /// The number of entries. O(1)
  public internal(set) var count = 0

  var blocks: ContiguousArray<RankedBlock> = []
  let chunkCapacity: Int
  let blockCapacity: Int

  /// Makes an empty list.
  public init() {
    self.init(chunkCapacity: 128, blockCapacity: 128)
  }

  /// Makes an empty list of another shape, so that tests reach every border with few entries.
  init(chunkCapacity: Int, blockCapacity: Int) {
    precondition(chunkCapacity >= 2 && blockCapacity >= 2)
    self.chunkCapacity = chunkCapacity
    self.blockCapacity = blockCapacity
  }

  /// Whether there are no entries. O(1)
  public var isEmpty: Bool { count == 0 }

  /// The block that holds `entry`, if any does; 0 when the list is empty. O(log n)
  func blockIndex(of entry: RankedEntry) -> Int {
    blocks.withUnsafeBufferPointer { blocks in
      entry.lastBound(among: blocks.count) { blocks[$0].lowerBound }
    }
  }
}

extension RankedList: Equatable {
  /// Whether both lists hold the same entries. O(n)
  public static func == (left: RankedList, right: RankedList) -> Bool {
    guard left.count == right.count else { return false }
    return left.entries(in: 0..<left.count) == right.entries(in: 0..<right.count)
  }
}
