import Foundation

/// The directives of `Cache-Control` that matter to a private cache, of a request (RFC 9111
/// §5.2.1) or of an answer (§5.2.2); unknown ones mean nothing (§5.2.3).
///
/// `s-maxage`, `proxy-revalidate` and `private` speak to shared caches only.
struct CacheControl: Sendable, Hashable {
  /// Seconds of freshness (§5.2.2.1), or the greatest age wanted (§5.2.1.1); `nil` when not stated.
  ///
  /// The first of several counts (§4.2.1); a malformed one counts as 0, so the answer is stale.
  private(set) var maxAge: TimeInterval?
  /// Nothing of the answer or the request may be kept (§5.2.2.5, §5.2.1.5).
  private(set) var noStore = false
  /// The answer must not be used without asking (§5.2.2.4, §5.2.1.4).
  private(set) var noCache = false
  /// The fields that must not be used without asking, in lower case (§5.2.2.4, qualified form).
  private(set) var noCacheFields: Set<String> = []
  /// Once stale, the answer must not be used without asking (§5.2.2.2).
  private(set) var mustRevalidate = false
  /// Marked as storable by anyone, so that heuristics apply to any status (§5.2.2.9, §4.2.2).
  private(set) var isPublic = false
  /// `no-store` is for caches that do not know the status (§5.2.2.3).
  private(set) var mustUnderstand = false
  /// Seconds of staleness that are better than an error (RFC 5861 §4).
  private(set) var staleIfError: TimeInterval?
  /// Seconds of staleness in which the answer may be used while it is asked for (RFC 5861 §3).
  private(set) var staleWhileRevalidate: TimeInterval?
  /// Seconds that the answer must stay fresh for (§5.2.1.3).
  private(set) var minFresh: TimeInterval?
  /// Seconds of staleness that the asker takes (§5.2.1.2); without a number, any.
  private(set) var maxStale: TimeInterval?
  /// Only a stored answer is wanted (§5.2.1.7).
  private(set) var onlyIfCached = false

  /// Reads the directives; `Pragma: no-cache` counts when there is no `Cache-Control` (§5.4).
  init(_ headers: [HTTPHeader]) {
    let value = headers.combined("Cache-Control") ?? ""
    for directive in Directives(value).all { take(directive) }
    guard value.isEmpty, let pragma = headers.combined("Pragma") else { return }
    noCache = Directives(pragma).all.contains { $0.name == "no-cache" }
  }

  private mutating func take(_ directive: Directives.Directive) {
    let seconds = Self.seconds(directive.argument ?? "")
    switch directive.name {
    case "max-age": maxAge = maxAge ?? seconds
    case "no-cache": forbidReuse(directive.argument)
    case "no-store": noStore = true
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "public": isPublic = true
    case "only-if-cached": onlyIfCached = true
    case "stale-if-error": staleIfError = staleIfError ?? seconds
    case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
    case "min-fresh": minFresh = minFresh ?? seconds
    case "max-stale":
      maxStale = maxStale ?? (directive.argument == nil ? .infinity : seconds)
    default: break
    }
  }

  private mutating func forbidReuse(_ fields: String?) {
    let names = (fields ?? "").split(separator: ",").map { $0.trimmed.lowercased() }
    if names.isEmpty { noCache = true }
    noCacheFields.formUnion(names)
  }

  /// Delta-seconds (RFC 9111 §1.2.2); larger than 2^31 counts as 2^31, malformed ones as 0.
  static func seconds(_ text: String) -> TimeInterval {
    deltaSeconds(text.trimmingCharacters(in: ["\"", " "])) ?? 0
  }

  /// Delta-seconds, or `nil` for what is not made of digits alone.
  static func deltaSeconds(_ text: String) -> TimeInterval? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(TimeInterval(text) ?? 2_147_483_648, 2_147_483_648)
  }
}
