import AlmanacDeclarations
import Foundation

/// A map for any page: places, and a line between them, on land and borders.
///
/// The server draws it whole, so it is there without a script; `share/scripts/map.js` takes over where it runs.
/// A page's model holds one as `map`, and its template writes `{{#map}}{{>figure}}{{/map}}`.
struct MapFigure: Sendable, Hashable {
  /// The drawing as SVG.
  let svg: String
  /// What is seen, as the script reads it: x, y and zoom of `MapView`.
  let view: String
  /// The places as JSON: latitude, longitude, label and address of each.
  let places: String
  /// The line as JSON: latitude and longitude of each point.
  let line: String
  /// The addresses of the outlines, coarse and fine.
  let outlines: String
  /// What the script says, in the page's language.
  let phrases: String
  /// Whom to thank for the outlines.
  let credit: String
  /// The way to a larger map.
  let more: Frame.Link?

  /// A place on a map.
  struct Place: Sendable, Hashable {
    var point: Point
    var label: String
    /// The page that it leads to; nothing where it is the page's own.
    var href: String?
  }
}

/// How large a map is drawn; screens show its whole height, and as much of its width as they have.
struct MapSheet: Sendable, Hashable {
  let width: Double
  let height: Double
  /// The width in the middle that a phone shows.
  let part: Double
  /// How far from the edges places are kept.
  let margin: Double
  /// The zoom at which a single place is shown.
  let closest: Double

  /// The map of a whole dataset.
  static let page = MapSheet(width: 936, height: 640, part: 500, margin: 44, closest: 6)
  /// A map beside other facts.
  static let figure = MapSheet(width: 640, height: 320, part: 440, margin: 36, closest: 2.2)

  /// The view that shows all positions.
  func view(of positions: [MapPosition]) -> MapView {
    .showing(
      positions, width: width, height: height, part: part, margin: margin, closest: closest)
  }
}

extension Website {
  /// A map of places and of a line through points, such as a geodesic.
  ///
  /// - Parameters:
  ///   - places: What is marked, each with its own label and link.
  ///   - line: The points of a line, near enough to each other to be joined by straight steps.
  ///   - words: The page's language.
  ///   - label: What the map shows, for who does not see it.
  ///   - more: The way to a larger map.
  func figure(
    places: [MapFigure.Place], line: [Point] = [], words: Catalogue, label: String,
    more: Frame.Link? = nil
  ) -> MapFigure {
    let drawing = MapDrawing(
      places: places, line: line, outlines: outlines, words: words, label: label,
      view: MapSheet.figure.view(
        of: (places.map(\.point) + line).map(MapPosition.init)))
    return MapFigure(
      svg: drawing.svg, view: drawing.view.attribute, places: MapJSON.places(places),
      line: MapJSON.line(line),
      outlines: outlineAddresses, phrases: MapPhrases.json(words),
      credit: words.say("map.outlines"), more: more)
  }

  /// Where scripts find the outlines, coarse and fine, with a space between.
  var outlineAddresses: String {
    [WorldOutlines.coarseName, WorldOutlines.fineName].map(assets.address).joined(separator: " ")
  }
}

extension MapPosition {
  /// Projects a point.
  init(_ point: Point) {
    self.init(latitude: point.latitude, longitude: point.longitude)
  }
}

extension MapView {
  /// The view as the script reads it.
  var attribute: String { "\(centre.x) \(centre.y) \(zoom)" }
}

/// Places, lines and phrases as scripts read them.
enum MapJSON {
  /// Latitude, longitude, label and address of each place.
  static func places(_ places: [MapFigure.Place]) -> String { text(of: places.map(PlaceRow.init)) }

  /// Latitude and longitude of each point.
  static func line(_ points: [Point]) -> String {
    text(of: points.map { [$0.latitude, $0.longitude] })
  }

  /// The phrases of some keys.
  static func phrases(_ keys: [String], _ words: Catalogue) -> String {
    text(of: words.phrases.filter { keys.contains($0.key) })
  }

  /// A JSON string.
  static func text(_ string: String) -> String { text(of: string) }

  private static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      return "null"
    }
  }

  /// A place as an array.
  private struct PlaceRow: Encodable {
    let place: MapFigure.Place

    func encode(to encoder: any Encoder) throws {
      var row = encoder.unkeyedContainer()
      try row.encode(place.point.latitude)
      try row.encode(place.point.longitude)
      try row.encode(place.label)
      try row.encode(place.href)
    }
  }
}
