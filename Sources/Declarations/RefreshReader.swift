import Yams

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
    refresh.cursor = mapping["cursor"]?.text
    if let deletions = mapping["deletions"] {
      refresh.deletions = deletions.choice(of: Refresh.Deletions.self) ?? .compare
    }
    return refresh
  }

  /// `24h`, `30m`, `7d`, `90s`.
  private func duration(_ node: NodeReader) -> Duration? {
    let seconds: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let text = node.text, let unit = text.last.flatMap({ seconds[$0] }),
      let number = Int(text.dropLast()), number > 0, number < 100_000
    else {
      node.wrong(expected: "a time such as 24h, 30m, 7d or 90s")
      return nil
    }
    return .seconds(number * unit)
  }

  /// `80%` or `0.8`.
  private func share(_ node: NodeReader) -> Double? {
    let text = node.node.string ?? ""
    let number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    guard let number, (0...1).contains(number) else {
      node.wrong(expected: "a share from 0% to 100%")
      return nil
    }
    return number
  }
}
