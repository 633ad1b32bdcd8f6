import AlmanacCore
import Foundation
import Testing

@Suite struct `A geodesic line` {
  /// Both places, the distance and both azimuths, from GeographicLib's own tests.
  @Test(arguments: `A geodesic`.published) func `leads to the published place`(
    row: [Double]
  ) throws {
    let start = try #require(Coordinate(latitude: row[0], longitude: row[1]))
    let line = GeodesicLine(from: start, azimuth: row[5], using: SystemMath.self)
    let end = try #require(line.place(after: row[4]))
    #expect(abs(end.latitude - row[2]) < 1e-13)
    #expect(Self.turn(end.longitude, row[3]) < 1e-13)
  }

  @Test func `leads to the end that its length and direction were found for`() throws {
    var random = SeededRandom(seed: 24)
    for _ in 0..<2_000 {
      let ends = `A geodesic`.ends(&random)
      let there = try `A geodesic`.line(ends[0], ends[1], ends[2], ends[3])
      let start = try #require(Coordinate(latitude: ends[0], longitude: ends[1]))
      let line = GeodesicLine(from: start, azimuth: there.initialAzimuth, using: SystemMath.self)
      let end = try #require(line.place(after: there.distance))
      #expect(try `A geodesic`.line(ends[2], ends[3], end.latitude, end.longitude).distance < 2e-8)
    }
  }

  @Test func `passes places at the distances asked for`() throws {
    var random = SeededRandom(seed: 25)
    for _ in 0..<500 {
      let ends = `A geodesic`.ends(&random)
      let start = try #require(Coordinate(latitude: ends[0], longitude: ends[1]))
      let line = GeodesicLine(from: start, azimuth: ends[3], using: SystemMath.self)
      for distance in [0, 0.001, 1, 1e3, 1e6, 5e6] {
        let place = try #require(line.place(after: distance))
        let found = try `A geodesic`.line(
          ends[0], ends[1], place.latitude, place.longitude
        ).distance
        #expect(abs(found - distance) < 2e-8, "\(ends) after \(distance)")
      }
    }
  }

  @Test(arguments: [
    ([0.0, 0.0, 90.0, 20_037_508.342_789_244], [0.0, 180.0]),
    ([0, 170, 90, 2_226_389.815_865_471_3], [0, -170]),
    ([0, 10, 0, 10_001_965.729_312_724], [90, 10]), ([90, 0, 180, 0], [90, 0]),
    ([-90, 25, 0, 20_003_931.458_625_447], [90, 25]),
  ]) func `follows the equator and passes the poles`(start: [Double], end: [Double]) throws {
    let place = try #require(Coordinate(latitude: start[0], longitude: start[1]))
    let line = GeodesicLine(from: place, azimuth: start[2], using: SystemMath.self)
    let there = try #require(line.place(after: start[3]))
    #expect(abs(there.latitude - end[0]) < 1e-12)
    if end[0].magnitude < 89 { #expect(Self.turn(there.longitude, end[1]) < 1e-12) }
  }

  @Test func `has no place after what is no number`() throws {
    let start = try #require(Coordinate(latitude: 1, longitude: 2))
    let line = GeodesicLine(from: start, azimuth: 3, using: SystemMath.self)
    #expect(line.place(after: .nan) == nil && line.place(after: .infinity) == nil)
  }

  @Test(arguments: [
    (0.0, 2), (1, 2), (99_999, 2), (100_001, 3), (999_999, 11), (15_000_000, 128),
  ]) func `is drawn with both ends and enough places between them`(
    metres: Double, count: Int
  ) throws {
    let start = try #require(Coordinate(latitude: 50, longitude: 20))
    let line = GeodesicLine(from: start, azimuth: 77, using: SystemMath.self)
    let end = try #require(line.place(after: metres))
    let places = Geodesic(from: start, to: end, using: SystemMath.self)
      .places(from: start, to: end, every: 100_000, atMost: 128, using: SystemMath.self)
    #expect(places.count == count && places.first == start && places.last == end)
    let whole = Geodesic(from: start, to: end, using: SystemMath.self).distance
    let parts = zip(places, places.dropFirst()).map {
      Geodesic(from: $0, to: $1, using: SystemMath.self).distance
    }
    #expect(abs(parts.reduce(0, +) - whole) < 1e-6)
  }

  private static func turn(_ left: Double, _ right: Double) -> Double {
    let difference = (left - right).truncatingRemainder(dividingBy: 360).magnitude
    return min(difference, 360 - difference)
  }
}
