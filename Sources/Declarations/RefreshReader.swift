/// Reads `refresh` of a dataset file.
struct RefreshReader {
  func read(_ node: NodeReader) -> Refresh {
    var refresh = Refresh()
    guard let mapping = node.mapping(of: DatasetSchema.refresh) else { return refresh }
    if let every = mapping["every"] { refresh.every = duration(every) ?? refresh.every }
    if let when = mapping["when"] {
      refresh.when = Set(when.elements.compactMap { $0.choice(of: Refresh.Occasion.self) })
    }
    if let floor = mapping["floor"] { refresh.floor = share(floor) ?? refresh.floor }
    refresh.cursor = mapping["cursor"]?.path?.description
    if let deletions = mapping["deletions"] {
      refresh.deletions = deletions.choice(of: Refresh.Deletions.self) ?? .compare
    }
    return refresh
  }

  /// `24h`, `30m`, `7d`, `90s`.
  func duration(_ node: NodeReader) -> Duration? {
    let seconds: [Substring: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let parts = node.word?.wholeMatch(of: #/([0-9]{1,5})([smhd])/#),
      let number = Int(parts.1), number > 0, let unit = seconds[parts.2]
    else {
      node.wrong(expected: "a time such as 24h, 30m, 7d or 90s")
      return nil
    }
    return .seconds(number * unit)
  }

  /// `80%` or `0.8`.
  private func share(_ node: NodeReader) -> Double? {
    let text = node.word ?? ""
    let number =
      text.hasSuffix("%")
      ? NodeReader.number(String(text.dropLast())).map { $0 / 100 } : NodeReader.number(text)
    guard let number, (0...1).contains(number) else {
      node.wrong(expected: "a share from 0% to 100%, or from 0 to 1")
      return nil
    }
    return number
  }
}
