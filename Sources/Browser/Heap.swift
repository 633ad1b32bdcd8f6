/// Memory in blocks, for a program that has nobody below it to ask.
///
/// Sizes are rounded up to classes, four to each doubling; what is given back waits in a list of its
/// class for the next of that size. Blocks are never split or joined, so that every call is O(1), and
/// tables of like size that come and go need no new memory.
///
/// The state lies in memory itself: a list for each class, then the memory that was never used.
struct Heap {
  private let heads: UnsafeMutablePointer<UInt>

  /// How many bytes the state has.
  static let stateSize = (classes + 2) * MemoryLayout<UInt>.size
  /// Up to 2³¹ bytes.
  private static let classes = 108
  /// Every block is aligned to this.
  static let alignment = 16
  /// What stands before a block: its class, and how far before it the header is.
  private static let header = 8

  /// Takes over memory that is all zeros, or was a heap's state before.
  init(at state: UnsafeMutableRawPointer) {
    heads = state.assumingMemoryBound(to: UInt.self)
  }

  /// A block of at least so many bytes; nothing where there is no more memory.
  ///
  /// - Parameter grow: Gives the address of so many bytes more, aligned; nothing where it cannot.
  func allocate(_ size: Int, aligned alignment: Int = 16, grow: (Int) -> UInt?) -> UInt? {
    let extra = alignment > Self.alignment ? alignment : 0
    guard size >= 0, size < 1 << 30, extra < 1 << 29,
      let block = block(Self.sizeClass(of: size + extra + Self.header), grow)
    else { return nil }
    guard extra > 0 else { return block }
    let mask = UInt(alignment - 1)
    let aligned = (block + mask) & ~mask
    if aligned > block { Self.write(Self.moved, aligned - block, before: aligned) }
    return aligned
  }

  /// Gives a block back.
  func free(_ block: UInt) {
    let (kind, distance) = Self.read(before: block)
    if kind == Self.moved { return free(block - distance) }
    Self.set(heads[Int(kind)], at: block)
    heads[Int(kind)] = block
  }

  /// Marks a header that only leads to the block's own.
  private static let moved = UInt(classes)

  private func block(_ sizeClass: Int, _ grow: (Int) -> UInt?) -> UInt? {
    let free = heads[sizeClass]
    if free != 0 {
      heads[sizeClass] = Self.word(at: free)
      return free
    }
    let size = UInt(Self.size(of: sizeClass))
    if heads[Self.classes + 1] - heads[Self.classes] < size + UInt(Self.alignment) {
      guard extend(by: size + UInt(Self.alignment), grow) else { return nil }
    }
    let block = heads[Self.classes] + UInt(Self.alignment)
    heads[Self.classes] += size
    Self.write(UInt(sizeClass), 0, before: block)
    return block
  }

  /// Gets memory for a block; what was left of the old is gone where the new does not follow it.
  private func extend(by size: UInt, _ grow: (Int) -> UInt?) -> Bool {
    let least: UInt = 1 << 18
    let wanted = max(size, least)
    guard let start = grow(Int(wanted)) else { return false }
    if start != heads[Self.classes + 1] { heads[Self.classes] = start }
    heads[Self.classes + 1] = start + wanted
    return true
  }

  // MARK: Classes

  /// The smallest class whose blocks have so many bytes, the header among them.
  static func sizeClass(of size: Int) -> Int {
    if size <= 128 { return (max(size, 1) - 1) / 16 }
    let bits = Int.bitWidth - 1 - (size - 1).leadingZeroBitCount  // 2^bits < size <= 2^(bits + 1)
    let quarter = (size - 1) >> (bits - 2) & 3
    return 8 + (bits - 7) * 4 + quarter
  }

  /// How many bytes the blocks of a class have, the header among them.
  static func size(of sizeClass: Int) -> Int {
    if sizeClass < 8 { return (sizeClass + 1) * 16 }
    let (bits, quarter) = ((sizeClass - 8) / 4 + 7, (sizeClass - 8) % 4)
    return (5 + quarter) << (bits - 2)
  }

  // MARK: Words in memory

  private static func write(_ kind: UInt, _ distance: UInt, before block: UInt) {
    let header = pointer(block - UInt(header))
    header.storeBytes(of: UInt32(kind), as: UInt32.self)
    header.storeBytes(of: UInt32(distance), toByteOffset: 4, as: UInt32.self)
  }

  private static func read(before block: UInt) -> (kind: UInt, distance: UInt) {
    let header = pointer(block - UInt(header))
    return (
      UInt(header.load(as: UInt32.self)), UInt(header.load(fromByteOffset: 4, as: UInt32.self))
    )
  }

  private static func word(at address: UInt) -> UInt { pointer(address).load(as: UInt.self) }

  private static func set(_ word: UInt, at address: UInt) {
    pointer(address).storeBytes(of: word, as: UInt.self)
  }

  private static func pointer(_ address: UInt) -> UnsafeMutableRawPointer {
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else {
      // Only a bug of the heap itself leads here: its blocks begin behind its own header.
      preconditionFailure("No block lies at zero.")
    }
    return pointer
  }
}
