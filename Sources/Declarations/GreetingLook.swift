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
