/// A place on the Earth by its geographic latitude and longitude on WGS84, in degrees.
public struct Coordinate: Hashable, Sendable {
  /// The latitude, -90...90, north positive.
  public let latitude: Double
  /// The longitude, -360...360, east positive.
  public let longitude: Double

  /// Makes a place, or nil when a number is not finite or out of range.
  ///
  /// Longitudes up to a whole turn either way are taken, since sources count from either side.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 360 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
