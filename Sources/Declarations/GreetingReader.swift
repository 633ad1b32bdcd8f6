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
