/// A point by its reduced latitude β, the latitude on the auxiliary sphere.
struct ReducedLatitude {
  var sine: Double
  var cosine: Double

  /// Takes a geographic latitude in degrees; the cosine stays above zero at the poles.
  init<Functions: MathFunctions>(latitude: Double, _: Functions.Type) {
    var direction = Direction(degrees: latitude, Functions.self)
    direction.sine *= WGS84.axisRatio
    direction = direction.normalized(Functions.self)
    sine = direction.sine
    cosine = max(Precision.tiny, direction.cosine)
  }

  /// √(1 + e′² sin² β).
  var scale: Double { (1 + WGS84.secondEccentricity * sine * sine).squareRoot() }
}

/// The smallest numbers that matter.
enum Precision {
  /// The square root of the smallest normal number.
  static var tiny: Double { Double.leastNormalMagnitude.squareRoot() }
  static var unit: Double { Double.ulpOfOne }
  static var root: Double { Double.ulpOfOne.squareRoot() }
}

/// An inverse problem turned round so that point 1 is the one further from the equator, in the
/// south, and point 2 lies to the east: -90 ≤ φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ -φ₁, 0 ≤ λ₁₂ ≤ 180.
struct GeodesicProblem<Functions: MathFunctions> {
  var first: ReducedLatitude
  var second: ReducedLatitude
  /// The longitude difference λ₁₂, in degrees and as a direction.
  let longitude: Double
  let lambda: Direction
  /// 180° - λ₁₂, to full precision.
  let supplement: Double

  init(
    latitudes: (Double, Double), longitude: (turn: Double, rest: Double)
  ) {
    first = ReducedLatitude(latitude: latitudes.0, Functions.self)
    second = ReducedLatitude(latitude: latitudes.1, Functions.self)
    self.longitude = longitude.turn
    lambda = Direction(degrees: longitude.turn, plus: longitude.rest, Functions.self)
    supplement = (180 - longitude.turn) - longitude.rest
    // Equal latitudes must be equal to the last digit, or Newton's method meets a singularity.
    if first.cosine < -first.sine {
      if second.cosine == first.cosine {
        second.sine = Double(signOf: second.sine, magnitudeOf: first.sine)
      }
    } else if second.sine.magnitude == -first.sine {
      second.cosine = first.cosine
    }
  }

  var radians: Double { longitude * (.pi / 180) }

  /// The distance s₁₂ / b and the reduced length m₁₂ / b along a geodesic.
  func lengths(
    _ series: GeodesicSeries, arc: Double, from start: Direction, to end: Direction
  ) -> (distance: Double, reduced: Double) {
    let (scale1, scale2) = (series.distanceScaleLessOne, series.reducedScaleLessOne)
    let sum1 = series.distance.difference(from: start, to: end)
    let sum2 = series.reduced.difference(from: start, to: end)
    let integral = (scale1 - scale2) * arc + ((1 + scale1) * sum1 - (1 + scale2) * sum2)
    let reduced =
      second.scale * (start.cosine * end.sine) - first.scale * (start.sine * end.cosine)
      - start.cosine * end.cosine * integral
    return ((1 + scale1) * (arc + sum1), reduced)
  }
}

/// What an inverse problem comes to, in its turned-round form.
struct GeodesicSolution {
  /// In metres.
  var distance: Double
  var azimuth1: Direction
  var azimuth2: Direction
}
