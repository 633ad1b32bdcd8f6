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
