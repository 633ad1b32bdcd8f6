import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// Addresses of pages, with every part percent-encoded (RFC 3986).
enum Address {
  /// What a device installs the pages by.
  static let manifest = "/app.webmanifest"

  /// The list of a dataset that shows what a query asks for.
  static func list(_ dataset: String, _ query: TableQuery = TableQuery(), json: Bool = false)
    -> String
  {
    self.dataset(dataset) + (json ? ".json" : "") + parameters(query.parameters)
  }

  /// What is found in everything that is kept.
  static func search(_ text: String, json: Bool = false) -> String {
    (json ? "/search.json" : "/search") + parameters([("q", text)])
  }

  /// What a query finds in a dataset, as a file.
  static func export(_ dataset: String, _ query: TableQuery, _ format: ExportFormat) -> String {
    self.dataset(dataset) + (format == .json ? ".export.json" : ".\(format)")
      + parameters(query.parameters)
  }

  /// The page of a record.
  static func record(_ dataset: String, _ id: RecordID, json: Bool = false) -> String {
    record(dataset, key: id.description, json: json)
  }

  /// The page of the record with a key.
  static func record(_ dataset: String, key: String, json: Bool = false) -> String {
    page(dataset, encoded(PathPart.text(ofKey: key))) + (json ? ".json" : "")
  }

  /// A page of a dataset beside its list, by a word that a route has.
  static func page(_ dataset: String, _ name: String) -> String {
    self.dataset(dataset) + "/" + name
  }

  /// The part of an address that names a dataset, and the slash before it.
  static func dataset(_ id: String) -> String { "/" + encoded(PathPart.text(ofDataset: id)) }

  /// What syncs changed in a dataset; with a suffix such as `.json` in another form.
  static func changes(_ dataset: String, _ query: ChangesQuery, as suffix: String = "") -> String {
    page(dataset, "changes") + suffix + parameters(query.parameters)
  }

  /// The records of a dataset that could not be kept.
  static func aside(_ dataset: String, json: Bool = false) -> String {
    page(dataset, "aside") + (json ? ".json" : "")
  }

  /// What a device keeps of a dataset, or a part of its rows.
  static func kept(
    _ dataset: String, part: Int? = nil, _ given: [(name: String, value: String)] = []
  ) -> String {
    "/-/offline" + self.dataset(dataset) + (part.map { "/\($0)" } ?? "") + ".json"
      + parameters(given)
  }

  /// Where a device's preferences are sent.
  static let preferences = "/preferences"

  /// The distance between two records, or the page on which they are chosen.
  static func distance(
    _ dataset: String, from: RecordID? = nil, to: RecordID? = nil, unit: DistanceUnit? = nil,
    json: Bool = false
  ) -> String {
    let all = [("from", from?.description), ("to", to?.description), ("units", unit?.rawValue)]
    return page(dataset, "distance") + (json ? ".json" : "")
      + parameters(all.compactMap { name, value in value.map { (name, $0) } })
  }

  /// What is nearest to a place or a record, or the page on which that is asked.
  static func near(
    _ dataset: String, _ asked: NearParameters? = nil, unit: DistanceUnit? = nil,
    json: Bool = false
  ) -> String {
    let radius = asked?.radius.map { Int(exactly: $0).map(String.init) ?? "\($0)" }
    let all = [
      ("lat", asked?.place.map { "\($0.latitude)" }),
      ("lon", asked?.place.map { "\($0.longitude)" }), ("id", asked?.id), ("radius", radius),
      ("limit", asked.flatMap { $0.limit == NearParameters.usualLimit ? nil : "\($0.limit)" }),
      ("units", unit?.rawValue),
    ]
    return page(dataset, "near") + (json ? ".json" : "")
      + parameters(all.compactMap { name, value in value.map { (name, $0) } })
  }

  /// What is nearest to a record.
  static func near(_ dataset: String, _ id: RecordID) -> String {
    page(dataset, "near") + parameters([("id", id.description)])
  }

  /// The picture of a record in a field.
  static func picture(_ dataset: String, _ id: RecordID, field: String) -> String {
    record(dataset, id) + "/picture/" + field
  }

  /// A picture by the name of its content, which never changes.
  static func picture(_ name: PictureName) -> String { "/pictures/\(name)" }

  /// Parameters as they stand behind a path; nothing for none.
  static func parameters(_ parameters: [(name: String, value: String)]) -> String {
    guard !parameters.isEmpty else { return "" }
    let pairs = parameters.map { encoded($0.name) + "=" + encoded($0.value) }
    return "?" + pairs.joined(separator: "&")
  }

  /// An address with one more parameter.
  static func adding(_ parameter: (name: String, value: String), to address: String) -> String {
    let more = parameters([parameter]).dropFirst()
    return address + (address.contains("?") ? "&" : "?") + more
  }

  /// A text with all but RFC 3986's unreserved characters percent-encoded.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) { bytes.append(byte) } else { bytes += percentEncoded(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A byte as `%XX`.
  static func percentEncoded(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
