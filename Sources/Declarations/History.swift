/// How much of what syncs changed is kept.
public struct History: Sendable, Hashable {
  /// How long a change is kept.
  public var keep: Duration
  /// How many changes of each kind (new, changed, gone) are kept at most.
  public var most: Int

  /// Makes a rule; a year, and 100,000 of each kind.
  public init(keep: Duration = .seconds(365 * 86_400), most: Int = 100_000) {
    self.keep = keep
    self.most = most
  }
}

/// Reads `history` of a dataset file.
struct HistoryReader {
  func read(_ node: NodeReader) -> History {
    var history = History()
    guard let mapping = node.mapping(of: DatasetSchema.history) else { return history }
    if let keep = mapping["keep"] { history.keep = RefreshReader().duration(keep) ?? history.keep }
    if let most = mapping["most"] {
      history.most = most.integer(in: 0...10_000_000) ?? history.most
    }
    return history
  }
}
