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
    if owesSpace {
      bytes.append(UInt8(0x20))
      owesSpace = false
    }
    bytes.append(scalar)
  }
}
