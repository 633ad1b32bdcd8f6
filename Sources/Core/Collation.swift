/// An order of texts as people expect it in an index, with sort keys that compare bytewise.
///
/// `root` serves all languages; the others put the letters of one language where its readers look
/// for them, as the Unicode CLDR does (checked against ICU by `Scripts/check-collation.py`).
///
/// Like the Unicode Collation Algorithm (UTS #10), it compares in levels: first the letters as
/// `TextFolding` leaves them, then the accents, then case, lowercase before uppercase. Spaces and
/// punctuation come first and all count as one space, then symbols, digits, and letters: Latin,
/// Greek, Cyrillic, then the other scripts in the order of their code points. Texts that differ
/// only in punctuation tie.
public enum Collation: Hashable, Sendable, CaseIterable {
  /// The one order of all languages, and the English one.
  case root
  /// Polish: ą, ć, ę, ł, ń, ó, ś, ź and ż are letters of their own, each after the plain one.
  case pl
  /// Slovak: ä, č, ô, ř, š and ž are letters of their own, and ch is one after h.
  case sk
  /// Russian: Cyrillic before all other letters; ё among е, as everywhere.
  case ru

  /// The order for readers of a language, by its code; nothing for a code that is not known.
  ///
  /// `en` and `root` are the one order of all languages.
  public init?(language code: some Sequence<UInt8>) {
    for collation in Self.allCases where collation.language.utf8.elementsEqual(code) {
      self = collation
      return
    }
    guard code.elementsEqual("en".utf8) else { return nil }
    self = .root
  }

  /// The code of the language, or `root`.
  public var language: String {
    switch self {
    case .root: "root"
    case .pl: "pl"
    case .sk: "sk"
    case .ru: "ru"
    }
  }

  /// The bytes that put `utf8` in its place when compared one by one as unsigned numbers.
  ///
  /// A key holds no zero byte. Short lowercase texts without accents are their own keys, but for ch
  /// in Slovak and Cyrillic in Russian. O(n)
  public func sortKey(_ utf8: [UInt8]) -> [UInt8] {
    var key = SortKey(in: self, expecting: utf8.count)
    var scalars = ComposedScalars(UTF8Scalars(utf8))
    while let scalar = scalars.next() { key.append(FoldedScalar(scalar)) }
    return key.bytes
  }

  /// Whether `left` comes before `right`.
  ///
  /// To sort many texts, sort their keys instead. O(n)
  public func isOrdered(_ left: [UInt8], before right: [UInt8]) -> Bool {
    sortKey(left).lexicographicallyPrecedes(sortKey(right))
  }
}
