/// A place as a point on the sphere of radius 1 that its reduced latitude and longitude span.
struct SpherePoint: Sendable {
  let x, y, z: Double

  init<Functions: MathFunctions>(_ place: Coordinate, _: Functions.Type) {
    let latitude = ReducedLatitude(latitude: place.latitude, Functions.self)
    let longitude = Direction(degrees: place.longitude, Functions.self)
    x = latitude.cosine * longitude.cosine
    y = latitude.cosine * longitude.sine
    z = latitude.sine
  }
}

/// A cube of the octree over the cube around the sphere of radius 1, 21 levels deep: about 6 m on the
/// Earth.
///
/// All places in it have codes that begin alike, so they lie side by side in the order of codes
/// (G. M. Morton 1966).
struct SphereCell: Sendable, Equatable {
  /// The lowest code in it.
  let code: UInt64
  /// 0 for the whole, 21 for the smallest.
  let level: Int

  /// The deepest level.
  static var deepest: Int { 21 }
  static var whole: SphereCell { SphereCell(code: 0, level: 0) }

  /// The edge of a smallest cell.
  private static var width: Double { 1.0 / 1_048_576 }

  init(code: UInt64, level: Int) {
    self.code = code
    self.level = level
  }

  /// The smallest cell around a point.
  init(_ point: SpherePoint) {
    let (x, y, z) = (Self.step(point.x), Self.step(point.y), Self.step(point.z))
    self.init(
      code: Self.spread(x) << 2 | Self.spread(y) << 1 | Self.spread(z), level: Self.deepest)
  }

  /// How many codes there are in it.
  var span: UInt64 { 1 << shift }

  private var shift: UInt64 { UInt64(3 * (Self.deepest - level)) }

  /// One of its eight parts.
  func part(_ number: Int) -> SphereCell {
    SphereCell(code: code + UInt64(number) << (shift - 3), level: level + 1)
  }

  /// The squares of the shortest and the longest way, straight through the Earth, from a point to it.
  func chords(from point: SpherePoint) -> (shortest: Double, longest: Double) {
    let edge = Self.width * Double(1 << (Self.deepest - level))
    let x = Self.gap(point.x, Self.edge(code >> 2), edge)
    let y = Self.gap(point.y, Self.edge(code >> 1), edge)
    let z = Self.gap(point.z, Self.edge(code), edge)
    return (
      x.least * x.least + y.least * y.least + z.least * z.least,
      x.most * x.most + y.most * y.most + z.most * z.most
    )
  }

  /// How far a number is at least and at most from those of an interval.
  @inline(__always)
  private static func gap(
    _ value: Double, _ low: Double, _ width: Double
  ) -> (least: Double, most: Double) {
    let (below, above) = (low - value, value - (low + width))
    return (max(below, above, 0), max(-below, -above, 0) + 0)
  }

  /// Where a coordinate of -1...1 stands among 2²¹ steps.
  private static func step(_ value: Double) -> UInt64 {
    UInt64(min(max((value + 1) / width, 0), 2_097_151))
  }

  /// The lower end of the step that every third bit tells.
  private static func edge(_ bits: UInt64) -> Double { Double(compact(bits)) * width - 1 }

  /// Puts two zeros before each of 21 bits.
  private static func spread(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits | bits << 32) & 0x001F_0000_0000_FFFF
    bits = (bits | bits << 16) & 0x001F_0000_FF00_00FF
    bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F
    bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3
    return (bits | bits << 2) & 0x1249_2492_4924_9249
  }

  /// Takes every third bit.
  private static func compact(_ number: UInt64) -> UInt64 {
    var bits = number & 0x1249_2492_4924_9249
    bits = (bits | bits >> 2) & 0x10C3_0C30_C30C_30C3
    bits = (bits | bits >> 4) & 0x100F_00F0_0F00_F00F
    bits = (bits | bits >> 8) & 0x001F_0000_FF00_00FF
    bits = (bits | bits >> 16) & 0x001F_0000_0000_FFFF
    return (bits | bits >> 32) & 0x001F_FFFF
  }
}

/// Between which lengths a geodesic is, by the arc between two points of the sphere.
///
/// A step on the ellipsoid is √(a² sin²β + b² cos²β) dβ or a cos β dλ long where one on the sphere is
/// dβ or cos β dλ, so that a geodesic is at least b and at most a times as long as the arc.
enum GeodesicBounds<Functions: MathFunctions> {
  /// A length that no geodesic between points so far apart is below, in metres.
  static func least(chordSquared: Double) -> Double {
    max(0, arc(chordSquared) * WGS84.polarRadius * (1 - slack) - slackMetres)
  }

  /// A length that no geodesic between points so far apart exceeds, in metres.
  static func most(chordSquared: Double) -> Double {
    arc(chordSquared) * WGS84.equatorialRadius * (1 + slack) + slackMetres
  }

  private static func arc(_ chordSquared: Double) -> Double {
    let sine = min(1, chordSquared / 4)
    return 2 * Functions.atan2(sine.squareRoot(), (1 - sine).squareRoot())
  }

  /// More than what rounding can do; near the antipode an arc is known to 10⁻⁸ only.
  private static var slack: Double { 1e-8 }
  private static var slackMetres: Double { 1e-6 }
}
