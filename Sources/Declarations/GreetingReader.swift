/// How a record greets who opens the pages: by its picture, its name and some facts.
public struct GreetingLook: Sendable, Hashable {
  /// The fields that are told beside the name.
  public var facts: [String]
  /// How long after a page is there.
  public var after: Duration

  /// Makes a greeting; three seconds after a page is there, unless told otherwise.
  public init(facts: [String], after: Duration = .seconds(3)) {
    self.facts = facts
    self.after = after
  }
}

/// Reads `greeting` of a dataset file.
struct GreetingReader {
  func read(_ node: NodeReader) -> GreetingLook? {
    guard let mapping = node.mapping(of: DatasetSchema.greeting) else { return nil }
    var greeting = GreetingLook(
      facts: mapping.required("facts", "the fields to tell, such as [population]")?.texts ?? [])
    if let after = mapping["after"] { greeting.after = time(after) ?? greeting.after }
    return greeting
  }

  /// `1s` to `5s`.
  private func time(_ node: NodeReader) -> Duration? {
    guard let parts = node.word?.wholeMatch(of: #/([1-5])s/#), let number = Int(parts.1) else {
      node.wrong(expected: "a time from 1s to 5s")
      return nil
    }
    return .seconds(number)
  }
}
