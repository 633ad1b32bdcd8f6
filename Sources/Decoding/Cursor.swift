/// A value of the field that only grows, by which a source is asked for what is new.
public struct Cursor: Sendable, Hashable, Comparable {
  /// The value as the source wrote it, to be sent back.
  public let text: String
  private let rank: Rank

  private enum Rank: Hashable {
    case number(Double)
    case whole(Int64)
    case text
  }

  /// Reads a cursor: times are compared as times, numbers as numbers, all else byte by byte.
  ///
  /// A time without a zone is compared as if it were UTC.
  public init(_ text: String) {
    self.text = text
    rank = Array(text.utf8).withUnsafeBufferPointer { bytes in
      if let moment = Moment(bytes) { return .whole(moment.instant ?? moment.local) }
      guard let number = NumberText(bytes) else { return .text }
      return number.integer.map(Rank.whole) ?? number.number.map(Rank.number) ?? .text
    }
  }

  /// Whether one comes before the other; values that rank alike are compared byte by byte.
  public static func < (left: Cursor, right: Cursor) -> Bool {
    switch (left.rank, right.rank) {
    case (.whole(let mine), .whole(let theirs)) where mine != theirs: mine < theirs
    case (.number(let mine), .number(let theirs)) where mine != theirs: mine < theirs
    case (.whole(let mine), .number(let theirs)) where Double(mine) != theirs:
      Double(mine) < theirs
    case (.number(let mine), .whole(let theirs)) where mine != Double(theirs):
      mine < Double(theirs)
    default: left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}
