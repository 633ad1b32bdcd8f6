/// A condition on one field.
public struct Filter: Sendable, Hashable {
  /// The field's name, or `id`.
  public var field: String
  /// What its value must meet.
  public var test: Test

  /// A condition on a value.
  public enum Test: Sendable, Hashable {
    /// Equal to; an element of, for a list.
    case equals(Value)
    /// At least, for fields on a scale.
    case atLeast(Value)
    /// At most, for fields on a scale.
    case atMost(Value)
    /// Whether there is a value at all.
    case known(Bool)
  }

  /// Makes a condition.
  public init(field: String, test: Test) {
    self.field = field
    self.test = test
  }
}
