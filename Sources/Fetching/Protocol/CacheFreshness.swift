import Foundation

extension CacheEntry {
  /// The longest freshness that is guessed, in seconds: a day, the rhythm of a sync.
  static let longestHeuristic: TimeInterval = 86_400

  /// The statuses that may be fresh without saying so (RFC 9110 §15.1).
  static let heuristicallyCacheable: Set<Int> = [
    200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
  ]

  /// Whether the answer may be used without asking (RFC 9111 §4.2).
  func isFresh(at now: Date) -> Bool {
    !control.noCache && freshnessLifetime > age(at: now)
  }

  /// Seconds of freshness (RFC 9111 §4.2.1): `max-age`, else `Expires` less `Date`, else a guess;
  /// at most as long as the redirects on the way hold.
  var freshnessLifetime: TimeInterval {
    let stated = control.maxAge ?? untilExpiry ?? heuristic
    return min(stated, redirectsHold ?? .infinity)
  }

  /// Seconds since the answer left its origin (RFC 9111 §4.2.3).
  ///
  /// A clock that was turned back says nothing about the age: such an answer counts as old as can
  /// be, so it is asked for again.
  func age(at now: Date) -> TimeInterval {
    guard now >= requestedAt else { return .infinity }
    let apparent = max(0, receivedAt.timeIntervalSince(dated))
    let corrected = statedAge + max(0, receivedAt.timeIntervalSince(requestedAt))
    return max(apparent, corrected) + max(0, now.timeIntervalSince(receivedAt))
  }

  /// The first value of `Age` counts, and a malformed one counts as none (RFC 9111 §5.1).
  private var statedAge: TimeInterval {
    let first = headers.first("Age")?.split(separator: ",").first?.trimmed
    return first.flatMap { CacheControl.deltaSeconds(String($0)) } ?? 0
  }

  /// When the origin made the answer; without a valid `Date`, when it came (RFC 9110 §6.6.1).
  var dated: Date {
    headers.first("Date").flatMap { HTTPDate.parse($0, now: receivedAt) } ?? receivedAt
  }

  /// A malformed `Expires` such as `0`, or two of them, means "already expired" (RFC 9111 §5.3).
  private var untilExpiry: TimeInterval? {
    headers.combined("Expires").map {
      HTTPDate.parse($0, now: receivedAt)?.timeIntervalSince(dated) ?? 0
    }
  }

  /// A tenth of the time since the last modification (RFC 9111 §4.2.2), a day at most.
  private var heuristic: TimeInterval {
    guard Self.heuristicallyCacheable.contains(status) || control.isPublic,
      let text = headers.first("Last-Modified"),
      let modified = HTTPDate.parse(text, now: receivedAt)
    else { return 0 }
    return min(max(0, dated.timeIntervalSince(modified) / 10), Self.longestHeuristic)
  }
}
