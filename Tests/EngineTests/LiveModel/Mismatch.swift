/// What a delivered window says that the naive table does not.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Stops where two values differ.
func expectEqual<T: Equatable>(
  _ seen: T, _ expected: T, _ what: @autoclosure () -> String
) throws(Mismatch) {
  guard seen == expected else { throw Mismatch("\(what()): \(seen), expected \(expected)") }
}
