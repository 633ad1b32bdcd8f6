public import AlmanacDeclarations
public import Foundation

/// How a sync ended, as programs and people are told.
public struct SyncReport: Sendable, Hashable, Codable {
  /// The dataset's id.
  public let dataset: String
  /// `changed`, `unchanged`, `not_due`, `postponed`, `held`, `failed` or `running`.
  public var outcome: String
  /// What happened and what next, in plain English words.
  public var message: String
  /// Records that were new.
  public var inserted: Int?
  /// Records that were different.
  public var changed: Int?
  /// Records that are gone.
  public var deleted: Int?
  /// Records of the last answers that could not be kept.
  public var setAside: Int?
  /// How the upstream changed its fields since an earlier answer.
  public var drift: [DriftNote]?
  /// Records in the copy afterwards.
  public var total: Int?
  /// The earliest moment of the next request.
  public var until: Date?

  /// Whether the source changed none of its fields and every record of its answer could be kept.
  public var isSound: Bool { (drift ?? []).isEmpty && (setAside ?? 0) == 0 }

  /// Tells how a dataset's sync ended.
  ///
  /// - Parameter status: What is known of the dataset afterwards.
  public init(_ dataset: String, _ result: SyncOutcome, status: DatasetStatus? = nil) {
    self.dataset = dataset
    drift = status?.drift
    (outcome, message) = Self.words(result)
    switch result {
    case .changed(let counts):
      (inserted, changed, deleted) = (counts.inserted, counts.changed, counts.deleted)
      (setAside, total) = (counts.setAside, counts.total)
    case .notDue(let date) where date != .distantFuture: until = date
    case .postponed(let date, _): until = date
    default: break
    }
    setAside = setAside ?? status?.setAsideCount
  }

  private static func words(_ outcome: SyncOutcome) -> (String, String) {
    switch outcome {
    case .changed(let counts): ("changed", words(counts))
    case .unchanged: ("unchanged", "nothing new upstream")
    case .notDue(.distantFuture): ("not_due", "not checked this way")
    case .notDue(let until): ("not_due", "not due before \(until.formatted(.iso8601))")
    case .postponed(let until, let why):
      ("postponed", "\(why), until \(until.formatted(.iso8601)); the copy stays")
    case .held(let was, let wouldBe):
      (
        "held",
        "held: \(TroubleWords.held(was: was, wouldBe: wouldBe).description); "
          + "the copy stays; almanac sync --accept applies it"
      )
    case .failed(let why): ("failed", "failed: \(why); the copy stays")
    case .running: ("running", "a check is running already")
    }
  }

  private static func words(_ counts: SyncCounts) -> String {
    if counts.isReplacement {
      return "\(counts.total) records took the place of the earlier copy, "
        + "\(counts.setAside) set aside"
    }
    if counts.total == 0, counts.deleted == 0 {
      return "the upstream has no records that can be kept: "
        + "\(counts.setAside) set aside, 0 in all"
    }
    return "\(counts.inserted) new, \(counts.changed) changed, \(counts.deleted) gone, "
      + "\(counts.setAside) set aside, \(counts.total) in all"
  }
}
