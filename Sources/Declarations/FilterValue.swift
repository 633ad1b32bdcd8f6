import AlmanacCore

/// Values as addresses write them: `60.5`, `2011`, `2026-11-21`, `2026-11-21T14:02:48Z`, `true`.
public enum FilterValue {
  /// The value of a text for a type; nothing when it is none.
  public static func read(_ text: String, _ type: FieldType) -> Value? {
    switch type {
    case .integer, .year: Int64(text).map { .integer($0) }
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .boolean: ["true": 1, "false": 0][text].map { .integer($0) }
    case .date: CivilDate(iso: Array(text.utf8)).map { .integer(Int64($0.daysSinceEpoch)) }
    case .timestamp, .datetime: milliseconds(text).map { .integer($0) }
    default: .text(text)
    }
  }

  /// What `read` expects, in plain words.
  public static func expected(_ type: FieldType) -> Message {
    switch type {
    case .integer: "a whole number"
    case .year: "a year"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date such as \("2026-11-21")"
    case .timestamp, .datetime:
      "a time such as \("2026-11-21T14:02:48Z"), or milliseconds since 1970"
    default: "a text"
    }
  }

  /// The value as `read` reads it for a type; without one, a number for all that are numbers.
  public static func text(_ value: Value, _ type: FieldType? = nil) -> String {
    switch value {
    case .integer(let number) where type == .boolean: number == 1 ? "true" : "false"
    case .integer(let days) where type == .date:
      CivilDate(daysSinceEpoch: Int(days)).map { String(decoding: $0.iso, as: UTF8.self) } ?? ""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    default: ""
    }
  }

  private static func milliseconds(_ text: String) -> Int64? {
    if let number = Int64(text) { return number }
    return Timestamp(iso: Array(text.utf8))?.millisecondsSinceEpoch
  }
}
