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
    if let overlap = mapping["overlap"] { refresh.overlap = self.overlap(overlap) }
    if let deletions = mapping["deletions"] {
      refresh.deletions = deletions.choice(of: Refresh.Deletions.self) ?? .compare
    }
    return refresh
  }

  /// `24h`, `30m`, `7d`, `90s`.
  func duration(_ node: NodeReader) -> Duration? {
    guard let time = node.word.flatMap(Self.time), time > .zero else {
      node.wrong(expected: "a time such as 24h, 30m, 7d or 90s")
      return nil
    }
    return time
  }

  private static func time(_ text: String) -> Duration? {
    let seconds: [Substring: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let parts = text.wholeMatch(of: #/([0-9]{1,5})([smhd])/#), let number = Int(parts.1),
      let unit = seconds[parts.2]
    else { return nil }
    return .seconds(number * unit)
  }

  /// `10m` for a cursor that is a time, `100` for one that is a number.
  private func overlap(_ node: NodeReader) -> Refresh.Overlap {
    var overlap = Refresh.Overlap()
    if let time = node.word.flatMap(Self.time) {
      overlap.time = time
    } else if let count = node.word.flatMap({ Int($0) }), (0...1_000_000_000).contains(count) {
      overlap.count = count
    } else {
      node.wrong(expected: "a time such as 10m, or a whole number such as 100")
    }
    return overlap
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
