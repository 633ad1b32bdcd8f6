import Testing

@testable import AlmanacCore

@Suite struct `A cache that is bounded in bytes` {
  static let own = ByteBoundedCache<Int, Int>.overhead

  @Test func `lets go of what was not used for longest`() {
    var cache = ByteBoundedCache<Int, Int>(most: 3 * Self.own + 30)
    for key in 1...3 { cache.keep(key, for: key, bytes: 10) }
    #expect(cache.value(for: 1) == 1)
    cache.keep(4, for: 4, bytes: 10)
    #expect(cache.peek(2) == nil && cache.peek(1) == 1 && cache.count == 3)
    #expect(cache.bytes == cache.most)
  }

  @Test func `holds nothing that is too large, or that alone where it is told so`() {
    var strict = ByteBoundedCache<Int, Int>(most: Self.own + 10)
    strict.keep(1, for: 1, bytes: 10)
    strict.keep(2, for: 2, bytes: 11)
    #expect(strict.peek(1) == 1 && strict.peek(2) == nil)
    strict.keep(3, for: 1, bytes: .max)
    #expect(strict.count == 0 && strict.bytes == 0)
    var lenient = ByteBoundedCache<Int, Int>(most: Self.own + 10, keepsNewest: true)
    for key in 0..<9 { lenient.keep(key, for: key, bytes: 5000) }
    #expect(lenient.count == 1 && lenient.peek(8) == 8)
    lenient.keep(9, for: 9, bytes: 1)
    #expect(lenient.count == 1 && lenient.peek(9) == 9 && lenient.bytes == Self.own + 1)
  }

  /// A cache as a plain list, the newest first.
  private struct Naive {
    var entries: [(key: Int, value: Int, bytes: Int)] = []
    let most: Int

    mutating func use(_ key: Int) -> Int? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      entries.insert(entries.remove(at: place), at: 0)
      return entries[0].value
    }

    mutating func keep(_ value: Int, _ key: Int, _ bytes: Int) {
      entries.removeAll { $0.key == key }
      guard bytes <= most else { return }
      entries.insert((key, value, bytes), at: 0)
      while entries.reduce(0, { $0 + $1.bytes }) > most { entries.removeLast() }
    }
  }

  @Test(arguments: 1...20) func `is at every step what a plain list says`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let most = Self.own * Int.random(in: 1...9, using: &random)
    var (cache, naive) = (ByteBoundedCache<Int, Int>(most: most), Naive(most: most))
    for step in 0..<2000 {
      let key = Int.random(in: 0..<20, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: #expect(cache.value(for: key) == naive.use(key))
      case 4:
        cache.remove(key)
        naive.entries.removeAll { $0.key == key }
      case 5 where step % 50 == 0:
        cache.removeAll { $0 % 3 == 0 && $1 > 0 }
        naive.entries.removeAll { $0.key % 3 == 0 && $0.value > 0 }
      default:
        let bytes = Int.random(in: 0..<300, using: &random)
        cache.keep(step, for: key, bytes: bytes)
        naive.keep(step, key, bytes + Self.own)
      }
      #expect(cache.bytes == naive.entries.reduce(0) { $0 + $1.bytes } && cache.bytes <= most)
      #expect(cache.count == naive.entries.count)
      for key in 0..<20 {
        #expect(cache.peek(key) == naive.entries.first { $0.key == key }?.value)
      }
    }
  }
}
