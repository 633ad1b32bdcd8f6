import AlmanacCore
import Testing

@Suite struct `A ranked list` {
  static let entries = (0..<2_000).map { RankedEntry(key: UInt64($0 / 3), row: Int64($0)) }

  @Test func `is empty at first`() {
    let list = RankedList()
    #expect(list.isEmpty)
    #expect(list.count == 0)
    #expect(list.entries(in: 0..<10).isEmpty)
    #expect(list.rank(of: Self.entries[0]) == nil)
    #expect(list.insertionRank(of: Self.entries[0]) == 0)
    list._checkInvariants()
  }

  @Test func `orders by key, then by row`() {
    var list = RankedList()
    list.insert(RankedEntry(key: 2, row: -1))
    list.insert(RankedEntry(key: 1, row: 7))
    list.insert(RankedEntry(key: 1, row: -7))
    #expect(list.entries(in: 0..<3).map(\.row) == [-7, 7, -1])
  }

  @Test func `takes an entry once and gives it back once`() {
    var list = RankedList()
    let entry = RankedEntry(key: 1, row: 1)
    let insertions = [list.insert(entry), list.insert(entry)]
    #expect(insertions == [true, false])
    #expect(list.count == 1)
    let removals = [list.remove(entry), list.remove(entry)]
    #expect(removals == [true, false])
    #expect(list.isEmpty)
  }

  /// Long lists search for many entries of a batch side by side: keys everywhere, keys that stand side
  /// by side, and the same batch twice.
  @Test(arguments: [4_096, 4_097, 30_000])
  func `follows batches in a long list as a set does`(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let there = (0..<count).map { RankedEntry(key: UInt64($0 / 3) * 2, row: Int64($0)) }
    var list = RankedList(unsorted: there.shuffled(using: &random))
    var reference = Set(there)
    let before = list
    for round in 0..<120 {
      let size = [0, 1, 15, 16, 17, 100, 500][round % 7]
      let base = UInt64.random(in: 0..<UInt64(count), using: &random)
      let insertions = (0..<size).map { index in
        let key = round.isMultiple(of: 3) ? base : .random(in: 0..<UInt64(count), using: &random)
        return RankedEntry(key: key, row: Int64(index / (1 + round % 2)))
      }
      let removals = (0..<size / 2).compactMap { _ in there.randomElement(using: &random) }
      let gone = Set(removals).intersection(reference)
      reference.subtract(removals)
      let new = Set(insertions).subtracting(reference)
      reference.formUnion(insertions)
      let changed = list.apply(removing: removals, inserting: insertions)
      #expect(changed == (gone.count, new.count))
      list._checkInvariants()
    }
    #expect(list.entries(in: 0..<list.count) == reference.sorted())
    #expect(before.entries(in: 0..<count) == there)
  }

  @Test func `holds the extremes of keys and rows`() {
    let extremes = [UInt64.min, .max].flatMap { key in
      [Int64.min, .max].map { RankedEntry(key: key, row: $0) }
    }
    let list = RankedList(unsorted: extremes.reversed())
    #expect(list.entries(in: 0..<4) == extremes)
  }

  @Test func `clamps a window to its entries`() {
    let list = RankedList(sorted: Self.entries)
    #expect(list.entries(in: 1_995..<2_100) == Array(Self.entries[1_995...]))
    #expect(list.entries(in: -5..<5) == Array(Self.entries[..<5]))
    #expect(list.entries(in: 3_000..<3_100).isEmpty)
    #expect(list.entries(in: 7..<7).isEmpty)
  }

  @Test func `passes on the error of a walk and stops there`() {
    struct Enough: Error {}
    let list = RankedList(sorted: Self.entries)
    var seen = 0
    #expect(throws: Enough.self) {
      try list.forEach(in: 0..<2_000) { _ throws(Enough) in
        seen += 1
        if seen == 600 { throw Enough() }
      }
    }
    #expect(seen == 600)
  }

  @Test func `stays as it was for whoever holds a copy`() {
    var list = RankedList(sorted: Self.entries)
    let held = list
    for entry in Self.entries where entry.row.isMultiple(of: 2) { list.remove(entry) }
    for row in 0..<500 { list.insert(RankedEntry(key: 5, row: Int64(10_000 + row))) }
    #expect(held.entries(in: 0..<2_000) == Self.entries)
    #expect(list.count == 1_500)
    #expect(list != held)
    held._checkInvariants()
    list._checkInvariants()
  }

  @Test func `equals a list of the same entries with another past`() {
    var grown = RankedList()
    for entry in Self.entries.reversed() { grown.insert(entry) }
    #expect(grown == RankedList(sorted: Self.entries))
    grown.remove(Self.entries[1_000])
    #expect(grown != RankedList(sorted: Self.entries))
  }

  @Test func `takes duplicates once when built from unsorted entries`() {
    var random = SeededRandom(seed: 1)
    let list = RankedList(unsorted: (Self.entries + Self.entries).shuffled(using: &random))
    #expect(list.entries(in: 0..<4_000) == Self.entries)
    list._checkInvariants()
  }

  @Test func `stops the program when asked for a rank it does not have`() async {
    await #expect(processExitsWith: .failure) {
      _ = RankedList(sorted: [RankedEntry(key: 1, row: 1)]).select(1)
    }
  }

  @Test func `stops the program when entries said to be sorted are not`() async {
    await #expect(processExitsWith: .failure) {
      _ = RankedList(sorted: [RankedEntry(key: 1, row: 1), RankedEntry(key: 0, row: 1)])
    }
  }
}
