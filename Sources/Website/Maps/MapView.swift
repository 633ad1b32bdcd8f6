import Foundation

/// What part of the map is looked at, on a sheet of so many units.
///
/// Zoom 0 shows the whole world from pole to 84° north; each whole step halves what is seen. A view is the same
/// on every screen, since its height is the measure.
struct MapView: Sendable, Hashable {
  /// What is in the middle.
  var centre: MapPosition
  /// How close the view is, 0...`closest`.
  var zoom: Double
  /// The sheet's width.
  let width: Double
  /// The sheet's height.
  let height: Double

  /// The closest view: a good kilometre from top to bottom.
  static let closest = 14.0

  init(centre: MapPosition, zoom: Double, width: Double, height: Double) {
    self.width = width
    self.height = height
    self.zoom = min(max(zoom, 0), Self.closest)
    self.centre = centre
    self.centre.x = centre.longitude
    let edge = MapPosition.pole - height / 2 / scaleY
    self.centre.y = min(max(centre.y, -edge), max(edge, -edge))
  }

  /// Units per degree of longitude.
  var scaleX: Double { height / MapPosition.worldHeight * exp2(zoom) }

  /// Units per degree of y: near views are stretched, so that shapes in the middle are true.
  ///
  /// The whole world is left as Miller drew it; from a continent on, the middle is true.
  var scaleY: Double {
    let near = min(max((zoom - 1) / 3, 0), 1)
    let weight = near * near * (3 - 2 * near)
    return scaleX * (1 + weight * (centre.trueStretch - 1))
  }

  /// Where a position lies on the sheet.
  func place(_ position: MapPosition) -> (x: Double, y: Double) {
    (
      width / 2 + (position.x - centre.x) * scaleX,
      height / 2 - (position.y - centre.y) * scaleY
    )
  }

  /// The copy of a longitude that is nearest to the middle.
  func nearest(_ x: Double) -> Double {
    x + 360 * ((centre.x - x) / 360).rounded()
  }

  /// The part of the map that is seen, with a margin of so many units at the sides.
  func window(margin: Double = 0) -> MapWindow {
    let (across, up) = ((width / 2 + margin) / scaleX, (height / 2 + margin) / scaleY)
    return MapWindow(
      west: centre.x - across, east: centre.x + across,
      south: centre.y - up, north: centre.y + up)
  }
}

/// A rectangle of the map.
struct MapWindow: Sendable, Hashable {
  var west: Double
  var east: Double
  var south: Double
  var north: Double
}

extension MapView {
  /// The view that shows all positions, none of them nearer to the sheet's edge than a margin.
  ///
  /// - Parameters:
  ///   - positions: What is to be seen; the whole world where there are none.
  ///   - part: The width in the middle of the sheet that narrow screens show too.
  ///   - closest: The zoom that a single place gets; several may be shown closer.
  static func showing(
    _ positions: [MapPosition], width: Double, height: Double, part: Double, margin: Double,
    closest: Double
  ) -> MapView {
    let whole = MapView(
      centre: MapPosition(x: 11, y: -MapPosition.pole), zoom: 0, width: width, height: height)
    guard let bounds = MapWindow(around: positions) else { return whole }
    let middle = MapPosition(
      x: (bounds.west + bounds.east) / 2, y: (bounds.south + bounds.north) / 2)
    let isOne = bounds.west == bounds.east && bounds.south == bounds.north
    var zoom = isOne ? closest : max(closest, 10)
    while zoom > 0 {
      let view = MapView(centre: middle, zoom: zoom, width: width, height: height)
      let fits =
        (bounds.east - bounds.west) * view.scaleX <= part - 2 * margin
        && (bounds.north - bounds.south) * view.scaleY <= height - 2 * margin
      if fits { return view }
      zoom -= 0.25
    }
    return MapView(
      centre: MapPosition(x: bounds.east - bounds.west < 240 ? middle.x : 11, y: middle.y),
      zoom: 0, width: width, height: height)
  }
}

extension MapWindow {
  /// The smallest rectangle around positions, over 180° if that is shorter; nothing around none.
  init?(around positions: [MapPosition]) {
    guard let first = positions.first else { return nil }
    let xs = positions.map { MapPosition(x: $0.x, y: 0).longitude }.sorted()
    var (west, width) = (xs[0], (xs.last ?? xs[0]) - xs[0])
    for (left, right) in zip(xs, xs.dropFirst()) where 360 - (right - left) < width {
      (west, width) = (right, 360 - (right - left))
    }
    let heights = positions.map(\.y)
    self.init(
      west: west, east: west + width, south: heights.min() ?? first.y,
      north: heights.max() ?? first.y)
  }
}
