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

  @Test(arguments: [(12_499, 0), (12_500, 1), (100_000, 1)])
  func `warms what is there and changes nothing`(count: Int, factor: Int) {
    var random = SystemRandomNumberGenerator()
    let there = (0..<count).map { RankedEntry(key: UInt64($0 / 3) * 2, row: Int64($0)) }
    let list = RankedList(unsorted: there.shuffled())
    let copy = list
    for asked in [0, 1, 15, 16, 17, 200] {
      let some = (0..<asked).map { _ in there[Int.random(in: 0..<count, using: &random)] }
      let others = some.map { RankedEntry(key: $0.key + 1, row: $0.row) }
      #expect(list.warm((some + others).shuffled()) == asked * factor)
    }
    let ends = [there[0], there[count - 1], RankedEntry(key: .max, row: .max)]
    #expect(list.warm(ends + [RankedEntry(key: 0, row: .min)]) == 2 * factor)
    #expect(list == copy)
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
