import Testing

@testable import AlmanacCore

/// A ranked list with tiny chunks against a sorted array.
@Suite struct `A ranked list, at every size` {
  /// The sizes of chunks and blocks to try.
  static let shapes = [(2, 2), (3, 4), (4, 4), (8, 3), (16, 8)]

  static func entry(_ number: Int) -> RankedEntry {
    RankedEntry(key: UInt64(number / 2), row: Int64(number % 2))
  }

  static func expectSame(_ list: RankedList, _ reference: [RankedEntry]) {
    list._checkInvariants()
    #expect(list.count == reference.count)
    #expect(list.entries(in: 0..<list.count) == reference)
  }

  /// Every rank, every entry and the gaps between them.
  static func expectSameRanks(_ list: RankedList, _ numbers: [Int]) {
    for (rank, number) in numbers.enumerated() {
      #expect(list.select(rank) == entry(number))
      #expect(list.rank(of: entry(number)) == rank)
      #expect(list.insertionRank(of: entry(number)) == rank)
      #expect(list.rank(of: entry(number + 1)) == nil)
      #expect(list.insertionRank(of: entry(number + 1)) == rank + 1)
    }
  }

  @Test(arguments: shapes) func `built in bulk reads like the array`(chunk: Int, block: Int) {
    for size in 0...300 {
      var list = RankedList(chunkCapacity: chunk, blockCapacity: block)
      let numbers = (0..<size).map { $0 * 2 }
      list.fill(with: ContiguousArray(numbers.map(Self.entry)))
      Self.expectSame(list, numbers.map(Self.entry))
      Self.expectSameRanks(list, numbers)
    }
  }

  @Test(arguments: shapes) func `grown at the end, at the start and in between stays in order`(
    chunk: Int, block: Int
  ) {
    var random = SeededRandom(seed: UInt64(chunk))
    let rising = (0..<2_000).map { $0 * 2 }
    let shuffled = rising.shuffled(using: &random)
    for order in [rising, rising.reversed(), shuffled] {
      var list = RankedList(chunkCapacity: chunk, blockCapacity: block)
      for (size, number) in order.enumerated() {
        let rank = list.insertionRank(of: Self.entry(number))
        let isNew = list.insert(Self.entry(number))
        #expect(isNew)
        #expect(list.count == size + 1)
        #expect(list.select(rank) == Self.entry(number))
        if size < 200 || size.isMultiple(of: 37) { list._checkInvariants() }
      }
      Self.expectSameRanks(list, rising)
      for (gone, number) in order.enumerated() {
        let wasThere = list.remove(Self.entry(number))
        #expect(wasThere)
        #expect(list.count == 1_999 - gone)
        #expect(list.rank(of: Self.entry(number)) == nil)
        if list.count < 200 || gone.isMultiple(of: 37) { list._checkInvariants() }
      }
    }
  }

  @Test(arguments: shapes) func `every window of a small list is the array's`(
    chunk: Int, block: Int
  ) {
    var list = RankedList(chunkCapacity: chunk, blockCapacity: block)
    let reference = (0..<60).map { Self.entry($0 * 2) }
    for entry in reference { list.insert(entry) }
    for start in 0...60 {
      for end in start...60 {
        var walked: [RankedEntry] = []
        list.forEach(in: start..<end) { walked.append($0) }
        #expect(walked == Array(reference[start..<end]))
        #expect(list.entries(in: start..<end) == walked)
      }
    }
  }

  @Test(arguments: shapes) func `random batches leave what a set would hold`(
    chunk: Int, block: Int
  ) {
    var random = SeededRandom(seed: UInt64(chunk * 31 + block))
    var list = RankedList(chunkCapacity: chunk, blockCapacity: block)
    var reference: Set<RankedEntry> = []
    for _ in 0..<400 {
      let limit = [3, 40, 400].randomElement(using: &random) ?? 3
      let batch = { (random: inout SeededRandom) in
        (0..<Int.random(in: 0..<limit, using: &random)).map { _ in
          Self.entry(Int.random(in: 0..<1_500, using: &random))
        }
      }
      let removals = batch(&random)
      let insertions = batch(&random)
      let before = reference
      reference.subtract(removals)
      let kept = reference
      reference.formUnion(insertions)
      let changed = list.apply(removing: removals, inserting: insertions)
      #expect(changed.removed == before.count - kept.count)
      #expect(changed.inserted == reference.count - kept.count)
      Self.expectSame(list, reference.sorted())
    }
  }

  @Test func `growing side by side leaves full chunks behind`() {
    let count = 10_000
    for order in [Array(0..<count), (0..<count).reversed()] {
      var list = RankedList(chunkCapacity: 16, blockCapacity: 8)
      for number in order { list.insert(Self.entry(number)) }
      #expect(list.blocks.reduce(0) { $0 + $1.chunks.count } <= count / 16 + 1)
    }
  }

  @Test func `growing at the end of each group leaves nearly full chunks behind`() {
    var list = RankedList(chunkCapacity: 16, blockCapacity: 8)
    for row in 0..<20_000 {
      list.insert(RankedEntry(key: UInt64(row * 7 % 14), row: Int64(row)))
    }
    list._checkInvariants()
    #expect(list.blocks.reduce(0) { $0 + $1.chunks.count } < 20_000 / 12)
  }
}
