import AlmanacCore
import Foundation
import Testing

/// The mathematical functions of this system.
enum SystemMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { Foundation.sin(angle) }
  static func cos(_ angle: Double) -> Double { Foundation.cos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { Foundation.hypot(x, y) }
  static func cbrt(_ value: Double) -> Double { Foundation.cbrt(value) }
}

@Suite struct `A geodesic` {
  static func line(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) throws -> Geodesic {
    let start = try #require(Coordinate(latitude: latitude1, longitude: longitude1))
    let end = try #require(Coordinate(latitude: latitude2, longitude: longitude2))
    return Geodesic(from: start, to: end, using: SystemMath.self)
  }

  /// Two latitudes and longitudes, the distance and both azimuths, from GeographicLib's own tests.
  static let published: [[Double]] = [
    [
      35.60777, -139.44815, -11.17491, -69.95921, 8935244.56048183, 111.09874842956033,
      129.28927088970877,
    ],
    [
      55.52454, 106.05087, 77.03196, 197.18234, 4105086.171392441, 22.0200598809828,
      109.11204111067151,
    ],
    [
      -21.97856, 142.59065, 41.84138, 98.56635, 8394328.894657671, -32.44456876433189,
      -41.84359951440466,
    ],
    [
      -66.99028, 112.2363, -12.70631, 285.90344, 11150344.231208025, 173.73491240878403,
      2.512956620913668,
    ],
    [
      -17.42761, 173.34268, -15.84784, 5.93557, 16076603.163118068, -159.03355766119293,
      -20.78748465153699,
    ],
    [
      32.84994, 48.28919, -56.28556, 202.29132, 16727068.943816446, 150.492927788122,
      48.11344939981676,
    ],
    [
      6.96833, 52.74123, -7.39675, 206.17291, 17102477.249695837, 92.58158538631771,
      90.72169216592391,
    ],
    [
      -50.56724, -16.30485, -33.56571, -94.97412, 6455670.511866869, -105.43967990759016,
      -47.34854783565033,
    ],
    [
      -58.93002, -8.90775, -8.91104, 133.13503, 11756066.021986462, 140.96539790250068,
      19.255429433416598,
    ],
    [
      -68.82867, -74.28391, -50.63005, -8.36685, 3956936.926063544, 93.77434776311487,
      34.65564085411343,
    ],
    [
      -10.62672, -32.0898, 5.883, -134.31681, 11470869.386456301, -86.42671328674776,
      -80.47378097103487,
    ],
    [
      -21.76221, 166.90563, 48.72884, 213.97627, 9098627.398655491, 29.31942120693643,
      43.50867194641017,
    ],
  ]

  @Test(arguments: published) func `is as published`(row: [Double]) throws {
    let line = try Self.line(row[0], row[1], row[2], row[3])
    #expect(abs(line.distance - row[4]) < 1.5e-8)
    #expect(abs(line.initialAzimuth - row[5]) < 1e-12)
    #expect(abs(line.finalAzimuth - row[6]) < 1e-12)
  }

  /// Examples of GeographicLib's documentation and cases that once failed there or elsewhere.
  @Test(
    arguments: [
      ([40.6, -73.8, 51.6, -0.5], 5_551_759.400, 0.001),
      ([40.6, -73.8, 49.01666667, 2.55], 5_853_226, 0.5),
      ([-41.32, 174.81, 40.96, -5.50], 19_959_679.267_353_82, 1.5e-8),
      ([0, 0, 0.5, 179.5], 19_936_288.578_965_314, 1.5e-8),
      ([0, 0, 0.5, 179.7], 19_944_127.420_750_458, 1.5e-8),
      ([0, 0, 0, 180], 20_003_931.458_625_447, 1.5e-8),
      ([0, 0, 90, 0], 10_001_965.729_312_724, 1.5e-8),
      ([0, 0, 0, 179.5], 19_980_861.9, 0.05),
      ([36.493349428792, 0, 36.49334942879201, 0.0000008], 0.072, 0.0005),
      ([88.202499451857, 0, -88.202499451857, 179.981022032992859592], 20_003_898.214, 0.0005),
      ([89.262080389218, 0, -89.262080389218, 179.992207982775375662], 20_003_925.854, 0.0005),
      (
        [89.333123580033, 0, -89.333123580032997687, 179.99295812360148422], 20_003_926.881, 0.0005
      ),
      ([56.320923501171, 0, -56.320923501171, 179.664747671772880215], 19_993_558.287, 0.0005),
      (
        [52.784459512564, 0, -52.784459512563990912, 179.634407464943777557], 19_991_596.095, 0.0005
      ),
      (
        [48.522876735459, 0, -48.52287673545898293, 179.599720456223079643], 19_989_144.774, 0.0005
      ),
      ([27.2, 0, -27.1, 179.5], 19_974_354.765_767, 1e-6),
      ([90, 0, 90, 180], 0, 0),
      ([20.001, 0, 20.001, 0], 0, 0),
      ([0, 180, 0, -180], 0, 0),
    ] as [([Double], Double, Double)]) func `has the known length in hard cases`(
      ends: [Double], distance: Double, accuracy: Double
    ) throws
  {
    let line = try Self.line(ends[0], ends[1], ends[2], ends[3])
    #expect(abs(line.distance - distance) <= accuracy)
  }

  @Test func `is as long back as forth, and reversed`() throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<2_000 {
      let ends = Self.ends(&random)
      let forth = try Self.line(ends[0], ends[1], ends[2], ends[3])
      let back = try Self.line(ends[2], ends[3], ends[0], ends[1])
      #expect(abs(forth.distance - back.distance) < 2e-8)
      guard forth.distance < 19_900_000 else { continue }
      let turned = abs(forth.initialAzimuth - back.finalAzimuth)
      #expect(abs(turned - 180) < 1e-6)
    }
  }

  @Test func `is never longer than a detour`() throws {
    var random = SeededRandom(seed: 22)
    for _ in 0..<2_000 {
      let ends = Self.ends(&random)
      let stop = Self.ends(&random)
      let whole = try Self.line(ends[0], ends[1], ends[2], ends[3]).distance
      let first = try Self.line(ends[0], ends[1], stop[0], stop[1]).distance
      let second = try Self.line(stop[0], stop[1], ends[2], ends[3]).distance
      #expect(whole <= first + second + 2e-8)
    }
  }

  @Test func `is within 0.6 percent of the great circle`() throws {
    var random = SeededRandom(seed: 23)
    for _ in 0..<2_000 {
      let ends = Self.ends(&random)
      let radians = ends.map { $0 * .pi / 180 }
      let half = (sin((radians[2] - radians[0]) / 2), sin((radians[3] - radians[1]) / 2))
      let squared = half.0 * half.0 + cos(radians[0]) * cos(radians[2]) * half.1 * half.1
      let sphere = 2 * 6_371_008.8 * asin(min(1, squared.squareRoot()))
      let line = try Self.line(ends[0], ends[1], ends[2], ends[3])
      #expect(abs(line.distance / sphere - 1) < 0.006)
    }
  }

  @Test func `follows the equator until near the antipode`() throws {
    for degrees in stride(from: 0.5, through: 179, by: 0.5) {
      let line = try Self.line(0, 10, 0, 10 + degrees)
      #expect(abs(line.distance - 6_378_137 * degrees * .pi / 180) < 1.5e-8)
      #expect(line.initialAzimuth == 90)
      #expect(line.finalAzimuth == 90)
    }
  }

  @Test func `follows the meridian, whatever the longitude`() throws {
    let half = try Self.line(0, 0, 45, 0).distance
    let rest = try Self.line(45, 77, 90, 123).distance
    #expect(abs(half - 4_984_944.378) < 0.0005)
    #expect(abs(half + rest - 10_001_965.729_312_724) < 2e-8)
    #expect(try Self.line(10, 5, 20, 5).initialAzimuth == 0)
    #expect(abs(try Self.line(20, 5, 10, 5).initialAzimuth) == 180)
  }

  @Test func `takes longitudes from either side`() throws {
    let line = try Self.line(51.1, -343, 52.2, 21)
    let same = try Self.line(51.1, 17, 52.2, -339)
    #expect(abs(line.distance - same.distance) < 2e-8)
  }

  static func ends(_ random: inout SeededRandom) -> [Double] {
    [90.0, 180, 90, 180].map { Double.random(in: -$0...$0, using: &random) }
  }
}

@Suite struct `A coordinate` {
  @Test(arguments: [
    (90.0, 180.0), (-90, -180), (0, 360), (0, -360), (-0.0, 0),
  ]) func `is made within its ranges`(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude)?.latitude == latitude)
    #expect(Coordinate(latitude: latitude, longitude: longitude)?.longitude == longitude)
  }

  @Test(arguments: [
    (90.000_001, 0.0), (-91, 0), (0, 360.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
  ]) func `is not made outside them`(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }
}
