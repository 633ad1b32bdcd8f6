/// A value of the field that only grows, by which a source is asked for what is new.
public struct Cursor: Sendable, Hashable, Comparable {
  /// The value as the source wrote it, to be sent back.
  public let text: String
  private let rank: Rank

  private enum Rank: Hashable {
    /// The nearest binary64 number, and what a whole number has beyond it.
    case number(Double, beyond: Int64)
    case text

    static func whole(_ number: Int64) -> Rank {
      let nearest = Double(number)
      return .number(nearest, beyond: Int64(Int128(number) - Int128(nearest)))
    }
  }

  /// Reads a cursor: times are compared as times, numbers as numbers, all else byte by byte and after
  /// them.
  ///
  /// A time without a zone is compared as if it were UTC.
  public init(_ text: String) {
    self.text = text
    rank = Array(text.utf8).withUnsafeBufferPointer { bytes in
      if let moment = Moment(bytes) { return .whole(moment.instant ?? moment.local) }
      guard let number = NumberText(bytes) else { return .text }
      return number.integer.map(Rank.whole) ?? number.number.map { .number($0, beyond: 0) } ?? .text
    }
  }

  /// Whether one comes before the other; values that rank alike are compared byte by byte.
  public static func < (left: Cursor, right: Cursor) -> Bool {
    switch (left.rank, right.rank) {
    case (.number(let mine, let rest), .number(let theirs, let others))
    where (mine, rest) != (theirs, others):
      (mine, rest) < (theirs, others)
    case (.number, .text): true
    case (.text, .number): false
    default: left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}
