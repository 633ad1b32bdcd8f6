import Foundation

/// The directives of `Cache-Control` that matter to a private cache (RFC 9111 §5.2).
struct CacheControl: Sendable, Hashable {
  /// Seconds of freshness (§5.2.2.1), or `nil` when not stated; the first of several counts
  /// (§4.2.1), a malformed one counts as 0, so the answer is stale.
  private(set) var maxAge: TimeInterval?
  /// The answer must not be kept (§5.2.2.5).
  private(set) var noStore = false
  /// The answer must not be used again without asking (§5.2.2.4).
  private(set) var noCache = false

  init(_ headers: [HTTPHeader]) {
    let value = headers.combined("Cache-Control") ?? ""
    for directive in Self.split(value) { take(directive) }
    let pragma = headers.combined("Pragma")?.lowercased() ?? ""
    if value.isEmpty, pragma.contains("no-cache") { noCache = true }
  }

  private mutating func take(_ directive: Substring) {
    let parts = directive.split(separator: "=", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    switch parts.first?.lowercased() {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "max-age": maxAge = maxAge ?? Self.seconds(parts.count > 1 ? parts[1] : "")
    default: break
    }
  }

  /// Splits at commas outside of quoted strings (RFC 9110 §5.6.4).
  private static func split(_ value: String) -> [Substring] {
    var isQuoted = false
    return value.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
  }

  /// Delta-seconds (RFC 9111 §1.2.2); larger than 2^31 counts as 2^31.
  static func seconds(_ text: String) -> TimeInterval {
    let digits = text.trimmingCharacters(in: ["\"", " "])
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return min(TimeInterval(digits) ?? 0, 2_147_483_648)
  }
}
