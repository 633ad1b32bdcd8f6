import Foundation

/// Whether an answer may be stored (RFC 9111 §3).
enum Storability {
  /// The final statuses whose meaning for caching is implemented, for `must-understand` (§5.2.2.3).
  ///
  /// A 206 is left out: partial answers are not stored.
  static let understood: Set<Int> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 414, 421, 451,
    500, 501, 502, 503, 504,
  ]

  /// The methods that change nothing at the origin (RFC 9110 §9.2.1); all others invalidate.
  static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE"]

  /// Whether the answer to a GET may be stored by a private cache; one with `Authorization` may
  /// (§3.5 binds shared caches only), and so may one that is `private` (§5.2.2.7).
  static func allows(
    _ status: Int, _ headers: [HTTPHeader], to request: CacheControl
  ) -> Bool {
    let control = CacheControl(headers)
    guard status >= 200, status != 206, status != 304 else { return false }
    guard !request.noStore else { return false }  // §5.2.1.5
    if control.mustUnderstand {
      guard understood.contains(status) else { return false }
    } else if control.noStore {
      return false  // §5.2.2.5
    }
    return control.maxAge != nil || control.isPublic || headers.first("Expires") != nil
      || isPrivate(headers) || CacheEntry.heuristicallyCacheable.contains(status)
  }

  /// Whether the answer to a POST may serve later GETs of the same URL: it says that it is what
  /// a GET would bring, and how long it is fresh (RFC 9110 §9.3.3).
  static func allowsPost(_ status: Int, _ headers: [HTTPHeader], to url: URL) -> Bool {
    guard status == 200, let place = headers.first("Content-Location"),
      URL(string: place, relativeTo: url)?.withoutFragment == url.withoutFragment
    else { return false }
    return CacheControl(headers).maxAge != nil || headers.first("Expires") != nil
  }

  /// The other URLs that a successful unsafe request makes doubtful (RFC 9111 §4.4): those it
  /// names, if they are of the same origin.
  static func doubtful(_ headers: [HTTPHeader], after url: URL) -> [URL] {
    ["Location", "Content-Location"].compactMap { name in
      guard let text = headers.first(name),
        let place = URL(string: text, relativeTo: url)?.absoluteURL,
        place.scheme == url.scheme, Authority(place) == Authority(url)
      else { return nil }
      return place
    }
  }

  private static func isPrivate(_ headers: [HTTPHeader]) -> Bool {
    Directives(headers.combined("Cache-Control") ?? "").all.contains { $0.name == "private" }
  }
}
