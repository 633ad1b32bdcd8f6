import AlmanacDeclarations
import AlmanacNotifying
import Foundation

extension Subscription {
  /// How long messages may fail before a browser counts as gone.
  static let lostAfter: TimeInterval = 7 * 86_400
  /// How often they must have failed by then: a clock that jumped is no week.
  static let lostAfterFailures = 20

  /// Notes what came of a message.
  mutating func note(_ outcome: Courier.Outcome, at now: Date) {
    switch outcome {
    case .delivered: (delivered, failures, trouble) = (now, 0, nil)
    case .gone: end(at: now)
    case .postponed(let until): fail("the push service asks to wait", until: until, at: now)
    case .failed(let why), .down(let why):
      let pause = Due.backoff(failures: min(failures, 1000) + 1)
      fail(why, until: now.addingTimeInterval(pause), at: now)
    }
  }

  /// Lets go of the browser: its address is not kept.
  private mutating func end(at now: Date) {
    (address, ended, failures, trouble) = (nil, now, 0, nil)
  }

  private mutating func fail(_ why: String, until: Date, at now: Date) {
    failures = min(failures, 1000) + 1
    let since = min(trouble?.since ?? now, now)
    trouble = Trouble(what: why, since: since, notBefore: until)
    let isLost = now.timeIntervalSince(since) >= Self.lostAfter
    if isLost, failures >= Self.lostAfterFailures { end(at: now) }
  }
}
