/// An order of texts as people expect it in an index, with sort keys that compare bytewise.
///
/// There is one order for all languages, `root`; an order of one language is another case.
///
/// Like the Unicode Collation Algorithm (UTS #10), it compares in levels: first the letters as
/// `TextFolding` leaves them, then the accents, then case, lowercase before uppercase. Spaces and
/// punctuation come first and all count as one space, then symbols, digits, and letters: Latin,
/// Greek, Cyrillic, then the other scripts in the order of their code points. Texts that differ
/// only in punctuation tie.
public enum Collation: Hashable, Sendable {
  /// The one order of all languages.
  case root

  /// The bytes that put `utf8` in its place when compared one by one as unsigned numbers.
  ///
  /// A key holds no zero byte. Short lowercase texts without accents are their own keys. O(n)
  public func sortKey(_ utf8: [UInt8]) -> [UInt8] {
    var key = SortKey(expecting: utf8.count)
    var scalars = ComposedScalars(UTF8Scalars(utf8))
    while let scalar = scalars.next() {
      switch self {
      case .root: key.append(FoldedScalar(scalar))
      }
    }
    return key.bytes
  }

  /// Whether `left` comes before `right`.
  ///
  /// To sort many texts, sort their keys instead. O(n)
  public func isOrdered(_ left: [UInt8], before right: [UInt8]) -> Bool {
    sortKey(left).lexicographicallyPrecedes(sortKey(right))
  }
}
