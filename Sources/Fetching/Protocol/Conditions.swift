import Foundation

/// What a client says it has already, judged by a stored answer (RFC 9111 §4.3.2).
struct Conditions: Sendable {
  private let noneMatch: String?
  private let modifiedSince: String?

  /// The fields that make a request conditional or partial (RFC 9110 §13.1, §14.2).
  static let fields: Set<String> = [
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range",
  ]

  /// The conditions that only an origin can judge (RFC 9110 §13.1.1, §13.1.4).
  static let forOrigins: Set<String> = ["if-match", "if-unmodified-since"]

  init(_ request: [HTTPHeader]) {
    noneMatch = request.combined("If-None-Match")
    modifiedSince = request.first("If-Modified-Since")
  }

  /// Whether a stored answer may be told with a 304; tags go before dates (RFC 9110 §13.2.2).
  func holds(_ entry: CacheEntry) -> Bool {
    guard entry.status == 200 else { return false }
    if let noneMatch { return matches(noneMatch, entry.validators.etag) }
    guard let modifiedSince, let since = HTTPDate.parse(modifiedSince, now: entry.receivedAt)
    else { return false }
    return modified(entry) <= since
  }

  private func matches(_ list: String, _ tag: String?) -> Bool {
    let listed = Directives.split(list)
    if listed == ["*"] { return true }
    guard let tag = tag.map(EntityTag.init) else { return false }
    return listed.contains { EntityTag(String($0)).isWeaklyEqual(to: tag) }
  }

  /// Without `Last-Modified`, the time the answer was made stands for it (RFC 9111 §4.3.2).
  private func modified(_ entry: CacheEntry) -> Date {
    let text = entry.validators.lastModified
    return text.flatMap { HTTPDate.parse($0, now: entry.receivedAt) } ?? entry.dated
  }
}
