/// The key of a record as its source writes it: unique in its dataset.
public enum RecordID: Sendable, Hashable, CustomStringConvertible {
  /// A whole-number key.
  case integer(Int64)
  /// A text key.
  case text(String)

  /// The key as text, as it stands in a link.
  public var description: String {
    switch self {
    case .integer(let number): String(number)
    case .text(let text): text
    }
  }
}

/// One record of a dataset.
public struct Record: Sendable, Hashable {
  /// The key.
  public var id: RecordID
  /// The values in the order in which the dataset declares its fields.
  public var values: [Value]
  /// What the source sent beyond the declaration, or with another type: one JSON object, UTF-8.
  public var extra: String?

  /// Makes a record; `values` has one element for each declared field.
  public init(id: RecordID, values: [Value], extra: String? = nil) {
    self.id = id
    self.values = values
    self.extra = extra
  }
}
