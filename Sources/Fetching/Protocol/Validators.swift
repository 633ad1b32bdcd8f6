import Foundation

/// The validators of an answer (RFC 9110 §8.8), sent back to ask whether it still holds.
struct Validators: Sendable, Hashable {
  let etag: String?
  let lastModified: String?

  init(_ headers: [HTTPHeader]) {
    etag = headers.first("ETag")
    lastModified = headers.first("Last-Modified")
  }

  /// `If-None-Match` and `If-Modified-Since` for the very URL that gave the validators
  /// (RFC 9110 §13.1); a server that knows the first ignores the second.
  var conditions: [HTTPHeader] {
    [
      etag.map { HTTPHeader("If-None-Match", $0) },
      lastModified.map { HTTPHeader("If-Modified-Since", $0) },
    ].compactMap { $0 }
  }

  /// `If-None-Match` alone, and only if the tag is strong: safe to send to another URL.
  ///
  /// A redirect to a signed download changes the query each time, not the bytes.
  var strongCondition: [HTTPHeader] {
    guard let etag, !EntityTag(etag).isWeak else { return [] }
    return [HTTPHeader("If-None-Match", etag)]
  }

  /// Whether a 304 speaks of the stored answer (RFC 9111 §4.3.4): its tag, if it sends one, is
  /// ours; without a tag, its date of modification, if it sends one, is.
  ///
  /// The tags are compared weakly (RFC 9110 §8.8.3.2), since some servers weaken the tag of a 304.
  func agree(with confirmation: [HTTPHeader]) -> Bool {
    let other = Validators(confirmation)
    if let etag, let theirs = other.etag {
      return EntityTag(etag).isWeaklyEqual(to: EntityTag(theirs))
    }
    guard etag == nil, let lastModified, let theirs = other.lastModified else { return true }
    return lastModified == theirs
  }

  /// Whether nothing in the answer to a HEAD contradicts the stored answer (RFC 9111 §4.3.5).
  func areConfirmed(byHead headers: [HTTPHeader]) -> Bool {
    let other = Validators(headers)
    return (other.etag == nil || other.etag == etag)
      && (other.lastModified == nil || other.lastModified == lastModified)
  }
}
