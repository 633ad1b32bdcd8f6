import AlmanacStorage
import Foundation

extension SyncState {
  /// Takes a check that ended with its process for a failed one.
  ///
  /// The first may be made up for at once; who is interrupted again and again, such as by a crash
  /// that each check brings about, asks ever less often.
  mutating func interrupted() {
    guard let began = started else { return }
    if failures > 0 { notBefore = began.addingTimeInterval(Due.backoff(failures: failures)) }
    failures += 1
    lastAttempt = began
    started = nil
    trouble = Trouble(
      kind: "failed",
      what: "Almanac ended in the middle of the last check; the copy is as before it",
      since: trouble?.since ?? began)
  }
}
