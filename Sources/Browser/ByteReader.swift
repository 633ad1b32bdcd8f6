/// Reads what a page wrote into memory: little-endian words and texts, never beyond the end.
struct ByteReader {
  private var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte; nothing at the end.
  mutating func byte() -> UInt8? { rest.popFirst() }

  /// The next whole number of 32 bits.
  mutating func word() -> Int? { load(Int32.self).map { Int($0) } }

  /// The next whole number of 64 bits.
  mutating func whole() -> Int64? { load(Int64.self) }

  /// The next binary64 number.
  mutating func number() -> Double? { load(UInt64.self).map { Double(bitPattern: $0) } }

  /// The next text: its length in a word, then its UTF-8 bytes.
  mutating func text() -> UnsafeRawBufferPointer? {
    guard let count = word(), count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// The next whole numbers of 32 bits, how many there are first.
  mutating func words() -> [Int32]? {
    guard let count = word(), count >= 0, count <= rest.count / 4 else { return nil }
    var words: [Int32] = []
    words.reserveCapacity(count)
    for _ in 0..<count {
      if let word = load(Int32.self) { words.append(word) }
    }
    return words
  }

  private mutating func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type
  ) -> Number? {
    let size = MemoryLayout<Number>.size
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    let bytes = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
    return Number(littleEndian: bytes.loadUnaligned(as: Number.self))
  }
}
