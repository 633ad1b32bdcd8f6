public import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacStorage

/// Which records near a place are asked for.
public struct NearQuery: Sendable, Hashable {
  /// The place.
  public var place: Coordinate
  /// How far a record may be at most, in metres; nothing for any distance.
  public var radius: Double?
  /// How many records at most, 1...1000.
  public var limit: Int
  /// The record that is left out, since it is asked about.
  public var without: RecordID?

  /// Makes a query; the nearest twenty by default.
  public init(
    place: Coordinate, radius: Double? = nil, limit: Int = 20, without: RecordID? = nil
  ) {
    self.place = place
    self.radius = radius
    self.limit = limit
    self.without = without
  }
}

/// The records nearest to a place.
public struct Near: Sendable {
  /// The version that all of it belongs to.
  public var version: String
  /// How many records with a known place are within the radius.
  public var total: Int
  /// The records, the nearest first.
  public var rows: [NearRecord]
}

/// A record near a place.
public struct NearRecord: Sendable {
  /// The record.
  public var record: Record
  /// How far it is, in metres along the geodesic.
  public var distance: Double
  /// The direction in which it lies, 0..<360 clockwise from north; nothing for one on the spot.
  public var bearing: Double?
}

extension LiveTable {
  /// The records nearest to a place, in the exact order of their distances.
  ///
  /// Of those equally far the one of the lower row number comes first. Records whose place is not
  /// known are left out.
  ///
  /// While a stream grows faster than its places are indexed, the answer is of a moment ago.
  ///
  /// Cost: O(log n + limit); O(n log n) the first time.
  public func near(_ query: NearQuery) async throws -> Near {
    for _ in 0..<8 {
      let places = try await indexedPlaces()
      let found = try nearest(query, places)
      let seen = try store.records(.rows(found.map(\.row)))
      guard seen.generation == places.generation, seen.rows.count == found.count else { continue }
      return try near(query, places, zip(found, seen.rows).map { ($0, $1) })
    }
    let places = try await indexedPlaces()
    let rows = try nearest(query, places).compactMap { near in
      try store.records(.rows([near.row])).rows.first.map { (near, $0) }
    }
    return try near(query, places, rows)
  }

  private func nearest(_ query: NearQuery, _ places: IndexedPlaces) throws -> [NearPlace] {
    let left = try query.without.flatMap { try store.row(of: $0) }
    let found = places.index.nearest(
      to: query.place, limit: max(query.limit, 0).addingClamped(left == nil ? 0 : 1),
      within: query.radius ?? .infinity, using: SystemMath.self)
    return Array(found.filter { $0.row != left }.prefix(max(query.limit, 0)))
  }

  private func near(
    _ query: NearQuery, _ places: IndexedPlaces, _ rows: [(NearPlace, Record)]
  ) throws -> Near {
    let left = try query.without.flatMap { try store.row(of: $0) }
    return Near(
      version: version(places.generation), total: total(query, places.index, without: left),
      rows: rows.map { row($0, $1, from: query.place) })
  }

  private func total(_ query: NearQuery, _ index: PlaceIndex, without row: Int64?) -> Int {
    let radius = query.radius ?? .infinity
    let all =
      radius == .infinity
      ? index.count : index.count(within: radius, of: query.place, using: SystemMath.self)
    guard let other = row.flatMap({ index[$0] }) else { return all }
    let distance = Geodesic(from: query.place, to: other, using: SystemMath.self).distance
    return distance <= radius ? all - 1 : all
  }

  private func row(_ near: NearPlace, _ record: Record, from place: Coordinate) -> NearRecord {
    var row = NearRecord(record: record, distance: near.distance, bearing: nil)
    if near.distance > 0, let there = self.place(of: record)?.coordinate {
      let line = Geodesic(from: place, to: there, using: SystemMath.self)
      row.bearing = line.initialBearing
    }
    return row
  }
}
