import AlmanacDecoding
@testable import AlmanacDeclarations
import Foundation

/// A dataset with a key `id` and the given fields.
func dataset(
  _ kind: Source.Kind, records: String? = nil, integerKey: Bool = true,
  key: [String] = ["id"], _ fields: Field...
) -> Dataset {
  var source = Source(kind: kind, url: "https://example.org/records")
  source.records = records.map { FieldPath($0) }
  return Dataset(
    id: "sample", source: source,
    key: Key(from: key.map { FieldPath($0) }, isInteger: integerKey), fields: fields)
}

/// A dataset of a JSON source with whole-number keys `id`.
func dataset(_ fields: Field...) -> Dataset {
  var made = dataset(.json)
  made.fields = fields
  return made
}

/// A field that is looked for at one path.
func field(_ name: String, _ type: FieldType, _ paths: String...) -> Field {
  Field(name: name, type: type, from: paths.isEmpty ? nil : paths.map { FieldPath($0) })
}

/// A point whose degrees stand apart.
func place(
  _ name: String, _ latitude: String, _ longitude: String, from: String? = nil,
  unknown: [Point?] = []
) -> Field {
  Field(
    name: name, type: .point, from: from.map { [FieldPath($0)] },
    place: PlacePaths(latitude: FieldPath(latitude), longitude: FieldPath(longitude)),
    unknownPlaces: unknown.compactMap { $0 })
}

/// What a decoder makes of an answer.
func decode(
  _ answer: String, _ dataset: Dataset, partners: [PartnerTable] = []
) throws -> (records: [Record], page: DecodedPage) {
  try decode(Array(answer.utf8), dataset, partners: partners)
}

func decode(
  _ answer: some Collection<UInt8>, _ dataset: Dataset, partners: [PartnerTable] = []
) throws -> (records: [Record], page: DecodedPage) {
  var records: [Record] = []
  let decoder = RecordDecoder(dataset: dataset, partners: partners)
  let page = try decoder.decode(answer) { records.append($0) }
  return (records, page)
}

/// The failure of an answer in words; "no failure" where there is none.
func failure(_ answer: String, _ dataset: Dataset) -> String {
  do {
    _ = try decode(answer, dataset)
    return "no failure"
  } catch {
    return String(describing: error)
  }
}

/// The value of one field and the extra of a record `{"id": 1, "it": …}`.
func value(
  _ json: String, as type: FieldType, order: DateOrder? = nil
) throws -> (value: Value, extra: String?) {
  var it = field("it", type)
  it.order = order
  let decoded = try decode(#"[{"id":1,"it":\#(json)}]"#, dataset(it))
  return (decoded.records[0].values[0], decoded.records[0].extra)
}

/// A place that is known to exist.
func at(_ latitude: Double, _ longitude: Double) -> Value {
  Point(latitude: latitude, longitude: longitude).map(Value.point) ?? .absent
}

/// Large public files beside the repository; tests that read them are skipped where they are not.
enum SharedData {
  static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["ALMANAC_SHARED_DATA"]
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beside = root.deletingLastPathComponent().appending(path: "shared/data")
    let folder = named.map { URL(filePath: $0) } ?? beside
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static var isThere: Bool { folder != nil }

  static func bytes(_ name: String) throws -> Data {
    guard let folder else { return Data() }
    return try Data(contentsOf: folder.appending(path: name))
  }
}

/// A small generator whose numbers depend on its seed alone (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
