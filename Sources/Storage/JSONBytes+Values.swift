public import AlmanacDeclarations

extension JSONBytes {
  /// Appends a value of a type as rows of answers write it; null where there is none.
  public static func append(_ value: Value, of type: FieldType, to bytes: inout [UInt8]) {
    switch value {
    case .absent: bytes.append(contentsOf: JSONKeys.null)
    case .integer(let number): append(number, of: type, to: &bytes)
    case .number(let number): append(number, to: &bytes)
    case .text(let text): append(text, to: &bytes)
    case .list(let texts): bytes.append(contentsOf: JSONText.array(texts).utf8)
    case .currencies(let all): bytes.append(contentsOf: JSONText.array(all).utf8)
    case .point(let point):
      bytes.append(contentsOf: JSONKeys.latitude)
      append(point.latitude, to: &bytes)
      bytes.append(contentsOf: JSONKeys.longitude)
      append(point.longitude, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ number: Int64, of type: FieldType, to bytes: inout [UInt8]) {
    switch type {
    case .boolean: bytes.append(contentsOf: number == 1 ? JSONKeys.true : JSONKeys.false)
    case .date: append(isoDate(number), to: &bytes)
    case .timestamp, .datetime:
      append(milliseconds: number, isInstant: type == .timestamp, to: &bytes)
    default: append(number, to: &bytes)
    }
  }
}
