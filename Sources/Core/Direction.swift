/// The sine and cosine of an angle, exact where the angle itself would lose digits.
struct Direction {
  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Takes an angle in degrees plus a small rest, exact at multiples of 90°.
  init<Functions: MathFunctions>(degrees: Double, plus rest: Double = 0, _: Functions.Type) {
    let quarters = (degrees / 90).rounded(.toNearestOrEven)
    let radians = Angle.rounded(degrees - 90 * quarters + rest) * (.pi / 180)
    let (sine, cosine) = (Functions.sin(radians), Functions.cos(radians))
    switch Int(quarters) & 3 {
    case 1: (self.sine, self.cosine) = (cosine, -sine)
    case 2: (self.sine, self.cosine) = (-sine, -cosine)
    case 3: (self.sine, self.cosine) = (-cosine, sine)
    default: (self.sine, self.cosine) = (sine, cosine)
    }
    self.cosine += 0  // no negative zero
    if self.sine == 0 { self.sine = Double(signOf: degrees, magnitudeOf: 0) }
  }

  /// The same angle with sine² + cosine² = 1.
  func normalized<Functions: MathFunctions>(_: Functions.Type) -> Direction {
    let length = Functions.hypot(sine, cosine)
    return Direction(sine: sine / length, cosine: cosine / length)
  }

  /// The angle in degrees, -180...180.
  func degrees<Functions: MathFunctions>(_: Functions.Type) -> Double {
    Functions.atan2(sine, cosine) * (180 / .pi)
  }
}

/// Angles in degrees.
enum Angle {
  /// Rounds angles near zero to multiples of 2⁻⁵⁷°, so that none is so small that it spoils a sum.
  static func rounded(_ angle: Double) -> Double {
    let limit = 1.0 / 16
    let magnitude = angle.magnitude
    guard magnitude < limit else { return angle }
    return Double(signOf: angle, magnitudeOf: limit - (limit - magnitude))
  }

  /// `angle` less whole turns, -180...180.
  static func normalized(_ angle: Double) -> Double {
    angle - 360 * (angle / 360).rounded(.toNearestOrEven)
  }

  /// The turn from `start` to `end`, -180...180, and what its last digit could not hold.
  static func difference(from start: Double, to end: Double) -> (turn: Double, rest: Double) {
    let first = exactSum(normalized(-start), normalized(end))
    let second = exactSum(normalized(first.sum), first.rest)
    guard second.sum == 0 || second.sum.magnitude == 180 else { return (second.sum, second.rest) }
    let sign = second.rest == 0 ? end - start : -second.rest
    return (Double(signOf: sign, magnitudeOf: second.sum), second.rest)
  }

  /// A sum and its rounding error (Knuth's two-sum).
  private static func exactSum(_ left: Double, _ right: Double) -> (sum: Double, rest: Double) {
    let sum = left + right
    let rightPart = sum - left
    let leftPart = sum - rightPart
    return (sum, (left - leftPart) + (right - rightPart))
  }
}
