public import AlmanacDeclarations
public import Foundation

/// What people are told about a dataset: how much, how old, when next, and any trouble.
public struct DatasetStatus: Sendable, Hashable {
  /// The dataset's id.
  public var dataset: String
  /// How many records the copy has.
  public var count: Int
  /// Where the copy came from.
  public var origin: Origin
  /// The moment as of which the copy is right: the last successful check, or when the snapshot
  /// was made; nothing while the copy is empty.
  public var copyDate: Date?
  /// The last successful check of the upstream.
  public var lastSuccess: Date?
  /// The last check, successful or not.
  public var lastAttempt: Date?
  /// When the timer will ask next; nothing where only a person's visit starts a check.
  public var nextCheck: Date?
  /// Whether a check is running now.
  public var isSyncing: Bool
  /// What went wrong last, until a check succeeds.
  public var trouble: Trouble?
  /// The records that the last whole answer could not keep, and the news after it, by reason; of
  /// a stream, records and whole packets since the start.
  public var setAside: [SetAsideCount]
  /// How the upstream changed its fields since an earlier answer.
  public var drift: [DriftNote]
  /// How the upstream's fields never fitted the declaration.
  public var mismatches: [DriftNote] = []
  /// For a stream: whether it is connected, how fast it is, and what became of what came.
  public var stream: StreamStatus?
  /// The version of the copy that readers see.
  public var version: String
  /// The size of the dataset's files on disk, in bytes.
  public var bytesOnDisk: Int64
  /// Whom to thank for the copy as it is.
  public var credit: Credit

  /// Where a copy came from.
  public enum Origin: String, Sendable, Hashable {
    /// There is no copy yet.
    case none
    /// The snapshot that ships with the dataset.
    case snapshot
    /// The declared upstream.
    case upstream
    /// The built-in simulator.
    case simulator
  }
}

extension DatasetStatus {
  /// The command by which a person lets through what the brake holds; nothing when it holds nothing.
  public var acceptCommand: String? {
    trouble?.kind == .held ? "almanac sync \(dataset) --accept" : nil
  }

  /// How many records were set aside.
  public var setAsideCount: Int { setAside.reduce(0) { $0 + $1.count } }

  /// Whether the source changed none of its fields and every record of its answer could be kept.
  public var isSound: Bool { drift.isEmpty && setAside.isEmpty }
}

/// A failed or held check, told in three sentences' worth of parts.
public struct Trouble: Sendable, Hashable {
  /// What kind of trouble.
  public var kind: Kind
  /// What happened ("koleo.pl did not answer").
  public var reason: Message
  /// When it happened.
  public var since: Date
  /// When it is tried again by itself; nothing where a person must act.
  public var nextAttempt: Date?

  /// The kinds of trouble that people can tell apart.
  public enum Kind: String, Sendable, Hashable {
    /// The upstream could not be asked, or gave no usable answer.
    case failed
    /// The upstream asked us to wait.
    case postponed
    /// The brake: the answer would lose more records than the floor allows.
    case held
    /// The file was damaged; it is kept aside, and the copy is what could be read of it.
    case repaired
  }

  /// What happened, in plain English words.
  public var what: String { reason.description }

  /// Makes a trouble from its parts.
  public init(kind: Kind, reason: Message, since: Date, nextAttempt: Date?) {
    self.kind = kind
    self.reason = reason
    self.since = since
    self.nextAttempt = nextAttempt
  }
}

extension Trouble {
  /// Makes a trouble of words that are kept as text.
  public init(kind: Kind, what: String, since: Date, nextAttempt: Date?) {
    self.init(kind: kind, reason: "\(what)", since: since, nextAttempt: nextAttempt)
  }
}

/// How many records were set aside for one reason.
public struct SetAsideCount: Sendable, Hashable {
  /// The reason, in plain words ("no key").
  public var reason: String
  /// How many.
  public var count: Int
  /// One of them, shortened.
  public var sample: String

  /// Makes a count.
  public init(reason: String, count: Int, sample: String) {
    self.reason = reason
    self.count = count
    self.sample = sample
  }
}

/// How a live stream is doing.
public struct StreamStatus: Sendable, Hashable {
  /// Whether packets are being received.
  public var isConnected: Bool
  /// Records a second, over the last ten seconds.
  public var rate: Double
  /// What became of all that came since the start.
  public var counts: StreamCounts

  /// Makes a status.
  public init(isConnected: Bool, rate: Double, counts: StreamCounts = StreamCounts()) {
    self.isConnected = isConnected
    self.rate = rate
    self.counts = counts
  }
}

/// How a sync ended.
public enum SyncOutcome: Sendable, Hashable {
  /// The copy now holds what the upstream sent.
  case changed(SyncCounts)
  /// The upstream has nothing new; no record and no change was written.
  case unchanged
  /// No check was due, so nobody was asked.
  case notDue(until: Date)
  /// The upstream, or good manners, ask for a wait.
  case postponed(until: Date, why: String)
  /// The brake holds the answer back until a person accepts it.
  case held(was: Int, wouldBe: Int)
  /// It went wrong; the copy is as before.
  case failed(String)
  /// Another run of the same dataset is under way.
  case running
}

/// What a sync did to the copy.
public struct SyncCounts: Sendable, Hashable {
  /// Records that were new.
  public var inserted = 0
  /// Records that were different.
  public var changed = 0
  /// Records that are gone.
  public var deleted = 0
  /// Records of the answer that could not be kept.
  public var setAside = 0
  /// Records in the copy afterwards.
  public var total = 0
  /// Whether the answer took the place of a copy that was not its source's, so that none is new.
  public var isReplacement = false

  /// Makes counts of nothing.
  public init() {}
}
