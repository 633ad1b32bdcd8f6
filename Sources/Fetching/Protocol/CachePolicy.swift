import Foundation

/// What a stored answer may do for a request (RFC 9111 §4): the one place where that is decided,
/// for syncs and for the cache proxy alike.
struct CachePolicy: Sendable {
  /// What the request asks of caches.
  let asked: CacheControl
  let now: Date

  /// The policy for a request with these fields.
  init(_ request: [HTTPHeader], now: Date) {
    asked = CacheControl(request)
    self.now = now
  }

  /// How a stored answer may be used.
  enum Reuse: Sendable, Hashable {
    /// As it is: fresh, or no staler than the asker takes.
    case asItIs
    /// As it is, if it is asked for again at once (RFC 5861 §3).
    case whileRevalidating
    /// Only after the origin confirmed it (§4.3), or not at all.
    case afterAsking
  }

  /// Whether the answer may be used without asking.
  func reuse(_ entry: CacheEntry) -> Reuse {
    let control = entry.control
    guard !asked.noCache, !asked.noStore, !control.noCache else { return .afterAsking }  // §5.2
    let age = entry.age(at: now)
    let left = entry.freshnessLifetime - age
    if let oldest = asked.maxAge, oldest == 0 || age > oldest { return .afterAsking }  // §5.2.1.1
    if left > 0, left >= asked.minFresh ?? 0 { return .asItIs }  // §4.2, §5.2.1.3
    guard asked.minFresh == nil, !control.mustRevalidate else { return .afterAsking }  // §5.2.2.2
    if let most = asked.maxStale, -left <= most { return .asItIs }  // §5.2.1.2
    if let most = control.staleWhileRevalidate, -left <= most { return .whileRevalidating }
    return .afterAsking
  }

  /// Whether origin or asker said that a stale answer is better than an error (RFC 5861 §4).
  func permitsStaleOnError(_ entry: CacheEntry) -> Bool {
    guard mayBeStale(entry),
      let most = [asked.staleIfError, entry.control.staleIfError]
        .compactMap({ $0 }).max()
    else { return false }
    return entry.age(at: now) - entry.freshnessLifetime <= most
  }

  /// Whether a stale answer may be used because the origin cannot be reached (RFC 9111 §4.2.4):
  /// unless that is forbidden, or bounded by a `stale-if-error` that has run out.
  func permitsStaleWhenDisconnected(_ entry: CacheEntry) -> Bool {
    guard mayBeStale(entry) else { return false }
    return entry.control.staleIfError == nil || permitsStaleOnError(entry)
  }

  private func mayBeStale(_ entry: CacheEntry) -> Bool {
    !asked.noCache && asked.maxAge != 0 && !entry.control.noCache
      && !entry.control.mustRevalidate
  }

  /// The statuses of RFC 5861 §4 that count as an error of the origin.
  static let errors: Set<Int> = [500, 502, 503, 504]
}
