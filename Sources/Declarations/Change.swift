/// What one sync did to one record.
public struct Change: Sendable, Hashable {
  /// Its number in the log of its dataset: a later change has a greater one.
  public var sequence: Int64
  /// The number of the sync.
  public var sync: Int64
  /// The record's key.
  public var id: RecordID
  /// What happened.
  public var kind: Kind
  /// The record before; nothing when it is new.
  public var old: Record?
  /// The record after; nothing when it is gone.
  public var new: Record?

  /// What can happen to a record.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It is new.
    case inserted
    /// Values of it are different.
    case changed
    /// It is gone from the source.
    case deleted
  }

  /// Makes a change from its parts.
  public init(
    sequence: Int64, sync: Int64, id: RecordID, kind: Kind, old: Record?, new: Record?
  ) {
    self.sequence = sequence
    self.sync = sync
    self.id = id
    self.kind = kind
    self.old = old
    self.new = new
  }

  /// The record as it was last known.
  public var record: Record? { new ?? old }

  /// The fields whose values differ, as positions in the declaration, with both values.
  public var fields: [(index: Int, old: Value, new: Value)] {
    let count = max(old?.values.count ?? 0, new?.values.count ?? 0)
    return (0..<count).compactMap { index in
      let before = old?.values[index] ?? .absent
      let after = new?.values[index] ?? .absent
      return before == after ? nil : (index, before, after)
    }
  }

  /// Whether something differs that the dataset does not declare.
  public var isBeyondDeclaration: Bool { old?.extra != new?.extra }
}

/// A sync that changed records, as the log keeps it.
public struct SyncLine: Sendable, Hashable {
  /// Its number: a later sync has a greater one.
  public var number: Int64
  /// What it read.
  public var kind: Kind
  /// When it ended, in seconds since 1970.
  public var ended: Double
  /// Records that were new.
  public var inserted: Int
  /// Records that were different.
  public var changed: Int
  /// Records that were gone.
  public var deleted: Int
  /// Records afterwards.
  public var total: Int

  /// What a sync can read.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The copy that ships with the dataset.
    case snapshot
    /// All records.
    case full
    /// What was new or different.
    case incremental
    /// What was new or different, and all keys.
    case ids
  }

  /// Makes a line from its parts.
  public init(
    number: Int64, kind: Kind, ended: Double, inserted: Int, changed: Int, deleted: Int, total: Int
  ) {
    self.number = number
    self.kind = kind
    self.ended = ended
    self.inserted = inserted
    self.changed = changed
    self.deleted = deleted
    self.total = total
  }

  /// Whether it filled an empty copy or replaced one whole, so that no single record is logged.
  public var isFilling: Bool { inserted == total && changed == 0 && deleted == 0 }
}

/// Which changes are asked for; the newest come first.
public struct ChangesQuery: Sendable, Hashable {
  /// Only those of a record.
  public var id: RecordID?
  /// Only those of a sync.
  public var sync: Int64?
  /// Only those of a kind.
  public var kind: Change.Kind?
  /// Only those older than the one of this sequence.
  public var before: Int64?
  /// How many at most, 1...1000.
  public var limit: Int

  /// The largest number of changes on one page.
  public static let largestLimit = 1000

  /// Makes a query; the newest hundred by default.
  public init(
    id: RecordID? = nil, sync: Int64? = nil, kind: Change.Kind? = nil, before: Int64? = nil,
    limit: Int = 100
  ) {
    self.id = id
    self.sync = sync
    self.kind = kind
    self.before = before
    self.limit = limit
  }

  /// Whether only some of the changes are asked for.
  public var isFiltered: Bool { id != nil || sync != nil || kind != nil }
}

/// A page of the log of changes, as of one moment.
public struct ChangesWindow: Sendable, Hashable {
  /// The syncs that the changes belong to and, unless only some changes are asked for, those
  /// between them that logged none; newest first.
  public var syncs: [SyncLine]
  /// The changes, newest first.
  public var changes: [Change]
  /// What to ask for `before` to read on; nothing at the end.
  public var next: Int64?

  /// Makes a page from its parts.
  public init(syncs: [SyncLine], changes: [Change], next: Int64?) {
    self.syncs = syncs
    self.changes = changes
    self.next = next
  }
}
