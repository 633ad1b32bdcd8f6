/// Makes texts that a searcher would call the same into the same bytes.
///
/// Case and accents go, in Latin, Greek and Cyrillic, with letters that Unicode does not decompose
/// (ł, ø, đ, ß, æ, þ, ı, ə) spelled as people type them: "Łódź" and "lodz" both fold to "lodz".
/// Punctuation and controls become spaces, runs of spaces become one, and none stay at either end:
/// "Landau(Pfalz)" folds to "landau pfalz". Soft hyphens and other invisible marks go.
///
/// Letters that are letters of their own in their alphabet stay where a searcher types them so: й
/// is not и, but ё is е and ґ is г. Symbols, digits and all other scripts stay. Folding a folded
/// text changes nothing.
///
/// The table comes from the Unicode Character Database; see `Scripts/make-folding-table.py`.
public enum TextFolding {
  /// The folded form of UTF-8 text, in UTF-8.
  ///
  /// Malformed bytes read as U+FFFD. O(n)
  public static func fold(_ utf8: [UInt8]) -> [UInt8] {
    fold(UTF8Scalars(utf8), expecting: utf8.count)
  }

  /// The folded form of scalars, in UTF-8. O(n)
  public static func fold(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    fold(scalars, expecting: scalars.underestimatedCount)
  }

  private static func fold(
    _ scalars: some Sequence<Unicode.Scalar>, expecting count: Int
  ) -> [UInt8] {
    var output = SpacedText(expecting: count)
    var scalars = ComposedScalars(scalars.makeIterator())
    while let scalar = scalars.next() {
      switch FoldedScalar(scalar).text {
      case .nothing: continue
      case .space: output.append(SpacedText.space)
      case .scalar(let folded): output.append(folded)
      case .several(let first, let second, let third):
        output.append(first)
        output.append(second)
        if third != 0 { output.append(third) }
      }
    }
    return output.bytes
  }
}
