/// UTF-8 text in the making, without spaces at the ends or side by side.
struct SpacedText {
  static let space: UInt32 = 0x20

  private(set) var bytes: [UInt8] = []
  private var owesSpace = false

  init(expecting count: Int) {
    bytes.reserveCapacity(count)
  }

  mutating func append(_ scalar: UInt32) {
    if scalar == Self.space {
      owesSpace = !bytes.isEmpty
      return
    }
    settle()
    bytes.append(scalar)
  }

  /// Adds a letter of two bytes that is not UTF-8.
  mutating func append(_ first: UInt8, _ second: UInt8) {
    settle()
    bytes.append(first)
    bytes.append(second)
  }

  /// Adds a byte to the last letter, which no space follows.
  mutating func append(mark: UInt8) {
    bytes.append(mark)
  }

  /// Puts two bytes in the place of the last, which is a letter that no space follows.
  mutating func replaceLast(with first: UInt8, _ second: UInt8) {
    bytes[bytes.count - 1] = first
    bytes.append(second)
  }

  private mutating func settle() {
    guard owesSpace else { return }
    bytes.append(UInt8(0x20))
    owesSpace = false
  }
}
