/// Where bytes are not UTF-8.
public struct TextDamage: Sendable, Hashable {
  /// How many places there are.
  public private(set) var count = 0
  /// The first of them, as an offset in bytes.
  public private(set) var first: Int?

  /// Looks through all bytes: O(bytes), eight at a time where they are ASCII.
  public init(in bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ look(through: $0) }) == nil {
      Array(bytes).withUnsafeBufferPointer { look(through: $0) }
    }
  }

  private mutating func look(through bytes: Bytes) {
    var at = 0
    while at < bytes.count {
      at = Self.endOfASCII(bytes, from: at)
      guard at < bytes.count else { return }
      let length = Self.length(bytes, at: at)
      if length == 0 {
        count += 1
        first = first ?? at
      }
      at += max(length, 1)
    }
  }

  private static func endOfASCII(_ bytes: Bytes, from start: Int) -> Int {
    var at = start
    let raw = UnsafeRawBufferPointer(bytes)
    while at + 8 <= bytes.count,
      raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      at += 8
    }
    while at < bytes.count, bytes[at] < 0x80 { at += 1 }
    return at
  }

  /// The length of the well-formed sequence that begins there (Unicode, table 3-7); 0 for none.
  private static func length(_ bytes: Bytes, at start: Int) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch bytes[start] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard length > 0, start + length <= bytes.count, second.contains(bytes[start + 1]) else {
      return 0
    }
    for place in (start + 2)..<max(start + length, start + 2) where bytes[place] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}
