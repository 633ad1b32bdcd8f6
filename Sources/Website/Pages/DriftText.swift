import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// How the fields of a source differ, line by line with the day it was first seen.
struct DriftText {
  let words: Catalogue

  /// The lines of notes.
  func lines(_ notes: [DriftNote]) -> [String] { notes.map(line) }

  private func line(_ note: DriftNote) -> String {
    let what = words.tell(note.drift.message)
    guard let since = DateText.timestamp(note.since) else { return what }
    let day = DateText(words: words).day(since.date)
    return words.say("status.drift_since", ["what": what, "day": day])
  }
}
