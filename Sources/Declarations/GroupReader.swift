/// Reads `source.group` of a dataset file.
struct GroupReader {
  private static let longest = Duration.seconds(60)

  /// The group; what cannot be read is told, and the usual stands in.
  func read(_ node: NodeReader) -> Source.Group {
    var group = Source.Group()
    guard let mapping = node.mapping(of: DatasetSchema.group) else { return group }
    if let records = mapping["records"] {
      group.records = records.integer(in: 1...100_000) ?? group.records
    }
    if let wait = mapping["wait"] { group.wait = time(wait) ?? group.wait }
    return group
  }

  /// `50ms` or `2s`; `0ms` lets nothing wait.
  private func time(_ node: NodeReader) -> Duration? {
    guard let parts = node.word?.wholeMatch(of: #/([0-9]{1,5})(ms|s)/#), let number = Int(parts.1)
    else { return wrong(node) }
    let time = parts.2 == "ms" ? Duration.milliseconds(number) : .seconds(number)
    return time <= Self.longest ? time : wrong(node)
  }

  private func wrong(_ node: NodeReader) -> Duration? {
    node.wrong(expected: "a time such as 50ms or 2s, at most 60s")
    return nil
  }
}
