import AlmanacCore
import AlmanacEngine

/// What a source changed in its fields, line by line with the day it was first seen.
struct DriftText {
  let words: Catalogue

  /// The lines of a dataset's status.
  func lines(_ status: DatasetStatus) -> [String] {
    status.drift.map { note in
      let what = words.retell(note.what)
      guard let since = DateText.timestamp(note.since) else { return what }
      let day = DateText(words: words).day(since.date)
      return words.say("status.drift_since", ["what": what, "day": day])
    }
  }
}
