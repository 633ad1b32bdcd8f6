/// Outlines as the data of an SVG path, in tenths of the sheet's units, cut to what is near the view.
struct OutlinePath {
  let view: MapView
  /// How far beyond the sheet is drawn, since wide screens show more than the sheet.
  let margin: Double
  /// Steps shorter than this many tenths are left out.
  var shortest = 8
  private(set) var bytes: [UInt8] = []

  init(view: MapView) {
    self.view = view
    margin = view.height < 400 ? 200 : 280
  }

  /// The path's data.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds rings, each closed, in every copy of the world that is seen.
  mutating func add(rings: [Outline]) {
    let window = view.window(margin: margin)
    for ring in rings {
      for turn in turns(of: ring, window) {
        var points = ring.points.map { MapPosition(x: $0.x + turn, y: $0.y) }
        if ring.winds { points = Self.closedAtPole(points) }
        let isWhole = !ring.winds && window.holds(ring.bounds, turn)
        let seen = isWhole ? points : window.cut(points)
        if seen.count > 2 { add(seen, isRing: true) }
      }
    }
  }

  /// Adds open lines, those parts that are seen.
  mutating func add(lines: [Outline]) {
    let window = view.window(margin: margin)
    for line in lines {
      for turn in turns(of: line, window) {
        let points = line.points.map { MapPosition(x: $0.x + turn, y: $0.y) }
        for part in window.parts(of: points) { add(part, isRing: false) }
      }
    }
  }

  /// Adds open lines as they are, whole.
  mutating func add(parts: [[MapPosition]]) {
    for part in parts { add(part, isRing: false) }
  }

  /// By how many degrees an outline is to be shifted to be seen; several times where the world repeats.
  private func turns(of outline: Outline, _ window: MapWindow) -> [Double] {
    guard outline.bounds.north >= window.south, outline.bounds.south <= window.north else {
      return []
    }
    if outline.winds { return [0] }
    return [-720, -360, 0, 360].filter {
      outline.bounds.east + $0 >= window.west && outline.bounds.west + $0 <= window.east
    }
  }

  /// What winds around the Earth, drawn over three turns and closed below the sheet.
  static func closedAtPole(_ points: [MapPosition]) -> [MapPosition] {
    let isEastward = (points.last?.x ?? 0) > (points.first?.x ?? 0)
    let east = isEastward ? points : points.reversed()
    let line = [-720.0, -360, 0, 360].flatMap { turn in
      east.map { MapPosition(x: $0.x + turn, y: $0.y) }
    }
    let below = -2 * MapPosition.pole
    return line + [MapPosition(x: 720, y: below), MapPosition(x: -720, y: below)]
  }

  private mutating func add(_ points: [MapPosition], isRing: Bool) {
    var last: (x: Int, y: Int)?
    for (index, point) in points.enumerated() {
      let place = view.place(point)
      let (x, y) = (Int((place.x * 10).rounded()), Int((place.y * 10).rounded()))
      guard let from = last else {
        add("M", x, y)
        last = (x, y)
        continue
      }
      let isShort = max((x - from.x).magnitude, (y - from.y).magnitude) < shortest
      if isShort, isRing || index < points.count - 1 { continue }
      add("l", x - from.x, y - from.y)
      last = (x, y)
    }
    if isRing { bytes.append(UInt8(ascii: "z")) }
  }

  private mutating func add(_ command: Unicode.Scalar, _ x: Int, _ y: Int) {
    bytes.append(UInt8(ascii: command))
    bytes += Array(String(x).utf8)
    if y >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes += Array(String(y).utf8)
  }
}

extension MapWindow {
  /// Whether a rectangle that is shifted by a turn lies inside.
  func holds(_ other: MapWindow, _ turn: Double) -> Bool {
    other.west + turn >= west && other.east + turn <= east && other.south >= south
      && other.north <= north
  }

  /// A ring cut to this rectangle (Sutherland and Hodgman).
  func cut(_ ring: [MapPosition]) -> [MapPosition] {
    var points = ring
    points = Self.cut(points, { $0.x - west }, { MapPosition(x: west, y: $1) })
    points = Self.cut(points, { east - $0.x }, { MapPosition(x: east, y: $1) })
    points = Self.cut(points, { $0.y - south }, { x, _ in MapPosition(x: x, y: south) })
    return Self.cut(points, { north - $0.y }, { x, _ in MapPosition(x: x, y: north) })
  }

  /// A ring cut at one edge.
  private static func cut(
    _ ring: [MapPosition], _ inside: (MapPosition) -> Double,
    _ onEdge: (_ x: Double, _ y: Double) -> MapPosition
  ) -> [MapPosition] {
    guard var last = ring.last else { return [] }
    var kept: [MapPosition] = []
    for point in ring {
      let (before, now) = (inside(last), inside(point))
      if (before < 0) != (now < 0) {
        let share = before / (before - now)
        kept.append(
          onEdge(last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share))
      }
      if now >= 0 { kept.append(point) }
      last = point
    }
    return kept
  }

  /// The parts of a line whose steps may be seen.
  func parts(of line: [MapPosition]) -> [[MapPosition]] {
    var parts: [[MapPosition]] = []
    var part: [MapPosition] = []
    for (from, to) in zip(line, line.dropFirst()) {
      let isSeen =
        max(from.x, to.x) >= west && min(from.x, to.x) <= east
        && max(from.y, to.y) >= south && min(from.y, to.y) <= north
      if isSeen {
        if part.isEmpty { part.append(from) }
        part.append(to)
      } else if !part.isEmpty {
        parts.append(part)
        part = []
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }
}
