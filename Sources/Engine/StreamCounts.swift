/// What became of all that a stream brought since the start: nothing goes uncounted.
///
/// Once everything is written, `received` is `inserted`, `changed` and `older` together, and what
/// could not be kept stands in the status's `setAside`.
public struct StreamCounts: Sendable, Hashable {
  /// Packets that came, sound or not.
  public var packets = 0
  /// Records that were read and shown.
  public var received = 0
  /// Records that were new.
  public var inserted = 0
  /// Records that took the place of a different one with the same key.
  public var changed = 0
  /// Records that changed nothing, since what is held is the same or of a later revision.
  public var older = 0
  /// Values of fields with declared choices that are none of them; they are kept as they came.
  public var unlisted = 0
  /// Values of another type than the declared one, NaN and Infinity among them; their records are
  /// kept without them.
  public var illTyped = 0
  /// Records and whole packets that could not be kept.
  public var setAside = 0
  /// Records that were offered when there was no room, and so were let go.
  public var dropped = 0
  /// Connections after the first.
  public var reconnects = 0

  /// Records that made a difference.
  var news: Int { inserted + changed }

  /// Makes counts of nothing.
  public init() {}
}
