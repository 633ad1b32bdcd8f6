@testable import AlmanacDeclarations
@testable import AlmanacDecoding

/// A decoder, and the one that reads its dataset's snapshots.
struct Subject {
  let decoder: RecordDecoder
  let ofSnapshots: RecordDecoder

  init(decoder: RecordDecoder, ofSnapshots: RecordDecoder? = nil) {
    self.decoder = decoder
    self.ofSnapshots = ofSnapshots ?? RecordDecoder(snapshotOf: decoder.dataset)
  }

  init(_ dataset: Dataset) { self.init(decoder: RecordDecoder(dataset: dataset)) }
}

/// The datasets whose decoders are fuzzed, made of every kind of field and path.
enum Sample {
  static let json = Subject(dataset(.json, everyType))
  static let soda = Subject(sodaDataset)
  static let comma = Subject(dataset(.csv, everyType + apart))
  static let semicolon = Subject(semicolonDataset)
  static let snapshot = Subject(decoder: Subject(dataset(.json, everyType + apart)).ofSnapshots)
  static let nested = Subject(nestedDataset)
  static let paged = Subject(pagedDataset)
  static let single = Subject(singleDataset)

  /// A field of every type, each under its type's name.
  static let everyType = FieldType.allCases.map { Field(name: $0.rawValue, type: $0) }

  /// Fields that are put together of others.
  static let apart: [Field] = [
    Field(
      name: "place", type: .point, from: [],
      place: PlacePaths(latitude: FieldPath("lat"), longitude: FieldPath("lon")),
      unknownPlaces: [Point(latitude: 0, longitude: 0)].compactMap { $0 }),
    Field(
      name: "size", type: .text,
      bands: Bands(of: "number", steps: [Bands.Step(name: "big", atLeast: 10)], otherwise: "small")),
  ]

  static func dataset(
    _ kind: Source.Kind, _ fields: [Field], key: Key = Key(from: [FieldPath("id")])
  ) -> Dataset {
    Dataset(
      id: "sample", source: Source(kind: kind, url: "https://example.org/records"), key: key,
      fields: fields)
  }

  private static var sodaDataset: Dataset {
    var made = dataset(
      .soda, everyType + apart, key: Key(from: [FieldPath("id")], isInteger: true))
    made.refresh.cursor = ":updated_at"
    return made
  }

  private static var semicolonDataset: Dataset {
    var made = dataset(
      .csv, everyType, key: Key(from: [FieldPath("no"), FieldPath("id")], isInteger: true))
    made.source.delimiter = ";"
    return made
  }

  /// Paths through objects, lists and every element, some of which pass through each other.
  private static let paths: [Field] = [
    field("a", .text, "a"), field("b", .text, "a.b"), field("c", .list, "a.*"),
    field("d", .number, "l.0"), field("e", .list, "l.*"), field("f", .text, "l.*.n"),
    field("g", .currencies, "c"), field("h", .point, "p"), field("i", .list, "a.*.n", "l"),
  ]

  private static var nestedDataset: Dataset {
    var made = dataset(.json, paths, key: Key(from: [FieldPath("id"), FieldPath("a.id")]))
    made.source.records = FieldPath("data.items")
    return made
  }

  private static var pagedDataset: Dataset {
    var made = dataset(.json, paths, key: Key(from: [FieldPath("id")], isInteger: true))
    made.source.records = FieldPath("r")
    made.source.paging = .next(FieldPath("next"))
    return made
  }

  private static var singleDataset: Dataset {
    var made = dataset(.json, paths)
    made.source.records = FieldPath("r.*")
    return made
  }

  private static func field(_ name: String, _ type: FieldType, _ paths: String...) -> Field {
    Field(name: name, type: type, from: paths.map { FieldPath($0) })
  }
}
