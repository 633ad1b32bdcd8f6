extension Source {
  /// How a stream's records are put together before they are written.
  public struct Group: Sendable, Hashable {
    /// So many records are written as soon as they are there.
    public var records: Int
    /// The longest that fewer records wait for more.
    public var wait: Duration

    /// Makes a rule; 2,000 records, or 50 milliseconds.
    public init(records: Int = 2000, wait: Duration = .milliseconds(50)) {
      self.records = records
      self.wait = wait
    }
  }

  /// Whether the program that embeds the library hands the records in: a stream with neither an
  /// address nor a simulator.
  public var isFed: Bool { kind == .stream && url.isEmpty && simulation == nil }
}

extension Dataset {
  /// The position of the field that tells versions of a record apart; nothing where none does.
  public var revisionIndex: Int? { source.revision.flatMap(index(of:)) }
}
