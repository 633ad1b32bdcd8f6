import Foundation

/// Land and borders of the world at one scale, from Natural Earth.
struct Outlines: Sendable {
  /// The rings of land; the inside is land by the even-odd rule.
  let land: [Outline]
  /// The lines between countries.
  let borders: [Outline]
}

/// One line of a map, with the rectangle around it.
struct Outline: Sendable {
  let points: [MapPosition]
  let bounds: MapWindow
  /// Whether it winds around the whole Earth, with its inside to the south: Antarctica.
  let winds: Bool
}

/// Why a file of outlines cannot be read.
struct OutlineProblem: Error, CustomStringConvertible {
  let description = "The file of outlines ends early or holds what it should not."
}

extension Outlines {
  /// Reads a file that `Scripts/make-outlines.py` wrote; that script describes the format.
  init(_ bytes: [UInt8]) throws(OutlineProblem) {
    var reader = OutlineReader(bytes: bytes)
    let units = try reader.number()
    guard units > 0 else { throw OutlineProblem() }
    reader.unit = 1 / Double(units)
    land = try reader.group(areRings: true)
    borders = try reader.group(areRings: false)
    guard reader.position == bytes.count else { throw OutlineProblem() }
  }
}

/// Reads the numbers of a file of outlines.
private struct OutlineReader {
  let bytes: [UInt8]
  var position = 0
  var unit = 1.0

  /// A LEB128 number of at most 28 bits.
  mutating func number() throws(OutlineProblem) -> Int {
    var (number, shift) = (0, 0)
    while position < bytes.count, shift < 28 {
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw OutlineProblem()
  }

  private mutating func step() throws(OutlineProblem) -> Int {
    let number = try number()
    return number & 1 == 0 ? number / 2 : -(number + 1) / 2
  }

  mutating func group(areRings: Bool) throws(OutlineProblem) -> [Outline] {
    var (x, y) = (0, 0)
    var outlines: [Outline] = []
    for _ in 0..<(try number()) {
      var points: [MapPosition] = []
      for _ in 0..<(try number()) {
        x += try step()
        y += try step()
        points.append(MapPosition(latitude: Double(y) * unit, longitude: Double(x) * unit))
      }
      guard let outline = Outline(points, isRing: areRings) else { throw OutlineProblem() }
      outlines.append(outline)
    }
    return outlines
  }
}

extension Outline {
  /// A line with at least one point.
  init?(_ points: [MapPosition], isRing: Bool) {
    guard let first = points.first, let last = points.last else { return nil }
    var bounds = MapWindow(west: first.x, east: first.x, south: first.y, north: first.y)
    for point in points {
      bounds.west = min(bounds.west, point.x)
      bounds.east = max(bounds.east, point.x)
      bounds.south = min(bounds.south, point.y)
      bounds.north = max(bounds.north, point.y)
    }
    self.bounds = bounds
    winds = isRing && (last.x - first.x).magnitude > 180
    self.points = points
  }
}
