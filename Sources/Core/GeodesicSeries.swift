/// The World Geodetic System 1984: the ellipsoid that positions of today refer to.
enum WGS84 {
  /// The equatorial radius, in metres.
  static var equatorialRadius: Double { 6_378_137 }
  static var flattening: Double { 1 / 298.257223563 }
  /// The polar radius, in metres.
  static var polarRadius: Double { equatorialRadius * axisRatio }
  /// The polar radius over the equatorial.
  static var axisRatio: Double { 1 - flattening }
  static var thirdFlattening: Double { flattening / (2 - flattening) }
  /// The square of the second eccentricity.
  static var secondEccentricity: Double {
    flattening * (2 - flattening) / (axisRatio * axisRatio)
  }
}

/// The sum of c₁ sin 2σ + c₂ sin 4σ + … + c₆ sin 12σ.
struct SineSeries {
  var c1, c2, c3, c4, c5, c6: Double

  /// The sum at the angle σ, by Clenshaw's method.
  func sum(at angle: Direction) -> Double {
    let (sine, cosine) = (angle.sine, angle.cosine)
    let double = 2 * (cosine - sine) * (cosine + sine)
    let y5 = double * c6 + c5
    let y4 = double * y5 - c6 + c4
    let y3 = double * y4 - y5 + c3
    let y2 = double * y3 - y4 + c2
    let y1 = double * y2 - y3 + c1
    return 2 * sine * cosine * y1
  }

  /// The sum at `end` less the sum at `start`.
  func difference(from start: Direction, to end: Direction) -> Double {
    sum(at: end) - sum(at: start)
  }
}

/// The series of Karney 2013 to the sixth order in the expansion parameter ε.
struct GeodesicSeries {
  let epsilon: Double
  private let square: Double

  init(epsilon: Double) {
    self.epsilon = epsilon
    square = epsilon * epsilon
  }

  /// A₁ - 1, equation 17.
  var distanceScaleLessOne: Double {
    let even = square * (square * (square + 4) + 64) / 256
    return (even + epsilon) / (1 - epsilon)
  }

  /// C₁, equation 18.
  var distance: SineSeries {
    let (e1, e2, e3) = (epsilon, square, square * epsilon)
    let e4 = e2 * e2
    return SineSeries(
      c1: e1 * ((6 - e2) * e2 - 16) / 32,
      c2: e2 * ((64 - 9 * e2) * e2 - 128) / 2_048,
      c3: e3 * (9 * e2 - 16) / 768,
      c4: e4 * (3 * e2 - 5) / 512,
      c5: -7 * e4 * e1 / 1_280,
      c6: -7 * e4 * e2 / 2_048)
  }

  /// A₂ - 1, equation 42.
  var reducedScaleLessOne: Double {
    let even = square * (square * (-11 * square - 28) - 192) / 256
    return (even - epsilon) / (1 + epsilon)
  }

  /// C₂, equation 43.
  var reduced: SineSeries {
    let (e1, e2, e3) = (epsilon, square, square * epsilon)
    let e4 = e2 * e2
    return SineSeries(
      c1: e1 * ((e2 + 2) * e2 + 16) / 32,
      c2: e2 * ((35 * e2 + 64) * e2 + 384) / 2_048,
      c3: e3 * (15 * e2 + 80) / 768,
      c4: e4 * (7 * e2 + 35) / 512,
      c5: 63 * e4 * e1 / 1_280,
      c6: 77 * e4 * e2 / 2_048)
  }

  /// A₃, equation 24.
  var longitudeScale: Double {
    let n = WGS84.thirdFlattening
    let a1: Double = (n - 1) / 2
    let a2: Double = ((3 * n - 1) * n - 2) / 8
    let a3: Double = ((-n - 3) * n - 1) / 16
    let a4: Double = (-2 * n - 3) / 64
    let a5: Double = -3.0 / 128
    return ((((a5 * epsilon + a4) * epsilon + a3) * epsilon + a2) * epsilon + a1) * epsilon + 1
  }

  /// C₃, equation 25.
  var longitude: SineSeries {
    let n = WGS84.thirdFlattening
    let (e1, e2, e3) = (epsilon, square, square * epsilon)
    let p12: Double = (1 - n * n) / 8
    let p13: Double = ((3 - n) * n + 3) / 64
    let p14: Double = (2 * n + 5) / 128
    let p22: Double = ((n - 3) * n + 2) / 32
    let p23: Double = ((-3 * n - 2) * n + 3) / 64
    let p24: Double = (n + 3) / 128
    let p33: Double = ((5 * n - 9) * n + 5) / 192
    let p34: Double = (9 - 10 * n) / 384
    let p44: Double = (7 - 14 * n) / 512
    return SineSeries(
      c1: e1 * ((((3 * e1 / 128 + p14) * e1 + p13) * e1 + p12) * e1 + (1 - n) / 4),
      c2: e2 * (((5 * e1 / 256 + p24) * e1 + p23) * e1 + p22),
      c3: e3 * ((7 * e1 / 512 + p34) * e1 + p33),
      c4: e2 * e2 * (7 * e1 / 512 + p44),
      c5: 21 * e3 * e2 / 2_560,
      c6: 0)
  }
}
