@testable import AlmanacCore
@testable import AlmanacDecoding
import Foundation

private enum SystemMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { Foundation.sin(angle) }
  static func cos(_ angle: Double) -> Double { Foundation.cos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { Foundation.hypot(x, y) }
  static func cbrt(_ value: Double) -> Double { Foundation.cbrt(value) }
}

/// Distances are finite, the same both ways, and none is longer than half of a meridian.
func checkGeodesic(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let isCoarse = choices.byte() & 1 == 1
  guard let start = place(&choices, isCoarse), let end = place(&choices, isCoarse) else { return }
  let there = Geodesic(from: start, to: end, using: SystemMath.self)
  let back = Geodesic(from: end, to: start, using: SystemMath.self)
  let words = "\(start.latitude), \(start.longitude) to \(end.latitude), \(end.longitude)"
  require(there.distance.isFinite, "\(words) is finite")
  require(there.distance >= 0 && there.distance <= 20_003_931.5, "\(words): \(there.distance)")
  require(abs(there.distance - back.distance) <= 1e-6, "\(words) is the same both ways")
  for azimuth in [there.initialAzimuth, there.finalAzimuth] {
    require(azimuth.magnitude <= 180, "\(words) has a direction, not \(azimuth)")
  }
  let none = Geodesic(from: start, to: start, using: SystemMath.self)
  require(none.distance == 0, "a place is at itself, not \(none.distance) from \(words)")
  checkBound(start, end, there.distance, words)
  checkLine(start, end, there, words)
  checkNear(start, end, &choices, isCoarse)
}

/// Who sets out in the direction of a place and goes as far as it is comes to it.
private func checkLine(
  _ start: Coordinate, _ end: Coordinate, _ there: Geodesic, _ words: String
) {
  let line = GeodesicLine(from: start, azimuth: there.initialAzimuth, using: SystemMath.self)
  guard let reached = line.place(after: there.distance) else { return require(false, words) }
  let rest = Geodesic(from: reached, to: end, using: SystemMath.self).distance
  require(rest <= 1e-6, "\(words) ends \(rest) m from there")
}

/// An index that follows changes finds what measuring every place finds, in the same order.
private func checkNear(
  _ start: Coordinate, _ end: Coordinate, _ choices: inout Choices, _ isCoarse: Bool
) {
  var index = PlaceIndex([(0, start), (1, end), (2, end)], using: SystemMath.self)
  var places: [Int64: Coordinate] = [0: start, 1: end, 2: end]
  for _ in 0..<choices.byte() & 63 {
    let row = Int64(choices.byte() & 31)
    places[row] = place(&choices, isCoarse)
    index.set(places[row], of: row, using: SystemMath.self)
  }
  let all = places.map { row, place in
    NearPlace(
      row: row, distance: Geodesic(from: end, to: place, using: SystemMath.self).distance)
  }
  let sorted = all.sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }
  let found = index.nearest(to: end, limit: .max, using: SystemMath.self)
  require(found == sorted, "\(found) is not \(sorted)")
  guard let radius = sorted.dropFirst(sorted.count / 2).first?.distance else { return }
  let count = index.count(within: radius, of: end, using: SystemMath.self)
  require(count == sorted.count { $0.distance <= radius }, "\(count) are within \(radius) m")
}

/// No line is shorter than 0.4 % less, or longer than 0.6 % more, than on a sphere.
private func checkBound(_ start: Coordinate, _ end: Coordinate, _ distance: Double, _ words: String)
{
  let (north, south) = (start.latitude * .pi / 180, end.latitude * .pi / 180)
  let turn = (end.longitude - start.longitude) * .pi / 180
  let haversine = pow(sin((south - north) / 2), 2) + cos(north) * cos(south) * pow(sin(turn / 2), 2)
  let sphere = 2 * 6_371_008.8 * asin(min(1, haversine.squareRoot()))
  require(
    distance >= sphere * 0.993 - 0.001 && distance <= sphere * 1.007 + 0.001,
    "\(words) is \(distance), on a sphere \(sphere)")
}

private func place(_ choices: inout Choices, _ isCoarse: Bool) -> Coordinate? {
  guard isCoarse else {
    return Coordinate(latitude: choices.double(), longitude: choices.double())
  }
  let latitude = Double(Int8(bitPattern: choices.byte()))
  let longitude = Double(Int16(truncatingIfNeeded: choices.word() >> 48)) / 64
  return Coordinate(latitude: latitude, longitude: longitude)
}
