import AlmanacCore
import Testing

@Suite struct `An order key` {
  static let integers: [Int64] = [
    .min, .min + 1, .min + 2, -4_294_967_297, -256, -2, -1, 0, 1, 2, 255, 4_294_967_296, .max - 2,
    .max - 1, .max,
  ]

  static let doubles: [Double] = [
    -.infinity, -.greatestFiniteMagnitude, -1e300, -2, -1.000_000_000_000_000_2, -1,
    -.leastNormalMagnitude, -.leastNonzeroMagnitude, -0.0, 0.0, .leastNonzeroMagnitude,
    .leastNormalMagnitude, 1, 1.000_000_000_000_000_2, 2, 1e300, .greatestFiniteMagnitude,
    .infinity,
  ]

  static let texts: [[UInt8]] = [
    [], [0], [0, 0], [0, 1], [1], [97], [97, 0], [97, 98], [98], Array("abcdefg".utf8),
    Array("abcdefgh".utf8), Array("abcdefgh".utf8) + [0], Array("abcdefghi".utf8),
    Array("abcdefgi".utf8), [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1], [255],
    Array(repeating: 255, count: 7) + [254], Array(repeating: 255, count: 8),
    Array(repeating: 255, count: 9),
  ]

  @Test func `orders integers as they are, but for the last two`() {
    for left in Self.integers {
      for right in Self.integers {
        let up = OrderKey.of(left) < OrderKey.of(right)
        let down = OrderKey.of(left, descending: true) < OrderKey.of(right, descending: true)
        #expect(up == (left < right && !(left == .max - 1 && right == .max)))
        #expect(down == (left > right && !(left == .min + 1 && right == .min)))
      }
    }
  }

  @Test func `orders floating-point numbers as they are`() {
    for left in Self.doubles {
      for right in Self.doubles {
        #expect((OrderKey.of(left) < OrderKey.of(right)) == (left < right))
        #expect((OrderKey.of(left) == OrderKey.of(right)) == (left == right))
        let down = (
          OrderKey.of(left, descending: true), OrderKey.of(right, descending: true)
        )
        #expect((down.0 < down.1) == (left > right))
        #expect((down.0 == down.1) == (left == right))
      }
    }
  }

  @Test func `orders random numbers as they are`() {
    var random = SeededRandom(seed: 9)
    for _ in 0..<10_000 {
      let integers = (Int64(bitPattern: random.next()), Int64(bitPattern: random.next()))
      #expect((OrderKey.of(integers.0) < OrderKey.of(integers.1)) == (integers.0 < integers.1))
      let doubles = (Double(bitPattern: random.next()), Double(bitPattern: random.next()))
      if doubles.0.isNaN || doubles.1.isNaN { continue }
      #expect((OrderKey.of(doubles.0) < OrderKey.of(doubles.1)) == (doubles.0 < doubles.1))
    }
  }

  @Test(arguments: [false, true]) func `puts absent values last in both directions`(
    descending: Bool
  ) {
    let absent = [
      OrderKey.of(Int64?.none, descending: descending),
      OrderKey.of(Double?.none, descending: descending),
      OrderKey.of(Double.nan, descending: descending),
      OrderKey.of(-Double.nan, descending: descending),
      OrderKey.of(Double.signalingNaN, descending: descending),
      OrderKey.of(Bool?.none, descending: descending),
      OrderKey.of([UInt8]?.none, descending: descending).key,
    ]
    #expect(absent == Array(repeating: OrderKey.absent, count: absent.count))
    let present =
      Self.integers.map { OrderKey.of($0, descending: descending) }
      + Self.doubles.map { OrderKey.of($0, descending: descending) }
      + Self.texts.map { OrderKey.of($0, descending: descending).key }
    for key in present { #expect(key <= OrderKey.lastPresent) }
    #expect(OrderKey.lastPresent < OrderKey.absent)
  }

  @Test func `puts false before true`() {
    #expect(OrderKey.of(false) < OrderKey.of(true))
    #expect(OrderKey.of(true, descending: true) < OrderKey.of(false, descending: true))
  }

  @Test(arguments: [false, true]) func `orders texts, or says that ties need the full key`(
    descending: Bool
  ) {
    for left in Self.texts {
      for right in Self.texts {
        let keys = (
          OrderKey.of(left, descending: descending), OrderKey.of(right, descending: descending)
        )
        let isBefore =
          descending
          ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
        if keys.0.key == keys.1.key {
          #expect(left == right || keys.0.tiesNeedFullKey || keys.1.tiesNeedFullKey)
        } else {
          #expect((keys.0.key < keys.1.key) == isBefore)
        }
      }
    }
  }

  @Test func `says it all for short texts`() {
    #expect(!OrderKey.of(Array("lodz".utf8)).tiesNeedFullKey)
    #expect(!OrderKey.of(Array("warszawa".utf8), descending: true).tiesNeedFullKey)
    #expect(OrderKey.of(Array("warszawa ".utf8)).tiesNeedFullKey)
  }
}
