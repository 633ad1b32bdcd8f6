public import AlmanacDeclarations

/// What came out of one answer of an upstream, besides the records themselves.
public struct DecodedPage: Sendable, Hashable {
  /// How many records, or keys, were handed over.
  public var records = 0
  /// The key of the first record of the answer, repeated or not; a page that starts like the first
  /// page tells of an upstream that ignores the offset.
  public var firstID: RecordID?
  /// The key of the last record of the answer, repeated or not.
  public var lastID: RecordID?
  /// The records that were not handed over, one element for each reason.
  public var setAside: [SetAside] = []
  /// The same records as they were sent, the first ones of many.
  public var aside = SetAsideList()
  /// The address of the next page, where the dataset pages by links and there is one.
  public var next: String?
  /// How the answer differs from the declaration.
  public var drift = Drift()
  /// The greatest value of the dataset's cursor.
  public var cursor: Cursor?
  /// The key of the last record that has it.
  public var newestID: RecordID?
  /// Where the last record of the answer stands, as the source wrote it; to ask for what follows.
  public var last: Position?
  /// How many records repeat a key of this answer or of an earlier one of the same run.
  public var duplicates = 0

  /// Whether the last line of a CSV answer has an end; nothing for other kinds.
  public var endsInLine: Bool?

  /// An answer without records.
  public init() {}

  /// Where a record stands in an order by cursor and key.
  public struct Position: Sendable, Hashable {
    /// The key as it was sent, spaces and leading zeros included.
    public var key: String
    /// The cursor as it was sent; nothing where the dataset has none.
    public var cursor: String?

    /// Makes a position.
    public init(key: String, cursor: String?) {
      self.key = key
      self.cursor = cursor
    }
  }
}

/// Records that were set aside for one reason.
public struct SetAside: Sendable, Hashable, CustomStringConvertible {
  /// Why.
  public var reason: Reason
  /// How many.
  public var count: Int
  /// The first of them: its line in a CSV answer, else its position among the records, from 1.
  public var position: Int
  /// The beginning of the first of them, as it was sent.
  public var excerpt: String

  /// Why a record is set aside.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No path of the key has a value of the key's type.
    case noKey
    /// An earlier record has the same key.
    case keyRepeats
    /// The element of the list is no record.
    case notARecord
    /// The row has more values than there are columns.
    case tooManyCells
    /// Text follows the closing quote of a cell.
    case textAfterQuote
    /// No value of a partner names the record that it completes.
    case partnerWithoutKey
    /// An earlier partner completes the same record, which has room for one.
    case partnerRepeats
    /// The record has more than 4 MiB.
    case tooLarge
  }

  /// Makes a note of records that were set aside.
  public init(reason: Reason, count: Int, position: Int, excerpt: String) {
    self.reason = reason
    self.count = count
    self.position = position
    self.excerpt = excerpt
  }

  /// The note in plain English words.
  public var description: String {
    "\(count) set aside, \(reason): first at \(position), “\(excerpt)”"
  }
}

extension SetAside.Reason: CustomStringConvertible {
  /// The reason in plain English words.
  public var description: String {
    switch self {
    case .noKey: "no key"
    case .keyRepeats: "key repeats"
    case .notARecord: "not a record"
    case .tooManyCells: "more values than columns"
    case .textAfterQuote: "text after a closing quote"
    case .partnerWithoutKey: "joined record without a key"
    case .partnerRepeats: "joined record repeats a key"
    case .tooLarge: "larger than 4 MB"
    }
  }
}
