import Foundation

/// The kind and the size of a picture, read from its bytes without decoding its pixels.
struct PictureHead: Hashable {
  let kind: PictureKind
  let width: Int?
  let height: Int?

  /// The longest side in pixels.
  static let mostPixelsASide = 8192
  /// The largest area in pixels: decoded, 4 bytes each, it takes 160 MB of a browser's memory.
  static let mostPixels = 40_000_000
  /// The largest file in bytes.
  static let mostBytes = 5 << 20

  /// Reads the head, and proves that the file is whole as far as its structure tells.
  init(_ bytes: [UInt8]) throws(PictureRefusal) {
    guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(Self.mostBytes) }
    let kind = try Self.kind(of: bytes)
    let size: (width: Int, height: Int)?
    switch kind {
    case .png: size = Self.png(bytes)
    case .jpeg: size = Self.jpeg(bytes)
    case .gif: size = Self.gif(bytes)
    case .webp: size = Self.webp(bytes)
    case .svg:
      let drawing = try SVGCheck.run(bytes)
      self.init(kind: kind, width: drawing.width, height: drawing.height)
      return
    }
    guard let size, size.width > 0, size.height > 0 else { throw .broken(kind) }
    guard size.width <= Self.mostPixelsASide, size.height <= Self.mostPixelsASide,
      size.width * size.height <= Self.mostPixels
    else { throw .tooManyPixels(width: size.width, height: size.height) }
    self.init(kind: kind, width: size.width, height: size.height)
  }

  private init(kind: PictureKind, width: Int?, height: Int?) {
    self.kind = kind
    self.width = width
    self.height = height
  }

  private static func kind(of bytes: [UInt8]) throws(PictureRefusal) -> PictureKind {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      return .gif
    }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return .webp
    }
    guard SVGCheck.isLikely(bytes) else { throw .unknownKind }
    return .svg
  }
}

extension PictureHead {
  /// Walks the chunks from IHDR to IEND (PNG, third edition, 5.3).
  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8), big(bytes, 8, 4) == 13
    else { return nil }
    var place = 8
    var hasPixels = false
    while place + 12 <= bytes.count {
      let name = bytes[place + 4..<place + 8]
      if name.elementsEqual("IDAT".utf8) { hasPixels = true }
      if name.elementsEqual("IEND".utf8) {
        return hasPixels ? (big(bytes, 16, 4), big(bytes, 20, 4)) : nil
      }
      place += 12 + big(bytes, place, 4)
    }
    return nil
  }

  /// Walks the segments to the frame's header and the first scan, and looks for the end of the
  /// image behind it (T.81, annex B).
  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    var place = 2
    var size: (Int, Int)?
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = big(bytes, place + 2, 2)
      if marker == 0xDA { return hasEnd(bytes, after: place + 2 + length) ? size : nil }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame, length >= 8, place + 9 <= bytes.count {
        size = (big(bytes, place + 7, 2), big(bytes, place + 5, 2))
      }
      place += 2 + max(length, 2)
    }
    return nil
  }

  private static func hasEnd(_ bytes: [UInt8], after start: Int) -> Bool {
    var place = bytes.count - 2
    while place >= start {
      if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
      place -= 1
    }
    return false
  }

  private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 14 else { return nil }
    return (little(bytes, 6, 2), little(bytes, 8, 2))
  }

  /// One of three chunks comes first and holds the size (RFC 9649, section 2).
  private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30, little(bytes, 4, 4) + 8 <= bytes.count + 1 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X": return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
    case "VP8 ":
      guard bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
      return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
    case "VP8L":
      guard bytes[20] == 0x2F else { return nil }
      let bits = little(bytes, 21, 4)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    default: return nil
    }
  }

  private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
