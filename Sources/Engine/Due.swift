import AlmanacDeclarations
import AlmanacStorage
import Foundation

/// Decides whether an upstream may be asked now (decision 15).
struct Due {
  let refresh: Refresh
  let state: SyncState
  /// Whether the declaration asks another question than the last check did: who moves a dataset
  /// to a new source does not wait for the old one's day to end.
  var isNewQuestion = false

  /// Why an occasion must wait; nothing when the upstream may be asked.
  func wait(for occasion: Keeper.Occasion, at now: Date) -> SyncOutcome? {
    if let until = retryAfter(at: now), until > now {
      return .postponed(until: until, why: "the server asked us to wait")
    }
    switch occasion {
    case .accept where state.held != nil: return minute(after: state.lastByHand, at: now)
    case .accept, .retry: return minute(after: state.lastAttempt, at: now)
    case .opened where !refresh.when.contains(.opened): return .notDue(until: .distantFuture)
    case .command, .timer, .opened: break
    }
    if let until = pause(at: now), until > now { return .notDue(until: until) }
    guard let next = nextSuccess(after: now), next > now else { return nil }
    return .notDue(until: next)
  }

  /// What a person asks for by hand comes no sooner than a minute after the last attempt; what the
  /// brake holds is accepted at once, and then once a minute.
  private func minute(after last: Date?, at now: Date) -> SyncOutcome? {
    guard let until = last?.addingTimeInterval(60), until > now,
      until <= now.addingTimeInterval(60)
    else { return nil }
    return .postponed(until: until, why: "one attempt a minute is enough")
  }

  /// When the interval since the last success is over; a last success in the future does not
  /// count, for the clock has jumped.
  private func nextSuccess(after now: Date) -> Date? {
    guard !isNewQuestion, let last = state.lastSuccess, last <= now else { return nil }
    return last.addingTimeInterval(refresh.every.timeInterval)
  }

  /// The longest wait that a server may ask for, in seconds; a stored one that lies further ahead
  /// was noted by a clock that was wrong.
  static let longestWait: TimeInterval = 86_400

  /// The longest backoff, in seconds, before its random part.
  private static let longestBackoff: TimeInterval = 21_600

  /// Until when failures or the brake keep us waiting; not after a last attempt in the future, nor
  /// longer than any pause lasts, for then the clock has jumped.
  private func pause(at now: Date) -> Date? {
    let longest = max(Self.longestBackoff * 1.25, refresh.every.timeInterval)
    return isNewQuestion ? nil : believable(state.notBefore, at: now, within: longest)
  }

  /// Until when the server wants to be left alone; likewise.
  private func retryAfter(at now: Date) -> Date? {
    believable(state.retryAfter, at: now, within: Self.longestWait)
  }

  private func believable(_ date: Date?, at now: Date, within longest: TimeInterval) -> Date? {
    guard let date, !hasJumpedBack(now), date <= now.addingTimeInterval(longest) else { return nil }
    return date
  }

  private func hasJumpedBack(_ now: Date) -> Bool { (state.lastAttempt ?? now) > now }

  /// When the timer asks next; nothing where only people's visits do.
  func nextCheck(after now: Date) -> Date? {
    guard refresh.when.contains(.timer) else { return nil }
    let dates = [retryAfter(at: now), pause(at: now), nextSuccess(after: now)].compactMap(\.self)
    return max(dates.max() ?? now, now)
  }

  /// Seconds to wait after so many failures in a row: 1 minute doubling to 6 hours, jittered.
  static func backoff(failures: Int) -> TimeInterval {
    let full = min(60 * pow(2, Double(max(failures - 1, 0))), longestBackoff)
    return full * Double.random(in: 0.75...1.25)
  }
}
