import AlmanacDeclarations
import Foundation

/// Draws a map as SVG: water, land, borders, a line, and the marks of places.
struct MapDrawing {
  let places: [MapFigure.Place]
  let line: [Point]
  let outlines: WorldOutlines
  let words: Catalogue
  let label: String
  let view: MapView

  /// The drawing.
  var svg: String {
    var markup = ground(label: label)
    if line.count > 1 { write(way, "way", into: &markup) }
    for place in places { write(place, into: &markup) }
    markup.raw("</svg>")
    return markup.text
  }

  /// Water, graticule, land and borders, with the drawing left open.
  func ground(label: String) -> Markup {
    let scale = outlines.suiting(view)
    var land = OutlinePath(view: view)
    land.add(rings: scale.land)
    var borders = OutlinePath(view: view)
    borders.add(lines: scale.borders)
    var graticule = OutlinePath(view: view)
    graticule.add(parts: Graticule.lines(for: view))
    var markup = Markup()
    markup.raw("<svg class=\"drawing\" viewBox=\"0 0 ")
    markup.add("\(Int(view.width)) \(Int(view.height))")
    markup.raw("\" role=\"group\" aria-label=\"")
    markup.add(label)
    markup.raw("\">")
    write(land.text, "land", into: &markup)
    write(graticule.text, "graticule", into: &markup)
    write(borders.text, "borders", into: &markup)
    return markup
  }

  private func write(_ data: String, _ name: StaticString, into markup: inout Markup) {
    guard !data.isEmpty else { return }
    markup.raw("<path class=\"")
    markup.raw(name)
    markup.raw("\" transform=\"scale(.1)\" d=\"")
    markup.add(data)
    markup.raw("\"/>")
  }

  /// The line, unrolled so that it runs on over 180°, in every copy that is seen.
  private var way: String {
    var path = OutlinePath(view: view)
    path.shortest = 2
    guard let outline = Outline(MapLine.unrolled(line), isRing: false) else { return "" }
    path.add(lines: [outline])
    return path.text
  }

  private func write(_ place: MapFigure.Place, into markup: inout Markup) {
    MapMark(title: place.label, href: place.href).write(at: spot(place.point), into: &markup)
  }

  private func spot(_ point: Point) -> (x: Double, y: Double) {
    var position = MapPosition(point)
    position.x = view.nearest(position.x)
    return view.place(position)
  }
}

/// The mark of one place.
struct MapMark {
  let title: String
  let href: String?

  /// Writes it at a spot of the sheet.
  func write(at spot: (x: Double, y: Double), into markup: inout Markup) {
    if let href {
      markup.raw("<a class=\"place\" href=\"")
      markup.add(href)
      markup.raw("\">")
    } else {
      markup.raw("<g class=\"place\">")
    }
    markup.raw("<title>")
    markup.add(title)
    markup.raw("</title>")
    Self.writeCircle(spot, radius: 5.5, into: &markup)
    if href == nil { markup.raw("</g>") } else { markup.raw("</a>") }
  }

  /// Writes a disc.
  static func writeCircle(
    _ spot: (x: Double, y: Double), radius: Double, into markup: inout Markup
  ) {
    markup.raw("<circle cx=\"")
    markup.add(tenths(spot.x))
    markup.raw("\" cy=\"")
    markup.add(tenths(spot.y))
    markup.raw("\" r=\"")
    markup.add(tenths(radius))
    markup.raw("\"/>")
  }

  /// A number to one decimal.
  static func tenths(_ number: Double) -> String {
    let whole = (number * 10).rounded() / 10
    return Int(exactly: whole).map(String.init) ?? whole.description
  }
}

/// Lines on a map.
enum MapLine {
  /// The positions of points, without jumps at 180°.
  static func unrolled(_ points: [Point]) -> [MapPosition] {
    var x = points.first?.longitude ?? 0
    return points.map { point in
      x += (point.longitude - x).remainder(dividingBy: 360)
      var position = MapPosition(point)
      position.x = x
      return position
    }
  }
}

/// The lines of latitude and longitude behind a map.
enum Graticule {
  /// How many degrees the lines are apart, so that a few are seen.
  static func step(for view: MapView) -> Double {
    let steps: [Double] = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1]
    return steps.first { $0 * view.scaleX < 240 } ?? 0.05
  }

  /// The lines that are seen, over as many turns as are seen.
  static func lines(for view: MapView) -> [[MapPosition]] {
    let step = step(for: view)
    let window = view.window(margin: 280)
    let meridians = multiples(of: step, window.west, window.east).map { longitude in
      [window.south, window.north].map { MapPosition(x: longitude, y: $0) }
    }
    let (low, high) = (MapPosition(x: 0, y: window.south), MapPosition(x: 0, y: window.north))
    let parallels = multiples(of: step, low.latitude, high.latitude).map { latitude in
      [window.west, window.east].map {
        MapPosition(x: $0, y: MapPosition(latitude: latitude, longitude: 0).y)
      }
    }
    return meridians + parallels
  }

  private static func multiples(of step: Double, _ low: Double, _ high: Double) -> [Double] {
    stride(from: (low / step).rounded(.up), through: (high / step).rounded(.down), by: 1)
      .map { $0 * step }
  }
}
