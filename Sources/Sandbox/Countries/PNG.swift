/// A small picture of few colours, written as PNG without compression (PNG, third edition; RFC 1950).
struct PNG: Sendable {
  /// Red, green and blue, 0 to 255 each.
  struct Color: Sendable, Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }

  let width: Int
  let height: Int
  /// At most four colours.
  let palette: [Color]
  /// The place in the palette of the pixel at (x, y).
  let color: @Sendable (Int, Int) -> Int

  /// The file.
  var bytes: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [2, 3, 0, 0, 0])
      + chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
      + chunk("IDAT", Self.stored(scanlines))
      + chunk("IEND", [])
  }

  /// Each row: no filter, then four pixels of two bits in a byte, the first in the highest.
  private var scanlines: [UInt8] {
    (0..<height).flatMap { y in
      [0]
        + stride(from: 0, to: width, by: 4).map { x in
          (x..<x + 4).reduce(UInt8(0)) { byte, x in
            byte << 2 | (x < width ? UInt8(truncatingIfNeeded: color(x, y) & 3) : 0)
          }
        }
    }
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return Self.bigEndian(data.count) + named + Self.bigEndian(Int(CRC32.of(named)))
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let block = data[start..<min(start + 65_535, data.count)]
      stream.append(block.endIndex == data.count ? 1 : 0)
      stream += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
    }
    return stream + bigEndian(Int(Adler32.of(data)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func littleEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
