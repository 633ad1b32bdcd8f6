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
