import AlmanacCore
import AlmanacDeclarations
@testable import AlmanacDecoding

/// Writes records in the shape of a snapshot, as simply as can be.
enum SnapshotModel {
  /// Whether a value has a spelling: days and moments beyond the calendar's years have none, nor has
  /// a currency without a code.
  static func canWrite(_ value: Value) -> Bool {
    guard case .currencies(let currencies) = value else { return true }
    return currencies.allSatisfy { !$0.code.isEmpty }
  }

  /// The text of a snapshot.
  static func text(of records: [Record], _ dataset: Dataset) -> [UInt8] {
    let rows = records.map { record in
      let fields = zip(dataset.fields, record.values).filter { $0.0.bands == nil }
      let members = fields.compactMap { field, value in
        json(value, of: field.type).map { "\(quoted(field.name)):\($0)" }
      }
      return "{" + (["\"id\":\(key(record.id))"] + members).joined(separator: ", ") + "}"
    }
    return Array("{\"rows\": [\(rows.joined(separator: ",\n"))]}".utf8)
  }

  private static func key(_ id: RecordID) -> String {
    switch id {
    case .integer(let number): String(number)
    case .text(let text): quoted(text)
    }
  }

  private static func json(_ value: Value, of type: FieldType) -> String? {
    switch value {
    case .absent: nil
    case .integer(let number): whole(number, of: type)
    case .number(let number): "\(number)"
    case .text(let text): quoted(text)
    case .point(let point): "[\(point.latitude), \(point.longitude)]"
    case .list(let texts): "[" + texts.map(quoted).joined(separator: ",") + "]"
    case .currencies(let currencies): "[" + currencies.map(json).joined(separator: ",") + "]"
    }
  }

  private static func json(_ currency: Currency) -> String {
    let (code, name) = (quoted(currency.code), quoted(currency.name))
    return "{\"code\":\(code), \"name\":\(name), \"symbol\":\(quoted(currency.symbol))}"
  }

  private static func whole(_ number: Int64, of type: FieldType) -> String {
    switch type {
    case .date:
      CivilDate(daysSinceEpoch: Int(number)).map { quoted(String(decoding: $0.iso, as: UTF8.self)) }
        ?? "\(number)"
    case .datetime, .timestamp: moment(number)
    default: "\(number)"
    }
  }

  private static func moment(_ milliseconds: Int64) -> String {
    guard let moment = Timestamp(millisecondsSinceEpoch: milliseconds) else {
      return "\(milliseconds)"
    }
    return quoted(String(decoding: moment.iso, as: UTF8.self))
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\" + String(scalar)
      case "\0"..<" ":
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
