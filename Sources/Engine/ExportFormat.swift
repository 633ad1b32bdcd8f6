public import AlmanacDeclarations

/// The forms in which a dataset can be taken away.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated values (RFC 4180).
  case csv
  /// One JSON object with all rows.
  case json
  /// A JSON object for each row, one a line.
  case ndjson
  /// A GeoJSON feature collection (RFC 7946); only of datasets with a place.
  case geojson
  /// An SQLite database.
  case sqlite

  /// Its name as people write it.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .json: "JSON"
    case .ndjson: "NDJSON"
    case .geojson: "GeoJSON"
    case .sqlite: "SQLite"
    }
  }

  /// Its media type.
  public var mediaType: String {
    switch self {
    case .csv: "text/csv"
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .geojson: "application/geo+json"
    case .sqlite: "application/vnd.sqlite3"
    }
  }

  /// Whether the credit stands inside the export; beside it otherwise.
  public var holdsCredit: Bool { self != .csv && self != .ndjson }

  /// Whether a dataset can be taken away in it.
  public func suits(_ dataset: Dataset) -> Bool { self != .geojson || dataset.place != nil }
}

extension Dataset {
  /// The position of the field that places its records on a map: the measured one, else the first
  /// point; nothing where there is none.
  var place: Int? {
    measure.flatMap(index(of:)) ?? fields.firstIndex { $0.type == .point }
  }
}
