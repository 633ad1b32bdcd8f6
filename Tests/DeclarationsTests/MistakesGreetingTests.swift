import Testing

@Suite struct `Mistakes in the greeting` {
  static let greeting: [Mistake] = [
    Mistake(
      .json, "greeting: { facts: [name, mass], after: 2s }",
      "greeting: true",
      #"52: greeting: expected a mapping with facts, after, found "true"."#),
    Mistake(
      .json, "greeting: { facts: [name, mass], after: 2s }",
      "greeting: { facts: [name, mss] }",
      #"52: greeting.facts[1]: no field is called "mss". Did you mean "mass"?"#),
    Mistake(
      .json, "after: 2s }",
      "after: 6s }",
      #"52: greeting.after: expected a time from 1s to 5s, found "6s"."#),
    Mistake(
      .json, "after: 2s }",
      "after: 0s }",
      #"52: greeting.after: expected a time from 1s to 5s, found "0s"."#),
    Mistake(
      .json, "greeting: { facts: [name, mass], after: 2s }",
      "greeting: { after: 2s }",
      "52: greeting.facts: missing: expected the fields to tell, such as [population]."),
  ]

  @Test(arguments: greeting) func `are told with their line and the nearest key`(
    mistake: Mistake
  ) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
