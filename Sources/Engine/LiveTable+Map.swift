import AlmanacCore
public import AlmanacDeclarations
import AlmanacStorage
import Synchronization

/// The places of the records that a query finds.
public struct PlacesOfQuery: Sendable {
  /// The version that all of it belongs to.
  public var version: String
  /// How many records the query finds, with a known place or without.
  public var total: Int
  /// Those whose place is known, in the order of the query.
  public var places: [RecordPlace]
}

/// A record's key and place.
public struct RecordPlace: Sendable, Hashable {
  /// The key.
  public var id: RecordID
  /// The place in the measured field.
  public var point: Point
}

extension LiveTable {
  /// The places in the measured field of all records that a query finds, in its order.
  ///
  /// Offset and limit are not heeded. None where the dataset measures nothing.
  /// Of a stream, what is on disk: records that are not committed yet have no place here.
  ///
  /// Cost: O(n) once a version and query.
  public func places(_ query: TableQuery) async throws -> PlacesOfQuery {
    let key = try key(of: query)
    if let known = try knownPlaces(key) { return known }
    var found = try await findPlaces(key)
    for _ in 0..<8 where !found.isOfOneVersion { found = try await findPlaces(key) }
    // Of what is written to all the time: each place is true, some came or went meanwhile.
    guard found.isOfOneVersion else { return found.places }
    mapPlaces.withLock { $0.keep(found.places, for: key) }
    return found.places
  }

  private func knownPlaces(_ key: OrderCache.Key) throws -> PlacesOfQuery? {
    let now = version(try store.size().generation)
    return mapPlaces.withLock { $0.places(key, version: now) }
  }

  /// The places, and whether no write came between finding the rows and reading where they are.
  private func findPlaces(
    _ key: OrderCache.Key
  ) async throws -> (places: PlacesOfQuery, isOfOneVersion: Bool) {
    guard let field = dataset.measure.flatMap(dataset.index(of:)) else {
      return (PlacesOfQuery(version: try version(), total: 0, places: []), true)
    }
    let found = try await order(key)
    let seen = try await store.placedRows(of: field)
    let placed = Dictionary(
      uniqueKeysWithValues: seen.rows.map { ($0.row, RecordPlace(id: $0.id, point: $0.point)) })
    let places = PlacesOfQuery(
      version: version(found.generation), total: found.rows.count,
      places: found.rows.compactMap { placed[$0] })
    return (places, seen.generation == found.generation)
  }
}

/// The places of the queries that were asked for last.
struct PlacesCache: Sendable {
  /// At least the newest are held: a map asks for the same ones again and again.
  private var kept = ByteBoundedCache<OrderCache.Key, PlacesOfQuery>(
    most: 16_000_000, keepsNewest: true)

  /// What they take, and may take unless those of a single query take more.
  var memory: (bytes: Int, most: Int) { (kept.bytes, kept.most) }

  /// The places of a key, if they are of a version.
  mutating func places(_ key: OrderCache.Key, version: String) -> PlacesOfQuery? {
    guard kept.peek(key)?.version == version else { return nil }
    return kept.value(for: key)
  }

  /// Keeps places, and lets go of what was not used for longest.
  ///
  /// Cost: O(places).
  mutating func keep(_ places: PlacesOfQuery, for key: OrderCache.Key) {
    kept.removeAll { $1.version != places.version }
    kept.keep(places, for: key, bytes: places.memorySize + key.memorySize)
  }
}
