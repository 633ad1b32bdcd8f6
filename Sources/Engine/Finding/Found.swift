public import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

/// What a search found in one dataset, as of one version.
public struct Found: Sendable {
  /// The dataset's id.
  public var dataset: String
  /// The version that all of it belongs to.
  public var version: String
  /// How many records match.
  public var total: Int
  /// Whether more may match than were counted.
  public var isAtLeast: Bool
  /// Whether the search was ended early, so that better matches may be missing.
  public var isPartial: Bool
  /// The records of the window asked for, the best matches first.
  public var rows: [FoundRecord]
  /// What may have been meant, where nothing is found.
  public var suggestion: String?
  /// Whom to thank for the records.
  public var credit: Credit
}

/// A record that a search found.
public struct FoundRecord: Sendable {
  /// The record.
  public var record: Record
  /// How well it matches.
  public var tier: SearchTier
  /// The texts by which it matches, the most telling first.
  public var marks: [FoundMark]
}

/// A text by which a record matches.
public struct FoundMark: Sendable, Hashable {
  /// The field it stands in.
  public var field: String
  /// Its place in a list of texts; 0 for a field of one text.
  public var index: Int
  /// The text as written.
  public var text: String
  /// The matching parts, in UTF-8 bytes of the text; in order, apart from each other, not empty.
  public var ranges: [Range<Int>]

  /// The matching parts in UTF-16 units, as scripts in browsers count.
  ///
  /// Cost: O(text).
  public var utf16Ranges: [Range<Int>] {
    let utf8 = text.utf8
    return ranges.map { range in
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      let end = utf8.index(start, offsetBy: range.count)
      let lower = text.utf16.distance(from: text.startIndex, to: start)
      return lower..<lower + text.utf16.distance(from: start, to: end)
    }
  }
}
