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

  /// The conditions that may be sent to a URL on the way to this answer.
  func conditions(for url: URL, requested: URL) -> [HTTPHeader] {
    if Digest.hex(url.withoutFragment) == answeredBy { return validators.conditions }
    guard url.withoutSecrets == redirectedTo ?? requested.withoutSecrets, url != requested else {
      return []
    }
    return validators.strongCondition
  }

  /// The entry after a 304 (RFC 9111 §3.2): fields it sends replace the stored ones.
  func confirmed(by answer: Answer) -> CacheEntry {
    let fresh = answer.headers.without(StoredHeaders.describingTheBody).storable
    let replaced = Set(fresh.map { $0.name.lowercased() })
    var entry = self
    entry.headers = headers.without(replaced) + fresh
    entry.requestedAt = answer.requestedAt
    entry.receivedAt = answer.receivedAt
    entry.redirectsHold = answer.redirectsHold
    return entry
  }
}

/// Which of an answer's header lines are kept.
enum StoredHeaders {
  /// Fields of the connection (RFC 9110 §7.6.1), of the coding we have undone, and cookies,
  /// which are secrets that nothing here uses.
  static let left: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate",
    "proxy-authentication-info", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
    "content-encoding", "set-cookie", "set-cookie2",
  ]

  /// Fields that speak of a body a 304 does not carry.
  static let describingTheBody: Set<String> = [
    "content-encoding", "content-length", "content-range", "content-type",
  ]
}

extension [HTTPHeader] {
  /// The lines worth keeping; those that `Connection` names are left out too (RFC 9111 §3.1).
  var storable: [HTTPHeader] {
    let named = (combined("Connection") ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    return without(StoredHeaders.left.union(named))
  }
}
