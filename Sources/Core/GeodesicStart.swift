/// Where Newton's method starts, or the answer itself for short lines.
enum GeodesicStart {
  case guess(azimuth1: Direction)
  case solved(GeodesicSolution)
}

extension GeodesicProblem {
  /// A first azimuth: from the sphere, or near the antipode from the astroid (Karney 2013, section 5).
  func start() -> GeodesicStart {
    let sine12 = second.sine * first.cosine - second.cosine * first.sine
    let cosine12 = second.cosine * first.cosine + second.sine * first.sine
    let sineSum = second.sine * first.cosine + second.cosine * first.sine
    let isShort = cosine12 >= 0 && sine12 < 0.5 && second.cosine * radians < 0.5

    let scale = isShort ? meanScale : 1
    let omega = isShort ? direction(radians / (WGS84.axisRatio * scale)) : lambda
    var azimuth1 = sphericalAzimuth(omega, sine12: sine12, sineSum: sineSum)
    let sineArc = Functions.hypot(azimuth1.sine, azimuth1.cosine)
    let cosineArc = first.sine * second.sine + first.cosine * second.cosine * omega.cosine

    if isShort && sineArc < Self.shortestArc {
      let squared = omega.sine * omega.sine
      let bend = omega.cosine >= 0 ? squared / (1 + omega.cosine) : 1 - omega.cosine
      let azimuth2 = Direction(
        sine: first.cosine * omega.sine,
        cosine: sine12 - first.cosine * second.sine * bend)
      let arc = Functions.atan2(sineArc, cosineArc)
      return .solved(
        GeodesicSolution(
          distance: arc * WGS84.polarRadius * scale,
          azimuth1: azimuth1.normalized(Functions.self),
          azimuth2: azimuth2.normalized(Functions.self)))
    }
    let reach = 6 * WGS84.thirdFlattening * .pi * first.cosine * first.cosine
    if cosineArc < 0 && sineArc < reach {
      azimuth1 = antipodalAzimuth(sineSum: sineSum)
    }
    guard azimuth1.sine > 0 else { return .guess(azimuth1: Direction(sine: 1, cosine: 0)) }
    return .guess(azimuth1: azimuth1.normalized(Functions.self))
  }

  /// Arcs below this are so short that the sphere is exact to double precision.
  private static var shortestArc: Double {
    let flattening = max(0.001, WGS84.flattening) * (1 - WGS84.flattening / 2) / 2
    return 0.1 * Precision.root / flattening.squareRoot()
  }

  private func direction(_ radians: Double) -> Direction {
    Direction(sine: Functions.sin(radians), cosine: Functions.cos(radians))
  }

  /// The scale of the ellipsoid at the mean of both latitudes.
  private var meanScale: Double {
    let sines = (first.sine + second.sine) * (first.sine + second.sine)
    let cosines = (first.cosine + second.cosine) * (first.cosine + second.cosine)
    return (1 + WGS84.secondEccentricity * sines / (sines + cosines)).squareRoot()
  }

  /// The azimuth at point 1 of the great circle with the longitude difference ω.
  private func sphericalAzimuth(
    _ omega: Direction, sine12: Double, sineSum: Double
  ) -> Direction {
    let bend = second.cosine * first.sine * omega.sine * omega.sine
    return Direction(
      sine: second.cosine * omega.sine,
      cosine: omega.cosine >= 0
        ? sine12 + bend / (1 + omega.cosine) : sineSum - bend / (1 - omega.cosine))
  }

  private func antipodalAzimuth(sineSum: Double) -> Direction {
    let k2 = first.sine * first.sine * WGS84.secondEccentricity
    let epsilon = k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    let scale: Double =
      WGS84.flattening * first.cosine * GeodesicSeries(epsilon: epsilon).longitudeScale * .pi
    let x = Functions.atan2(-lambda.sine, -lambda.cosine) / scale
    let y = sineSum / (scale * first.cosine)
    if y > -200 * Precision.unit && x > -1 - 1_000 * Precision.root {
      let sine = min(1, -x)
      return Direction(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let k = Astroid<Functions>.root(x: x, y: y)
    let omega = scale * -x * k / (1 + k)
    let turned = Direction(sine: Functions.sin(omega), cosine: -Functions.cos(omega))
    return sphericalAzimuth(turned, sine12: 0, sineSum: sineSum)
  }
}
