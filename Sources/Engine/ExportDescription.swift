public import AlmanacDeclarations
import AlmanacStorage
import Foundation

extension TableExport {
  /// What stands beside an export that cannot hold its credit: JSON; nothing for one that can.
  ///
  /// For CSV it is "CSV on the Web" metadata (W3C Recommendation, 2015), which says of every column
  /// what it is; for NDJSON the same properties without the columns' dialect.
  public func description(of file: String) -> [UInt8]? {
    format.holdsCredit
      ? nil : ExportDescription(dataset: dataset, format: format, credit: credit, file: file).json
  }
}

/// The description of an export that cannot hold its credit.
public struct ExportDescription: Sendable {
  private let dataset: Dataset
  private let format: ExportFormat
  private let credit: Credit
  private let file: String

  /// A description of a dataset's export in a format, to be found at an address.
  public init(dataset: Dataset, format: ExportFormat, credit: Credit, file: String) {
    self.dataset = dataset
    self.format = format
    self.credit = credit
    self.file = file
  }

  /// The description as JSON.
  public var json: [UInt8] {
    let options: JSONSerialization.WritingOptions = [
      .sortedKeys, .withoutEscapingSlashes, .prettyPrinted,
    ]
    do {
      return Array(try JSONSerialization.data(withJSONObject: value, options: options)) + [0x0A]
    } catch {
      preconditionFailure("Texts, lists and objects are always JSON: \(error)")
    }
  }

  private var value: [String: Any] {
    var value: [String: Any] = [
      "@context": ["http://www.w3.org/ns/csvw", ["@language": "en"]], "url": file,
      "dc:title": dataset.title.text(in: "en"), "dc:publisher": credit.text,
      "dc:rights": credit.licence, "dc:format": format.mediaType,
    ]
    value["dc:source"] = credit.homepage.map { ["@id": $0] }
    let licences = LicenceAddress.all(in: credit.licence)
    if let first = licences.first { value["dc:license"] = ["@id": first] }
    guard format == .csv else { return value }
    value["tableSchema"] = [
      "columns": [key] + dataset.fields.flatMap(columns), "primaryKey": "id",
    ]
    value["dialect"] = ["encoding": "utf-8", "lineTerminators": ["\r\n"], "header": true]
    return value
  }

  private var key: [String: Any] {
    [
      "name": "id", "titles": "id", "datatype": dataset.key.isInteger ? "long" : "string",
      "required": true,
    ]
  }

  private func columns(of field: Field) -> [[String: Any]] {
    guard field.type == .point else {
      return [column(field.name, field, Self.datatype(field.type))]
    }
    return [("latitude", 90), ("longitude", 180)].map { axis, most in
      column(
        "\(field.name).\(axis)", field,
        ["base": "double", "minimum": -most, "maximum": most] as [String: Any])
    }
  }

  private func column(_ name: String, _ field: Field, _ datatype: Any) -> [String: Any] {
    var column: [String: Any] = ["name": name, "titles": name, "datatype": datatype]
    column["dc:title"] = field.title.text(in: "en")
    column["schema:unitText"] = field.unit
    return column
  }

  private static func datatype(_ type: FieldType) -> Any {
    switch type {
    case .text: "string"
    case .integer, .year: "long"
    case .number: "double"
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "dateTimeStamp"
    case .datetime: "dateTime"
    case .link, .image: "anyURI"
    case .list, .currencies: "json"
    case .point: "double"
    }
  }
}

/// The addresses of well-known licences.
public enum LicenceAddress {
  private static let known = [
    "CC0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC BY-SA 4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "ODbL 1.0": "https://opendatacommons.org/licenses/odbl/1-0/",
    "MPL 2.0": "https://www.mozilla.org/MPL/2.0/",
    "Unicode License": "https://www.unicode.org/license.txt",
  ]

  /// The addresses of the licences that a text names, between commas; those that are not known are
  /// left out.
  public static func all(in text: String) -> [String] {
    text.split(separator: ",").compactMap { known[$0.trimmingCharacters(in: .whitespaces)] }
  }
}
