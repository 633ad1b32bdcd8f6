/// A small generator of repeatable random numbers, for data that must come out the same every time.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014). Any seed
/// is a good one. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The generator that a seed stands for.
  public init(seed: UInt64) {
    state = seed
  }

  /// The generator of one packet of one stream.
  init(_ seed: UInt64, packet: Int) {
    var mixer = SplitMix64(seed: seed)
    state = mixer.next() ^ (UInt64(truncatingIfNeeded: packet) &* 0xD134_2543_DE82_EF95)
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number in 0..<bound, where `bound` is at least 1.
  ///
  /// Lemire's multiplication, whose bias is below bound / 2^64.
  public mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
