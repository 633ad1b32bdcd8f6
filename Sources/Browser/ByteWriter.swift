/// Writes what a page reads from memory: little-endian words and texts.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a whole number of 32 bits.
  mutating func append(word: Int) { append(Int32(truncatingIfNeeded: word)) }

  /// Appends whole numbers of 32 bits, how many there are first.
  mutating func append(words: [Int32]) {
    append(word: words.count)
    bytes.reserveCapacity(bytes.count + words.count * 4)
    for word in words { append(word) }
  }

  /// Appends a binary64 number.
  mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Appends a text: its length in a word, then its UTF-8 bytes.
  mutating func append(text: some Collection<UInt8>) {
    append(word: text.count)
    bytes.append(contentsOf: text)
  }

  private mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
