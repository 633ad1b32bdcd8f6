/// The geodesic that leaves point 1 at one azimuth, up to the latitude of point 2.
struct GeodesicTrial<Functions: MathFunctions> {
  let azimuth2: Direction
  let sigma1: Direction
  let sigma2: Direction
  /// σ₂ - σ₁, in radians.
  let arc: Double
  let series: GeodesicSeries
  /// By how much the longitude it reaches is too large, in radians.
  let error: Double

  init(_ problem: GeodesicProblem<Functions>, azimuth1 given: Direction) {
    let (first, second) = (problem.first, problem.second)
    var azimuth1 = given
    if first.sine == 0 && azimuth1.cosine == 0 { azimuth1.cosine = -Precision.tiny }
    let sine0 = azimuth1.sine * first.cosine
    let cosine0 = Functions.hypot(azimuth1.cosine, azimuth1.sine * first.sine)

    azimuth2 = Self.azimuth2(problem, azimuth1: azimuth1, sine0: sine0)
    let omega1 = Direction(sine: sine0 * first.sine, cosine: azimuth1.cosine * first.cosine)
    let omega2 = Direction(sine: sine0 * second.sine, cosine: azimuth2.cosine * second.cosine)
    sigma1 = Direction(sine: first.sine, cosine: omega1.cosine).normalized(Functions.self)
    sigma2 = Direction(sine: second.sine, cosine: omega2.cosine).normalized(Functions.self)
    arc = Functions.atan2(
      max(0, sigma1.cosine * sigma2.sine - sigma1.sine * sigma2.cosine),
      sigma1.cosine * sigma2.cosine + sigma1.sine * sigma2.sine)

    let sine12 = max(0, omega1.cosine * omega2.sine - omega1.sine * omega2.cosine)
    let cosine12 = omega1.cosine * omega2.cosine + omega1.sine * omega2.sine
    let lambda = problem.lambda
    let eta = Functions.atan2(
      sine12 * lambda.cosine - cosine12 * lambda.sine,
      cosine12 * lambda.cosine + sine12 * lambda.sine)
    let k2 = cosine0 * cosine0 * WGS84.secondEccentricity
    series = GeodesicSeries(epsilon: k2 / (2 * (1 + (1 + k2).squareRoot()) + k2))
    let sum = series.longitude.difference(from: sigma1, to: sigma2)
    error = eta - WGS84.flattening * series.longitudeScale * sine0 * (arc + sum)
  }

  /// The azimuth at point 2, by Clairaut's relation, exact where both latitudes are alike.
  private static func azimuth2(
    _ problem: GeodesicProblem<Functions>, azimuth1: Direction, sine0: Double
  ) -> Direction {
    let (first, second) = (problem.first, problem.second)
    let isAlike = second.cosine == first.cosine
    let sine = isAlike ? azimuth1.sine : sine0 / second.cosine
    if isAlike && second.sine.magnitude == -first.sine {
      return Direction(sine: sine, cosine: azimuth1.cosine.magnitude)
    }
    let base = azimuth1.cosine * first.cosine
    let change =
      first.cosine < -first.sine
      ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
      : (first.sine - second.sine) * (first.sine + second.sine)
    return Direction(sine: sine, cosine: (base * base + change).squareRoot() / second.cosine)
  }

  /// How fast the error grows with the azimuth at point 1.
  func slope(_ problem: GeodesicProblem<Functions>) -> Double {
    if azimuth2.cosine == 0 {
      return -2 * WGS84.axisRatio * problem.first.scale / problem.first.sine
    }
    let reduced = problem.lengths(series, arc: arc, from: sigma1, to: sigma2).reduced
    return reduced * WGS84.axisRatio / (azimuth2.cosine * problem.second.cosine)
  }
}

extension GeodesicProblem {
  /// Newton's method for the azimuth at point 1, with bisection where a step would leave the bracket.
  ///
  /// It takes two or three steps as a rule and always ends.
  func newton(from guess: Direction) -> GeodesicSolution {
    var azimuth1 = guess
    var low = Direction(sine: Precision.tiny, cosine: 1)
    var high = Direction(sine: Precision.tiny, cosine: -1)
    var tolerance = Precision.unit
    var trial = GeodesicTrial(self, azimuth1: azimuth1)
    for step in 1...Self.mostSteps {
      guard trial.error.magnitude >= tolerance else { break }
      let trusts = step <= Self.mostNewtonSteps
      let slant = azimuth1.cosine / azimuth1.sine
      if trial.error > 0, !trusts || slant > high.cosine / high.sine { high = azimuth1 }
      if trial.error < 0, !trusts || slant < low.cosine / low.sine { low = azimuth1 }
      if trusts, let next = newtonStep(from: azimuth1, trial) {
        tolerance = (trial.error.magnitude <= 16 * Precision.unit ? 8 : 1) * Precision.unit
        azimuth1 = next
        trial = GeodesicTrial(self, azimuth1: azimuth1)
        continue
      }
      azimuth1 = Direction(
        sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2
      ).normalized(Functions.self)
      tolerance = Precision.unit
      trial = GeodesicTrial(self, azimuth1: azimuth1)
      if isClose(low, azimuth1) || isClose(azimuth1, high) { break }
    }
    let lengths = lengths(trial.series, arc: trial.arc, from: trial.sigma1, to: trial.sigma2)
    return GeodesicSolution(
      distance: lengths.distance * WGS84.polarRadius, azimuth1: azimuth1, azimuth2: trial.azimuth2)
  }

  private static var mostNewtonSteps: Int { 20 }
  private static var mostSteps: Int { 83 }

  /// The azimuth after one step of Newton's method, or nil when the step is not to be trusted.
  private func newtonStep(from azimuth1: Direction, _ trial: GeodesicTrial<Functions>) -> Direction?
  {
    let slope = trial.slope(self)
    guard slope > 0 else { return nil }
    let change = -trial.error / slope
    guard change.magnitude < .pi else { return nil }
    let (sine, cosine) = (Functions.sin(change), Functions.cos(change))
    let next = azimuth1.sine * cosine + azimuth1.cosine * sine
    guard next > 0 else { return nil }
    return Direction(sine: next, cosine: azimuth1.cosine * cosine - azimuth1.sine * sine)
      .normalized(Functions.self)
  }

  private func isClose(_ left: Direction, _ right: Direction) -> Bool {
    (left.sine - right.sine).magnitude + (left.cosine - right.cosine) < Precision.unit
  }
}
