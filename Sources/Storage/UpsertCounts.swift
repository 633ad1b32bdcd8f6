/// What became of a group of a stream's records: each is counted once.
public struct UpsertCounts: Sendable, Hashable {
  /// Records that were new.
  public var inserted = 0
  /// Records that took the place of a different one with the same key.
  public var changed = 0
  /// Records that changed nothing, since what is held is the same or of a later revision.
  public var older = 0
  /// Records that the tables' own checks refuse; they are not kept.
  public var refused = 0
  /// Why the first of them is refused, in SQLite's words, with its key.
  public var refusal: String?
  /// Records in the store afterwards.
  public var total = 0

  /// Makes counts of nothing.
  public init() {}
}
