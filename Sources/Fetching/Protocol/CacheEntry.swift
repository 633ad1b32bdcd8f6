import Foundation

/// The head of a stored answer: everything but its bytes.
struct CacheEntry: Sendable, Hashable, Codable {
  var status: Int
  var headers: [HTTPHeader]
  var requestedAt: Date
  var receivedAt: Date
  var vary: Vary
  /// Digest of the exact URL that answered, after redirects.
  var answeredBy: String
  /// That URL without its query if there was a redirect; `nil` when the request's URL answered.
  var redirectedTo: String?
  /// Seconds for which the redirects on the way hold; `nil` for no limit.
  var redirectsHold: TimeInterval?
  var bodyLength: Int
  var bodyDigest: String
}

extension CacheEntry {
  var validators: Validators { Validators(headers) }
  var control: CacheControl { CacheControl(headers) }

  /// The conditions that may be sent to a URL on the way to this answer.
  func conditions(for url: URL, requested: URL) -> [HTTPHeader] {
    if Digest.hex(url.withoutFragment) == answeredBy { return validators.conditions }
    guard url.withoutSecrets == redirectedTo ?? requested.withoutSecrets, url != requested else {
      return []
    }
    return validators.strongCondition
  }

  /// The entry after a 304, or after a HEAD that agrees with it (RFC 9111 §3.2).
  ///
  /// The fields it sends replace the stored ones, but for those that speak of the bytes. `Age` and
  /// `Date` of the answer before never outlive it.
  func confirmed(by head: AnswerHead, redirectsHold: TimeInterval?) -> CacheEntry {
    let fresh = head.headers.without(StoredHeaders.describingTheBody)
    let replaced = Set(fresh.map { $0.name.lowercased() }).union(["age", "date"])
    var entry = self
    entry.headers = headers.without(replaced) + fresh
    entry.requestedAt = head.requestedAt
    entry.receivedAt = head.receivedAt
    entry.redirectsHold = redirectsHold
    return entry
  }

  /// The header lines of an answer from the cache: with its age (RFC 9111 §5.1), and without the
  /// fields that must not be used unconfirmed (§5.2.2.4).
  func headersForReuse(at now: Date) -> [HTTPHeader] {
    let age = min(max(0, self.age(at: now)), 2_147_483_648)
    return headers.without(control.noCacheFields.union(["age"]))
      + [HTTPHeader("Age", "\(Int(age))")]
  }
}
