import Foundation

extension Sandbox {
  /// Everything the upstreams publish at the start.
  static func tables(_ options: Options) throws -> [String: Table] {
    var tables = synthetic(options)
    for (name, file) in options.rows {
      let rows = try readRows(file).map(options.points.applied)
      tables[name] = Table(rows, key: "id", isSynthetic: false, published: published)
    }
    return tables
  }

  private static func synthetic(_ options: Options) -> [String: Table] {
    let meteorites = SyntheticMeteorites.rows(
      options.meteorites, seed: options.seed, geolocation: options.points)
    let (stations, keywords) = SyntheticStations.rows(options.stations, seed: options.seed)
    return [
      Self.meteorites: Table(meteorites, key: "id", published: published),
      "stations": Table(stations, key: "id", published: published),
      "station_keywords": Table(keywords, key: "id", published: published),
      "countries": Table(
        SyntheticCountries.rows(options.countries), key: "cca2", published: published),
    ]
  }

  /// When the tables were last published before the sandbox started: 2026-01-01.
  private static let published = Date(timeIntervalSince1970: 1_767_225_600)

  private static func readRows(_ file: URL) throws -> [Table.Values] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { line in
      try decoder.decode(Table.Values.self, from: line)
    }
  }
}
