extension Geodesic {
  /// The direction in which one sets out, 0..<360 degrees clockwise from north; nothing for a line
  /// without length.
  public var initialBearing: Double? { distance > 0 ? Self.bearing(initialAzimuth) : nil }

  /// The direction in which one arrives, 0..<360 degrees clockwise from north; nothing for a line
  /// without length.
  public var finalBearing: Double? { distance > 0 ? Self.bearing(finalAzimuth) : nil }

  /// An azimuth of -180...180 as 0..<360.
  private static func bearing(_ azimuth: Double) -> Double {
    let turned = azimuth < 0 ? azimuth + 360 : azimuth
    return turned >= 360 ? 0 : turned + 0  // no negative zero
  }
}
