import Testing

@testable import AlmanacCore

/// What a ranked list is expected to do, done to a plain sorted array.
private struct Reference {
  var entries: [RankedEntry] = []

  mutating func insert(_ entry: RankedEntry) -> Bool {
    if entries.contains(entry) { return false }
    entries.append(entry)
    entries.sort()
    return true
  }

  mutating func remove(_ entry: RankedEntry) -> Bool {
    guard let index = entries.firstIndex(of: entry) else { return false }
    entries.remove(at: index)
    return true
  }
}

@Suite struct `A ranked list whose entries are replaced` {
  /// The sizes of chunks and blocks to try.
  static let shapes = [(2, 2), (3, 2), (3, 4), (8, 3)]

  private static func list(_ numbers: some Sequence<Int>, _ shape: (Int, Int)) -> RankedList {
    var list = RankedList(chunkCapacity: shape.0, blockCapacity: shape.1)
    list.fill(with: ContiguousArray(numbers.map(entry)))
    return list
  }

  private static func entry(_ number: Int) -> RankedEntry {
    RankedEntry(key: UInt64(number / 3), row: Int64(number % 3))
  }

  @Test(arguments: shapes) func `holds what removing and inserting leave, for every pair`(
    chunk: Int, block: Int
  ) {
    for size in 0...40 {
      let original = Self.list((0..<size).map { $0 * 2 + 1 }, (chunk, block))
      for old in 0...(size * 2) {
        for new in 0...(size * 2) where abs(old - new) < 12 || (old + new).isMultiple(of: 7) {
          var (replaced, other) = (original, original)
          let wasThere = replaced.replace(Self.entry(old), with: Self.entry(new))
          let wasRemoved = other.remove(Self.entry(old))
          other.insert(Self.entry(new))
          #expect(wasThere == wasRemoved && replaced == other, "\(size): \(old) by \(new)")
          replaced._checkInvariants()
        }
      }
    }
  }

  @Test(arguments: shapes) func `of every small size stays a sorted array, whatever the past`(
    chunk: Int, block: Int
  ) {
    for size in 0...40 {
      for (pattern, numbers) in Self.patterns(size).enumerated() {
        var random = SeededRandom(seed: UInt64(size * 10 + pattern))
        var list = RankedList(chunkCapacity: chunk, blockCapacity: block)
        var reference = Reference()
        for number in numbers { Self.insert(Self.entry(number), &list, &reference) }
        for number in numbers {
          let new = number + Int.random(in: -4...4, using: &random)
          Self.replace(Self.entry(number), Self.entry(max(new, 0)), &list, &reference)
        }
        for number in numbers { Self.remove(Self.entry(number), &list, &reference) }
      }
    }
  }

  /// Numbers that rise, fall, come in no order, and repeat.
  private static func patterns(_ size: Int) -> [[Int]] {
    var random = SeededRandom(seed: UInt64(size))
    let rising = Array(0..<size)
    return [
      rising, rising.reversed(), rising.shuffled(using: &random),
      rising.map { $0 * 7 % max(size / 3, 1) }, Array(repeating: 5, count: size),
      rising.map { $0.isMultiple(of: 2) ? $0 : 2 * size - $0 },
    ]
  }

  private static func insert(
    _ entry: RankedEntry, _ list: inout RankedList, _ reference: inout Reference
  ) {
    let isNew = list.insert(entry)
    #expect(isNew == reference.insert(entry))
    expectSame(list, reference)
  }

  private static func remove(
    _ entry: RankedEntry, _ list: inout RankedList, _ reference: inout Reference
  ) {
    let wasThere = list.remove(entry)
    #expect(wasThere == reference.remove(entry))
    expectSame(list, reference)
  }

  private static func replace(
    _ old: RankedEntry, _ new: RankedEntry, _ list: inout RankedList,
    _ reference: inout Reference
  ) {
    let wasThere = list.replace(old, with: new)
    #expect(wasThere == reference.remove(old))
    _ = reference.insert(new)
    expectSame(list, reference)
  }

  private static func expectSame(_ list: RankedList, _ reference: Reference) {
    list._checkInvariants()
    #expect(list.entries(in: 0..<list.count) == reference.entries)
    for (rank, entry) in reference.entries.enumerated() {
      #expect(list.select(rank) == entry && list.rank(of: entry) == rank)
    }
  }

  @Test func `leaves a copy as it was`() {
    var list = Self.list(0..<100, (8, 3))
    let copy = list
    for number in 0..<100 { list.replace(Self.entry(number), with: Self.entry(number + 1000)) }
    #expect(copy.entries(in: 0..<100) == (0..<100).map(Self.entry))
    #expect(list.entries(in: 0..<100) == (1000..<1100).map(Self.entry))
  }

  @Test func `moves far and near among many`() {
    var random = SeededRandom(seed: 4)
    var keys = (0..<3_000).map { _ in UInt64.random(in: 0..<9_000, using: &random) }
    var list = RankedList(chunkCapacity: 16, blockCapacity: 8)
    for (row, key) in keys.enumerated() { list.insert(RankedEntry(key: key, row: Int64(row))) }
    for step in 0..<20_000 {
      let row = Int.random(in: 0..<3_000, using: &random)
      let old = RankedEntry(key: keys[row], row: Int64(row))
      let isNear = !step.isMultiple(of: 3)
      keys[row] =
        isNear
        ? keys[row] &+ UInt64.random(in: 0..<5, using: &random)
        : UInt64.random(in: 0..<9_000, using: &random)
      let wasThere = list.replace(old, with: RankedEntry(key: keys[row], row: Int64(row)))
      #expect(wasThere)
    }
    list._checkInvariants()
    let expected = keys.enumerated().map { RankedEntry(key: $1, row: Int64($0)) }.sorted()
    #expect(list.entries(in: 0..<3_000) == expected)
  }
}
