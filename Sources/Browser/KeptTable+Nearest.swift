import AlmanacCore

extension KeptTable {
  /// The rows nearest to a place, in the exact order of their distances.
  ///
  /// Writes how many are within the radius, how many follow, and of each the row, the metres, and the
  /// bearing (not a number for a row on the spot).
  func nearest<Functions: MathFunctions>(
    to place: Coordinate, limit: Int, within radius: Double, using _: Functions.Type,
    to answer: inout ByteWriter
  ) {
    let found = places.nearest(to: place, limit: limit, within: radius, using: Functions.self)
    let total =
      radius == .infinity
      ? places.count : places.count(within: radius, of: place, using: Functions.self)
    answer.append(word: total)
    answer.append(word: found.count)
    for near in found {
      answer.append(word: row(ofPlace: Int(near.row)))
      answer.append(near.distance)
      let line = places[near.row].map { Geodesic(from: place, to: $0, using: Functions.self) }
      answer.append(line?.initialBearing ?? .nan)
    }
  }
}
