public import AlmanacDeclarations
import Foundation

extension SyncState {
  /// The notes as a file keeps them.
  struct Noted: Sendable, Hashable, Codable {
    var version = 1
    var notes: [DriftNote]
  }

  /// How the upstream's fields differ from earlier answers or from the declaration.
  ///
  /// Notes that an earlier version kept as English sentences are read as far as they are known; a
  /// sentence that is not stays as it is.
  public var driftNotes: [DriftNote] {
    get { noted?.notes ?? drift.map(Self.note(driftSince ?? [:], lastSuccess)) }
    set { (noted, drift, driftSince) = (Noted(notes: newValue), [], nil) }
  }

  private static func note(
    _ since: [String: Date], _ last: Date?
  ) -> (String) -> DriftNote {
    { sentence in
      let drift = known(sentence)
      let isChange = if case .missing = drift { false } else { true }
      return DriftNote(drift, since: since[sentence] ?? last ?? .distantPast, isChange: isChange)
    }
  }

  /// What a sentence of an earlier version says; the name of a field stands between its two parts.
  private static func known(_ sentence: String) -> SourceDrift {
    let sentences: [(before: String, after: String, drift: (String) -> SourceDrift)] = [
      ("New field upstream: ", ".", SourceDrift.added), ("Not sent: ", ".", SourceDrift.missing),
      ("No longer sent: ", "; the earlier values stay.", SourceDrift.dropped),
      ("Of another type than declared: ", "; the earlier values stay.", SourceDrift.retyped),
      ("Without a value in every record now: ", ".", SourceDrift.emptied),
    ]
    for (before, after, drift) in sentences
    where sentence.hasPrefix(before) && sentence.hasSuffix(after) {
      return drift(String(sentence.dropFirst(before.count).dropLast(after.count)))
    }
    return .told(sentence)
  }
}
