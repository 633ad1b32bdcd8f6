public import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
public import Foundation

/// One end of a distance: a record as it is, or as it was last known.
public struct DistanceEnd: Sendable {
  /// The record.
  public var record: Record
  /// Where it is; nothing where that is not known.
  public var place: Point?
  /// When the sync ended that found the record gone; nothing while it is there.
  public var goneSince: Date?
}

/// How far two records of a dataset are from each other.
public struct Distance: Sendable {
  /// The version that the records belong to.
  public var version: String
  /// Where it begins.
  public var from: DistanceEnd
  /// Where it ends.
  public var to: DistanceEnd
  /// The shortest line between them on the WGS84 ellipsoid; nothing where a place is not known.
  public var line: Geodesic?
  /// Places along the line for drawing it, both ends among them; empty where there is no line.
  public var places: [Coordinate]

  /// The direction in which one sets out, 0..<360 clockwise from north; nothing for a line without
  /// length.
  public var initialBearing: Double? { line?.initialBearing }

  /// The direction in which one arrives, 0..<360 clockwise from north; nothing for a line without
  /// length.
  public var finalBearing: Double? { line?.finalBearing }
}

extension LiveTable {
  /// An end for a distance; nothing where no record of this key is there or is known to have been.
  ///
  /// Cost: O(log n).
  public func distanceEnd(_ id: RecordID) async throws -> DistanceEnd? {
    if let record = try await record(id) {
      return DistanceEnd(record: record, place: place(of: record), goneSince: nil)
    }
    guard let gone = try gone(id) else { return nil }
    return DistanceEnd(record: gone.record, place: place(of: gone.record), goneSince: gone.since)
  }

  /// The distance between two records; nothing where one of them was never there.
  ///
  /// Cost: O(log n).
  public func distance(from start: RecordID, to end: RecordID) async throws -> Distance? {
    for _ in 0..<8 {
      let version = try version()
      guard let from = try await distanceEnd(start), let to = try await distanceEnd(end) else {
        return nil
      }
      if try self.version() == version { return Self.distance(version, from, to) }
    }
    guard let from = try await distanceEnd(start), let to = try await distanceEnd(end) else {
      return nil
    }
    return Self.distance(try version(), from, to)  // a stream may never stand still
  }

  static func distance(
    _ version: String, _ from: DistanceEnd, _ to: DistanceEnd
  ) -> Distance {
    let none = Distance(version: version, from: from, to: to, line: nil, places: [])
    guard let start = from.place?.coordinate, let end = to.place?.coordinate else { return none }
    let line = Geodesic(from: start, to: end, using: SystemMath.self)
    let places = line.places(
      from: start, to: end, every: 100_000, atMost: 128, using: SystemMath.self)
    return Distance(version: version, from: from, to: to, line: line, places: places)
  }

  /// Where a record is; nothing where that is not known.
  func place(of record: Record) -> Point? {
    guard let measuredField, case .point(let point) = record.values[measuredField] else {
      return nil
    }
    return point
  }
}
