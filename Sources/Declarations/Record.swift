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

extension RecordID {
  /// Whether both are the same number, or texts of the same bytes.
  ///
  /// Unlike texts, keys that look alike but are made of other scalars (é as one, or as e and an accent)
  /// are two: so the store compares them, and so nobody can choose keys that take long to compare.
  public static func == (left: RecordID, right: RecordID) -> Bool {
    switch (left, right) {
    case (.integer(let mine), .integer(let theirs)): mine == theirs
    case (.text(let mine), .text(let theirs)):
      mine.utf8.count == theirs.utf8.count && mine.utf8.elementsEqual(theirs.utf8)
    default: false
    }
  }

  /// Feeds a hasher with the number, or with the bytes of the text.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let number): hasher.combine(number)
    case .text(var text):
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
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
