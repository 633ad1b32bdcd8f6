import Foundation

/// The primary key of stored answers (RFC 9111 §2): the URL with its query, the caller's
/// credentials, so that one person's answers never serve another, and whether private addresses
/// were allowed, so that data never reads what a dataset file fetched from a private network.
struct CacheKey: Sendable, Hashable {
  /// 64 hexadecimal digits; neither the URL nor a credential can be read from it.
  let digest: String

  init(_ request: FetchRequest) {
    let credentials = request.credentials
      .map { "\($0.name.lowercased()): \($0.value)" }.sorted().joined(separator: "\n")
    let reach = request.mayBePrivate ? "anywhere" : "public"
    digest = Digest.hex("GET \(request.url.withoutFragment)\n\(reach)\n\(credentials)")
  }

  /// The key of an answer that a relay keeps as the origin sent it, coding and cookies included.
  init(relaying url: URL) {
    digest = Digest.hex("RELAY \(url.withoutFragment)")
  }

  /// The two digits of the folder that holds this key's files.
  var shard: String { String(digest.prefix(2)) }

  func fileName(_ vary: Vary) -> String {
    "\(digest).\(vary.name)"
  }
}

extension URL {
  /// The host as a resolver wants it (lower case, international names in ASCII), or "".
  var hostName: String {
    Authority(self)?.name ?? ""
  }

  /// The URL as text, without its fragment, which never reaches a server.
  var withoutFragment: String {
    String(absoluteString.prefix { $0 != "#" })
  }

  /// The URL as text, without query, fragment, user and password.
  var withoutSecrets: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    parts.query = nil
    parts.fragment = nil
    parts.user = nil
    parts.password = nil
    return parts.string ?? ""
  }

  /// For logs: the query's names stay, their values go.
  var forLogs: String {
    let items = URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems ?? []
    guard !items.isEmpty else { return withoutSecrets }
    return withoutSecrets + "?" + items.map { "\($0.name)=…" }.joined(separator: "&")
  }
}
