import AlmanacDeclarations

/// Looks whether a record that a program made is one that a decoder could have made.
struct RecordCheck {
  private let isInteger: Bool
  private let fields: [Field]

  init(_ dataset: Dataset) {
    isInteger = dataset.key.isInteger
    fields = dataset.fields
  }

  /// What is wrong with a record; nothing where it can be kept.
  ///
  /// Cost: O(fields).
  func complaint(about record: Record) -> String? {
    switch record.id {
    case .integer where !isInteger, .text where isInteger: return "key of another type"
    case .text(""): return "no key"
    default: break
    }
    guard record.values.count == fields.count else { return "not one value for each field" }
    for (value, field) in zip(record.values, fields) where !fits(value, field.type) {
      return "\(field.name) of another type"
    }
    return nil
  }

  private func fits(_ value: Value, _ type: FieldType) -> Bool {
    switch (value, type) {
    case (.absent, _): true
    case (.integer(let number), .boolean): number == 0 || number == 1
    case (.integer, .integer), (.integer, .year), (.integer, .date), (.integer, .timestamp),
      (.integer, .datetime):
      true
    case (.number(let number), .number): number.isFinite
    case (.text(let text), .text), (.text(let text), .link), (.text(let text), .image):
      !text.isEmpty
    case (.point, .point): true
    case (.list(let texts), .list): !texts.isEmpty
    case (.currencies(let all), .currencies): !all.isEmpty
    default: false
    }
  }
}
