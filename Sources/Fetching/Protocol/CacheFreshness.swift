import Foundation

extension CacheEntry {
  /// Whether the answer may be used without asking (RFC 9111 §4.2); heuristics are not applied.
  func isFresh(at now: Date) -> Bool {
    !CacheControl(headers).noCache && freshnessLifetime > age(at: now)
  }

  /// Seconds of freshness (RFC 9111 §4.2.1): `max-age`, else `Expires` less `Date`, else none;
  /// at most as long as the redirects on the way hold.
  var freshnessLifetime: TimeInterval {
    let stated = CacheControl(headers).maxAge ?? untilExpiry ?? 0
    return min(stated, redirectsHold ?? .infinity)
  }

  /// Seconds since the answer left its origin (RFC 9111 §4.2.3).
  func age(at now: Date) -> TimeInterval {
    let apparent = max(0, receivedAt.timeIntervalSince(dated))
    let stated = headers.first("Age").map(CacheControl.seconds) ?? 0
    let corrected = stated + receivedAt.timeIntervalSince(requestedAt)
    return max(apparent, corrected) + max(0, now.timeIntervalSince(receivedAt))
  }

  private var dated: Date {
    headers.first("Date").flatMap { HTTPDate.parse($0, now: receivedAt) } ?? receivedAt
  }

  /// A malformed `Expires` such as `0` means "already expired" (RFC 9111 §5.3).
  private var untilExpiry: TimeInterval? {
    headers.first("Expires").map {
      HTTPDate.parse($0, now: receivedAt)?.timeIntervalSince(dated) ?? 0
    }
  }
}
