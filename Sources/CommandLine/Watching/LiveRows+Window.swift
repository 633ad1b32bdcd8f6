import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

import struct AlmanacDeclarations.Record

extension LiveRows {
  /// The same rows as the engine's values.
  func window(of dataset: Dataset) -> Window {
    Window(
      version: version, total: total, offset: offset, rows: rows.map { $0.record(of: dataset) })
  }
}

extension LiveRow {
  fileprivate func record(of dataset: Dataset) -> Record {
    let key: RecordID =
      if case .integer(let number) = id { .integer(number) } else { .text(id.key) }
    return Record(id: key, values: dataset.fields.map { self[$0.name].value(of: $0.type) })
  }
}

extension JSONValue {
  /// What a value of a type is in an answer, read back.
  func value(of type: FieldType) -> Value {
    switch self {
    case .null: .absent
    case .bool(let truth): .integer(truth ? 1 : 0)
    case .integer(let number): type == .number ? .number(Double(number)) : .integer(number)
    case .number(let number): .number(number)
    case .text(let text): Self.value(text, type)
    case .list(let values):
      type == .currencies ? .currencies(values.map(\.currency)) : .list(values.map(\.key))
    case .object: point.map { .point($0) } ?? .absent
    }
  }

  private static func value(_ text: String, _ type: FieldType) -> Value {
    switch type {
    case .date:
      CivilDate(iso: Array(text.utf8)).map { .integer(Int64($0.daysSinceEpoch)) } ?? .absent
    case .timestamp, .datetime:
      Timestamp(iso: Array(text.utf8)).map { .integer($0.millisecondsSinceEpoch) } ?? .absent
    default: .text(text)
    }
  }

  private subscript(_ name: String) -> JSONValue {
    if case .object(let parts) = self { parts[name] ?? .null } else { .null }
  }

  private var currency: Currency {
    Currency(code: self["code"].key, name: self["name"].key, symbol: self["symbol"].key)
  }

  private var point: Point? {
    guard case .number(let latitude) = self["latitude"].value(of: .number),
      case .number(let longitude) = self["longitude"].value(of: .number)
    else { return nil }
    return Point(latitude: latitude, longitude: longitude)
  }
}
