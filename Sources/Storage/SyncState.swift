public import AlmanacDeclarations
public import Foundation

/// What a store remembers about its upstream between runs.
public struct SyncState: Sendable, Hashable, Codable {
  /// Where the copy came from.
  public var origin = Origin.none
  /// The moment as of which the copy is right.
  public var copyDate: Date?
  /// The last successful check of the upstream.
  public var lastSuccess: Date?
  /// The last check, successful or not.
  public var lastAttempt: Date?
  /// The last check that a person asked for by hand, whatever became of it.
  public var lastByHand: Date?
  /// Before this moment the timer does not ask again: backoff after failures, or the brake.
  public var notBefore: Date?
  /// Before this moment nobody may ask again: the server said so (Retry-After).
  public var retryAfter: Date?
  /// How many checks failed in a row.
  public var failures = 0
  /// The greatest cursor received by the last successful sync.
  public var cursor: String?
  /// The key of the last record, by key, that has that cursor.
  public var cursorKey: String?
  /// What the last successful sync asked for; another question needs a full sync.
  public var question: String?
  /// What the last check asked for, successful or not; another question is due at once.
  public var asked: String?
  /// Whether the last line of the last CSV answer had an end, so that a cut one can be told.
  public var endsInLine: Bool?
  /// How the copy's values were read; nothing for one of the first versions.
  public var reading: ReadingRules?
  /// The digest of each answer that the copy was made of, by address without secrets.
  public var applied: [String: String] = [:]
  /// The undeclared names of the first answer, so that later ones can be told as new.
  public var undeclared: [String]?
  /// How many records of the copy the answer that the brake holds would leave; what a person
  /// accepts is no more than this.
  public var held: Int?
  /// Whom to thank for the copy as it is, wherever the declaration points by now.
  public var giver: Giver?
  /// The last trouble, until a check succeeds.
  public var trouble: Trouble?
  /// That the file was damaged, and what became of it, until a check succeeds.
  public var repair: Repair?
  /// When the check began that is under way; one that is found at a start was interrupted.
  public var started: Date?
  /// How the upstream's fields differ; read and written as `driftNotes`.
  var noted: Noted?
  /// What versions before `noted` kept in its place: English sentences.
  var drift: [String] = []
  /// Since when each of those sentences is true.
  var driftSince: [String: Date]?
  /// The fields that a whole answer has ever had a value for.
  public var sent: [String]?
  /// The records that the last whole answer which was read could not keep.
  public var setAside: [SetAsideEntry]?
  /// The records that the news read after it could not keep; they are not all that were set aside.
  public var setAsideNews: [SetAsideEntry]?

  /// Where a copy came from.
  public enum Origin: String, Sendable, Hashable, Codable {
    /// There is no copy yet.
    case none
    /// The snapshot that ships with the dataset.
    case snapshot
    /// The declared upstream.
    case upstream
    /// The built-in simulator.
    case simulator
  }

  /// Who gave the records, and on which terms.
  public struct Giver: Sendable, Hashable, Codable {
    /// The words to show.
    public var text: String
    /// Their page.
    public var homepage: String?
    /// The licence.
    public var licence: String

    /// Makes a giver.
    public init(text: String, homepage: String?, licence: String) {
      self.text = text
      self.homepage = homepage
      self.licence = licence
    }
  }

  /// A failed, postponed or held check.
  public struct Trouble: Sendable, Hashable, Codable {
    /// `failed`, `postponed`, `held` or `interrupted`.
    public var kind: String
    /// What happened, in plain words.
    public var what: String
    /// When it began.
    public var since: Date
    /// How many records the copy had when the brake held an answer; nothing for other troubles.
    public var was: Int?

    /// Makes a trouble.
    public init(kind: String, what: String, since: Date, was: Int? = nil) {
      self.kind = kind
      self.what = what
      self.since = since
      self.was = was
    }
  }

  /// What became of a damaged file.
  public struct Repair: Sendable, Hashable, Codable {
    /// What happened, in plain words.
    public var what: String
    /// When it was found.
    public var since: Date
    /// How many records there were before, as far as the file said; what is lost does not lower
    /// the floor of the brake.
    public var expected: Int?

    /// Makes a repair.
    public init(what: String, since: Date, expected: Int? = nil) {
      self.what = what
      self.since = since
      self.expected = expected
    }
  }

  /// Makes the state of an empty store.
  public init() {}
}

/// How much a transaction changed.
public struct AppliedCounts: Sendable, Hashable {
  /// Records that were new.
  public var inserted = 0
  /// Records that were different.
  public var changed = 0
  /// Records that are gone.
  public var deleted = 0
  /// Records of which only the reading is different, not what the source sent.
  public var reread = 0
  /// Records in the store afterwards.
  public var total = 0
  /// The generation that readers see afterwards.
  public var generation: Int64 = 0

  /// Which rows changed their place in orders, where they are few.
  public var moved: MovedRows?

  /// Whether any record was written.
  public var isEmpty: Bool { !differs && reread == 0 }
  /// Whether the source sent anything else than before.
  public var differs: Bool { inserted + changed + deleted > 0 }

  /// Makes counts of nothing.
  public init() {}
}

/// The rows that a write moved in orders of rows.
public struct MovedRows: Sendable, Hashable {
  /// The numbers of rows that are gone or were different.
  public var leaving: Set<Int64>
  /// The numbers of rows that are new or are different now.
  public var arriving: Set<Int64>

  /// The most rows that are told one by one.
  static let most = 2000

  /// What this write and a later one moved together.
  public func followed(by later: MovedRows) -> MovedRows {
    MovedRows(
      leaving: leaving.union(later.leaving),
      arriving: arriving.subtracting(later.leaving).union(later.arriving))
  }
}

/// One kind of record that could not be kept.
public struct SetAsideEntry: Sendable, Hashable, Codable {
  /// The reason, in plain words.
  public var reason: String
  /// How many.
  public var count: Int
  /// One of them, shortened.
  public var sample: String

  /// Makes an entry.
  public init(reason: String, count: Int, sample: String) {
    self.reason = reason
    self.count = count
    self.sample = sample
  }
}
