import Foundation

/// Where a place lies on the flat map: Miller's cylinder, on which the poles are still on the sheet.
///
/// x is the longitude in degrees; y counts in the same degrees at the equator, north positive. Mercator's
/// sheet has no end towards the poles, and half of all meteorites were found beyond 70° south.
/// Source: J. P. Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395, page 88.
struct MapPosition: Sendable, Hashable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a place.
  init(latitude: Double, longitude: Double) {
    x = longitude
    y = Self.y(latitude)
  }

  /// The latitude of this position.
  var latitude: Double { atan(sinh(y / Self.degrees / 1.25)) / 0.8 * Self.degrees }

  /// The longitude of this position, -180...180.
  var longitude: Double { x - 360 * ((x + 180) / 360).rounded(.down) }

  private static func y(_ latitude: Double) -> Double {
    1.25 * asinh(tan(0.8 * latitude / degrees)) * degrees
  }

  private static let degrees = 180 / Double.pi

  /// Where the north pole lies; the south pole lies as far below the equator.
  static let pole = y(90)
  /// How high the sheet is that shows the whole world, up to 84° north.
  static let worldHeight = pole + y(84)

  /// By how much the sheet is to be stretched upwards so that shapes at this height are true.
  ///
  /// Beyond 75° it no longer grows.
  var trueStretch: Double {
    let angle = min(latitude.magnitude, 75) / Self.degrees
    return cos(0.8 * angle) / cos(angle)
  }
}
