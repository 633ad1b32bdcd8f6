/// The line that leaves a place in a direction and goes straight on over the WGS84 ellipsoid.
///
/// Finds where one comes to after so many metres, the direct problem of geodesy, by the method of
/// Karney 2013 (see ``Geodesic``).
public struct GeodesicLine<Functions: MathFunctions>: Sendable {
  private let longitude: Double
  private let azimuth0: Direction
  /// σ₁, the arc from the equator to the start.
  private let sigma: Direction
  /// ω₁, the longitude of the start on the auxiliary sphere.
  private let omega: Direction
  private let series: GeodesicSeries
  /// τ₁, which grows with the distance itself.
  private let tau: Direction
  private let distanceAtStart: Double
  private let longitudeAtStart: Double

  /// Takes a start and a direction, in degrees clockwise from north.
  public init(from start: Coordinate, azimuth: Double, using _: Functions.Type) {
    let latitude = ReducedLatitude(latitude: Angle.rounded(start.latitude), Functions.self)
    let azimuth1 = Direction(degrees: Angle.rounded(azimuth), Functions.self)
    longitude = start.longitude
    azimuth0 = Direction(
      sine: azimuth1.sine * latitude.cosine,
      cosine: Functions.hypot(azimuth1.cosine, azimuth1.sine * latitude.sine))
    let isAlongEquator = latitude.sine == 0 && azimuth1.cosine == 0
    let cosine = isAlongEquator ? 1 : latitude.cosine * azimuth1.cosine
    omega = Direction(sine: azimuth0.sine * latitude.sine, cosine: cosine)
    sigma = Direction(sine: latitude.sine, cosine: cosine).normalized(Functions.self)
    let k2 = azimuth0.cosine * azimuth0.cosine * WGS84.secondEccentricity
    series = GeodesicSeries(epsilon: k2 / (2 * (1 + (1 + k2).squareRoot()) + k2))
    distanceAtStart = series.distance.sum(at: sigma)
    longitudeAtStart = series.longitude.sum(at: sigma)
    tau = sigma.turned(by: distanceAtStart, Functions.self)
  }

  /// The place that is reached after so many metres, with a longitude of -180...180; nothing for a
  /// distance that is no finite number.
  ///
  /// O(1), about 0.5 µs.
  public func place(after distance: Double) -> Coordinate? {
    let scale = WGS84.polarRadius * (1 + series.distanceScaleLessOne)
    let arc = distance / scale
    let change = -series.arc.sum(at: tau.turned(by: arc, Functions.self)) - distanceAtStart
    let (sigma2, turn) = (sigma.turned(by: arc - change, Functions.self), arc - change)

    let cosine = Functions.hypot(azimuth0.sine, azimuth0.cosine * sigma2.cosine)
    let latitude = Direction(
      sine: azimuth0.cosine * sigma2.sine, cosine: WGS84.axisRatio * max(Precision.tiny, cosine))
    let omega2 = Direction(sine: azimuth0.sine * sigma2.sine, cosine: sigma2.cosine)
    let onSphere = Functions.atan2(
      omega2.sine * omega.cosine - omega2.cosine * omega.sine,
      omega2.cosine * omega.cosine + omega2.sine * omega.sine)
    let sum = turn + series.longitude.sum(at: sigma2) - longitudeAtStart
    let change2 = WGS84.flattening * series.longitudeScale * azimuth0.sine * sum
    let degrees = Angle.normalized((onSphere - change2) * (180 / .pi))
    return Coordinate(
      latitude: latitude.degrees(Functions.self),
      longitude: Angle.normalized(Angle.normalized(longitude) + degrees))
  }
}

extension Geodesic {
  /// Places along the line for drawing it: both ends, and between them one every so many metres.
  ///
  /// - Parameters:
  ///   - start: The start that the line was made with.
  ///   - end: The end that the line was made with.
  ///   - step: How far apart they are at most, in metres.
  ///   - limit: How many there are at most, 2 or more; it goes before the step.
  public func places<Functions: MathFunctions>(
    from start: Coordinate, to end: Coordinate, every step: Double, atMost limit: Int,
    using _: Functions.Type
  ) -> [Coordinate] {
    let parts = Int(min(max(1, (distance / step).rounded(.up)), Double(limit - 1)))
    let line = GeodesicLine(from: start, azimuth: initialAzimuth, using: Functions.self)
    var places = [start]
    for part in 1..<max(parts, 1) {
      if let place = line.place(after: distance * Double(part) / Double(parts)) {
        places.append(place)
      }
    }
    places.append(end)
    return places
  }
}

extension GeodesicSeries {
  /// C₁′, equation 21: leads from distance back to arc.
  var arc: SineSeries {
    let (e1, e2, e3) = (epsilon, epsilon * epsilon, epsilon * epsilon * epsilon)
    let e4 = e2 * e2
    return SineSeries(
      c1: e1 * ((205 * e2 - 432) * e2 + 768) / 1_536,
      c2: e2 * ((4_005 * e2 - 4_736) * e2 + 3_840) / 12_288,
      c3: e3 * (116 - 225 * e2) / 384,
      c4: e4 * (2_695 - 7_173 * e2) / 7_680,
      c5: 3_467 * e4 * e1 / 7_680,
      c6: 38_081 * e4 * e2 / 61_440)
  }
}

extension Direction {
  /// The same angle plus some radians.
  fileprivate func turned<Functions: MathFunctions>(
    by radians: Double, _: Functions.Type
  ) -> Direction {
    let (sine, cosine) = (Functions.sin(radians), Functions.cos(radians))
    return Direction(
      sine: self.sine * cosine + self.cosine * sine, cosine: self.cosine * cosine - self.sine * sine
    )
  }
}
