/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The dice of one case among those of a seed.
  init(seed: UInt64, index: Int) {
    self.init(seed: seed)
    state = next() ^ (UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 up to but without the given one.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }

  /// Whether one of so many cases is met.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of some things; the fallback where there is none.
  mutating func pick(_ all: [String]) -> String { all.isEmpty ? "" : all[below(all.count)] }
}
