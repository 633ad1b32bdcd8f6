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
    guard let etag, !etag.hasPrefix("W/") else { return [] }
    return [HTTPHeader("If-None-Match", etag)]
  }

  /// Whether a 304 speaks of the stored answer: its tag, if it sends one, is ours
  /// (weak comparison, RFC 9110 §8.8.3.2; selection, RFC 9111 §4.3.3).
  func agree(with confirmation: [HTTPHeader]) -> Bool {
    guard let etag, let other = confirmation.first("ETag") else { return true }
    return Self.opaque(etag) == Self.opaque(other)
  }

  private static func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }
}
