/// A set of whole numbers that only grows: open addressing over blocks of 64 neighbours.
///
/// Made for keys that mostly come in a row, and asked once for each record: neighbours share a block, so
/// they are found in memory that is near. The order of blocks depends on a seed, so that nobody can
/// choose numbers that collide. Insertion is O(1) on average.
struct IntegerSet: Sendable {
  /// 64 numbers in a row, a bit for each; a block without bits is free.
  private struct Block {
    var index: Int64 = 0
    var bits: UInt64 = 0
  }

  private var blocks: [Block] = []
  private var used = 0
  private let seed: UInt64
  /// How many numbers are in it.
  private(set) var count = 0

  /// An empty set.
  init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
  }

  /// Whether a number is in it.
  func contains(_ number: Int64) -> Bool {
    !blocks.isEmpty && blocks[place(of: number >> 6)].bits & Self.bit(number) != 0
  }

  /// Adds a number, and says whether it is new.
  @inline(__always)
  mutating func insert(_ number: Int64) -> Bool {
    if used &* 2 >= blocks.count { grow() }
    let place = place(of: number >> 6)
    let bits = blocks[place].bits
    guard bits & Self.bit(number) == 0 else { return false }
    used &+= bits == 0 ? 1 : 0
    blocks[place] = Block(index: number >> 6, bits: bits | Self.bit(number))
    count &+= 1
    return true
  }

  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(number & 63) }

  private mutating func grow() {
    let old = blocks
    blocks = Array(repeating: Block(), count: max(64, old.count * 2))
    for block in old where block.bits != 0 { blocks[place(of: block.index)] = block }
  }

  /// The place of a block, or the free place where it would go (mixing as in MurmurHash3).
  @inline(__always)
  private func place(of index: Int64) -> Int {
    var bits = UInt64(bitPattern: index) ^ seed
    bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ (bits >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    let mask = blocks.count &- 1
    var place = Int(truncatingIfNeeded: bits ^ (bits >> 33)) & mask
    while blocks[place].bits != 0, blocks[place].index != index { place = (place &+ 1) & mask }
    return place
  }
}
