/// A set of small numbers, one bit each.
struct SearchBits: Sendable, Equatable {
  private(set) var words: ContiguousArray<UInt64>

  /// An empty set of numbers below `bound`.
  init(below bound: Int) {
    words = ContiguousArray(repeating: 0, count: (bound + 63) / 64)
  }

  /// The set of all numbers below `bound`.
  init(allBelow bound: Int) {
    self.init(below: bound)
    for number in 0..<bound { insert(number) }
  }

  /// How many numbers there are. O(bound / 64)
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether there are none. O(bound / 64)
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ number: Int) -> Bool { words[number >> 6] & bit(number) != 0 }

  mutating func insert(_ number: Int) { words[number >> 6] |= bit(number) }

  mutating func remove(_ number: Int) { words[number >> 6] &= ~bit(number) }

  private func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }

  mutating func insert(_ numbers: Span<UInt32>) {
    var words = words.mutableSpan
    for index in numbers.indices {
      let number = Int(numbers[index])
      words[number >> 6] |= 1 << UInt64(number & 63)
    }
  }

  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  mutating func formIntersection(_ other: SearchBits) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: SearchBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Keeps what is in one set and not in another; returns how many are kept.
  mutating func keep(in kept: SearchBits, butNotIn dropped: SearchBits) -> Int {
    var count = 0
    for index in words.indices {
      words[index] &= kept.words[index] & ~dropped.words[index]
      count += words[index].nonzeroBitCount
    }
    return count
  }
}

/// Goes through the numbers of a set in ascending order.
struct SearchBitsIterator: IteratorProtocol {
  private let words: ContiguousArray<UInt64>
  private var index = 0
  private var rest: UInt64

  init(_ bits: SearchBits) {
    words = bits.words
    rest = words.first ?? 0
  }

  mutating func next() -> Int? {
    while rest == 0 {
      index += 1
      guard index < words.count else { return nil }
      rest = words[index]
    }
    defer { rest &= rest - 1 }
    return index << 6 | rest.trailingZeroBitCount
  }

  /// Passes over so many numbers. O(bound / 64)
  mutating func skip(_ count: Int) {
    var left = count
    while index < words.count, rest.nonzeroBitCount <= left {
      left -= rest.nonzeroBitCount
      index += 1
      rest = index < words.count ? words[index] : 0
    }
    for _ in 0..<left where rest != 0 { rest &= rest - 1 }
  }
}
