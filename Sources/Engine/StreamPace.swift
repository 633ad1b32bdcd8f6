/// How soon a stream connects again: at once where connections bring news, ever later where not.
struct StreamPace: Sendable {
  /// How many connections in a row brought nothing new, as far as that matters.
  private(set) var idle = 0
  /// The most doublings: 64 seconds.
  private static let most = 6

  /// Notes how a connection ended.
  ///
  /// A whole file counts as idle even where it differs: whoever serves files is not to be asked every
  /// second.
  mutating func note(isFruitful: Bool, isWholeFile: Bool) {
    idle = isFruitful && !isWholeFile ? 0 : min(idle + 1, Self.most)
  }

  /// The longest pause before the next connection, in seconds: 1, 2, 4 … 64; a random half of it is
  /// taken off.
  var pause: Double { Double(1 << idle) }
}
