import Foundation
import Testing

@testable import AlmanacCore

@Suite struct `An index of places` {
  /// What a place index is to answer, by looking at every row.
  private struct Naive {
    var places: [Int64: Coordinate] = [:]

    func nearest(to place: Coordinate, limit: Int, within radius: Double) -> [NearPlace] {
      let all = places.map { row, other in
        let line = Geodesic(from: place, to: other, using: SystemMath.self)
        return NearPlace(row: row, distance: line.distance)
      }
      let near = all.filter { $0.distance <= radius }
      return Array(near.sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }.prefix(limit))
    }
  }

  /// Places of one kind: anywhere, about the poles, about the antimeridian, in towns, on few spots.
  private static func place(_ kind: Int, _ random: inout SeededRandom) throws -> Coordinate {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (latitude, longitude) =
      switch kind {
      case 0: (number(-90...90), number(-180...180))
      case 1:
        (
          Bool.random(using: &random) ? number(89.9...90) : number(-90 ... -89.9),
          number(-180...180)
        )
      case 2: (number(-1...1), 180 - number(0...0.5) * (Bool.random(using: &random) ? 1 : 719))
      case 3: (52 + number(-0.01...0.01), 21 + number(-0.01...0.01))
      default: (Double(Int.random(in: -1...1, using: &random)) * 45, number(-1...1).rounded() * 180)
      }
    return try #require(
      Coordinate(latitude: latitude, longitude: min(max(longitude, -180), 180)))
  }

  private static let radii = [0, 0.5, 1_000, 50_000, 3e6, 1.2e7, 2.1e7, Double.infinity]

  private static func compare(
    _ index: PlaceIndex, _ naive: Naive, _ random: inout SeededRandom
  ) throws {
    let place = try place(Int.random(in: 0...4, using: &random), &random)
    let radius = radii.randomElement(using: &random) ?? 0
    let limit = Int.random(in: 0...40, using: &random)
    let found = index.nearest(to: place, limit: limit, within: radius, using: SystemMath.self)
    #expect(found == naive.nearest(to: place, limit: limit, within: radius))
    #expect(
      index.count(within: radius, of: place, using: SystemMath.self)
        == naive.nearest(to: place, limit: .max, within: radius).count)
  }

  @Test(arguments: 0..<40) func `finds what looking at every row finds`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var naive = Naive()
    for row in 0..<Int64.random(in: 0...400, using: &random) {
      naive.places[row] = try Self.place(Int.random(in: 0...4, using: &random), &random)
    }
    let rows = naive.places.map { (row: $0.key, place: $0.value) }
    let index = PlaceIndex(rows, using: SystemMath.self)
    #expect(index.count == naive.places.count)
    for _ in 0..<20 { try Self.compare(index, naive, &random) }
  }

  @Test(arguments: 0..<20) func `follows changes as if it were made anew`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(1_000 + seed))
    var naive = Naive()
    var index = PlaceIndex()
    for step in 0..<1_000 {
      let row = Int64.random(in: -50...50, using: &random)
      let isGoing = Int.random(in: 0..<3, using: &random) == 0
      let place = isGoing ? nil : try Self.place(Int.random(in: 0...4, using: &random), &random)
      index.set(place, of: row, using: SystemMath.self)
      naive.places[row] = place
      #expect(index.count == naive.places.count && index[row] == place)
      if step % 20 == 0 { try Self.compare(index, naive, &random) }
    }
  }

  @Test func `stays as it was where it was copied`() throws {
    let here = try #require(Coordinate(latitude: 1, longitude: 1))
    var index = PlaceIndex([(1, here), (2, here)], using: SystemMath.self)
    let before = index
    index.set(nil, of: 1, using: SystemMath.self)
    let found = before.nearest(to: here, limit: 9, using: SystemMath.self)
    #expect(found == [NearPlace(row: 1, distance: 0), NearPlace(row: 2, distance: 0)])
    #expect(index.nearest(to: here, limit: 9, using: SystemMath.self).map(\.row) == [2])
  }

  @Test func `knows neighbours over the antimeridian and the pole`() throws {
    let places = [(0.0, 179.999), (0, 179.9), (89.999, 0), (89.9, 180), (0, 0)]
    let rows = try places.enumerated().map { row, place in
      let there = Coordinate(latitude: place.0, longitude: place.1)
      return (row: Int64(row), place: try #require(there))
    }
    let index = PlaceIndex(rows, using: SystemMath.self)
    func nearest(_ latitude: Double, _ longitude: Double) throws -> [Int64] {
      let here = try #require(Coordinate(latitude: latitude, longitude: longitude))
      return index.nearest(to: here, limit: 2, using: SystemMath.self).map(\.row)
    }
    #expect(try nearest(0, -179.999) == [0, 1])
    #expect(try nearest(89.999, 180) == [3, 2] || nearest(89.999, 180) == [2, 3])
    #expect(try nearest(0, -540 + 360) == [0, 1])
  }

  @Test func `bounds every geodesic by the arc on its sphere`() throws {
    var random = SeededRandom(seed: 31)
    for _ in 0..<5_000 {
      let kind = Int.random(in: 0...4, using: &random)
      let (start, end) = (try Self.place(kind, &random), try Self.place(kind, &random))
      let distance = Geodesic(from: start, to: end, using: SystemMath.self).distance
      let cell = SphereCell(SpherePoint(end, SystemMath.self))
      let chords = cell.chords(from: SpherePoint(start, SystemMath.self))
      #expect(GeodesicBounds<SystemMath>.least(chordSquared: chords.shortest) <= distance)
      #expect(GeodesicBounds<SystemMath>.most(chordSquared: chords.longest) >= distance)
      #expect(
        distance - GeodesicBounds<SystemMath>.least(chordSquared: chords.shortest)
          <= distance * 0.0034 + 12)
    }
  }
}
