/// The shortest line between two places on the WGS84 ellipsoid.
public struct Geodesic: Hashable, Sendable {
  /// The length, in metres.
  public let distance: Double
  /// The direction at the start, in degrees clockwise from north, -180...180.
  public let initialAzimuth: Double
  /// The direction in which the end is reached, in degrees clockwise from north, -180...180.
  public let finalAzimuth: Double

  /// Finds the line from one place to another, exact to about 15 nanometres, for any two places.
  ///
  /// Between antipodes there may be several shortest lines; one of them is taken. The azimuths of a
  /// line without length mean nothing.
  ///
  /// The method is that of C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87
  /// (2013), https://doi.org/10.1007/s00190-012-0578-z, with the care for special cases of his
  /// GeographicLib (MIT licence, Copyright Charles Karney). O(1), about 1 µs.
  public init<Functions: MathFunctions>(
    from start: Coordinate, to end: Coordinate, using _: Functions.Type
  ) {
    var turn = Angle.difference(from: start.longitude, to: end.longitude)
    var eastward = Double(signOf: turn.turn, magnitudeOf: 1)
    turn = (turn.turn * eastward, turn.rest * eastward)
    var latitudes = (Angle.rounded(start.latitude), Angle.rounded(end.latitude))
    let isSwapped = latitudes.0.magnitude < latitudes.1.magnitude
    if isSwapped {
      latitudes = (latitudes.1, latitudes.0)
      eastward = -eastward
    }
    let northward = Double(signOf: -latitudes.0, magnitudeOf: 1)
    latitudes = (latitudes.0 * northward, latitudes.1 * northward)

    let problem = GeodesicProblem<Functions>(latitudes: latitudes, longitude: turn)
    var solution = problem.solution(isAtPole: latitudes.0 == -90)
    if isSwapped {
      (solution.azimuth1, solution.azimuth2) = (solution.azimuth2, solution.azimuth1)
    }
    let swap: Double = isSwapped ? -1 : 1
    distance = solution.distance + 0  // no negative zero
    initialAzimuth = solution.azimuth1.turned(eastward * swap, northward * swap, Functions.self)
    finalAzimuth = solution.azimuth2.turned(eastward * swap, northward * swap, Functions.self)
  }
}

extension Direction {
  /// The angle in degrees after mirroring east-west and north-south.
  fileprivate func turned<Functions: MathFunctions>(
    _ eastward: Double, _ northward: Double, _: Functions.Type
  ) -> Double {
    Direction(sine: sine * eastward, cosine: cosine * northward).degrees(Functions.self)
  }
}

extension GeodesicProblem {
  /// The shortest line: along a meridian, along the equator, or found by Newton's method.
  fileprivate func solution(isAtPole: Bool) -> GeodesicSolution {
    if isAtPole || lambda.sine == 0, let solution = meridian() { return solution }
    if first.sine == 0 && supplement >= WGS84.flattening * 180 {
      let east = Direction(sine: 1, cosine: 0)
      return GeodesicSolution(
        distance: WGS84.equatorialRadius * radians, azimuth1: east, azimuth2: east)
    }
    switch start() {
    case .solved(let solution): return solution
    case .guess(let azimuth1): return newton(from: azimuth1)
    }
  }

  /// The line along a meridian, or nil when it is not the shortest.
  private func meridian() -> GeodesicSolution? {
    let sigma1 = Direction(sine: first.sine, cosine: lambda.cosine * first.cosine)
    let sigma2 = Direction(sine: second.sine, cosine: second.cosine)
    let arc = Functions.atan2(
      max(0, sigma1.cosine * sigma2.sine - sigma1.sine * sigma2.cosine),
      sigma1.cosine * sigma2.cosine + sigma1.sine * sigma2.sine)
    let series = GeodesicSeries(epsilon: WGS84.thirdFlattening)
    let lengths = lengths(series, arc: arc, from: sigma1, to: sigma2)
    guard arc < Precision.root || lengths.reduced >= 0 else { return nil }
    let isPoint =
      arc < 3 * Precision.tiny
      || (arc < Precision.unit && (lengths.distance < 0 || lengths.reduced < 0))
    return GeodesicSolution(
      distance: isPoint ? 0 : lengths.distance * WGS84.polarRadius,
      azimuth1: lambda, azimuth2: Direction(sine: 0, cosine: 1))
  }
}
