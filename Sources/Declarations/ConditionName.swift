/// The name of a filter in an address: `side`, `price.min`, `price.max`, `mass.known`.
public struct ConditionName: Sendable, Hashable {
  /// The field.
  public var field: String
  /// What follows the dot.
  public var test: Test?
  /// What follows the dot when it is no known test.
  public var unknownTest: String?

  /// What can be asked of a field beyond equality.
  public enum Test: String, Sendable, Hashable, CaseIterable {
    /// At least this value.
    case min
    /// At most this value.
    case max
    /// Whether there is a value.
    case known
  }

  /// Reads a name.
  public init(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    field = String(parts[0])
    test = parts.count > 1 ? Test(rawValue: String(parts[1])) : nil
    unknownTest = parts.count > 1 && test == nil ? String(parts[1]) : nil
  }

  /// Why this cannot be asked of a field; nothing when it can.
  public func complaint(for field: Field) -> Message? {
    if let unknownTest {
      let tests = Test.allCases.map(\.rawValue)
      return Message("expected .min, .max or .known, found \".\(unknownTest)\".")
        .hinted(NearestWord.hint(for: unknownTest, among: tests))
    }
    switch test {
    case .min, .max:
      return field.type.isRanged
        ? nil : "\"\(field.name)\" is of type \(field.type), which has no range."
    case .known: return nil
    case nil:
      return [.point, .currencies].contains(field.type)
        ? "\"\(field.name)\" is of type \(field.type), which can only be asked for .known." : nil
    }
  }
}
