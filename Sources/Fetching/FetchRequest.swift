public import Foundation

/// What to ask for, and on whose word.
///
/// A request is a value: two equal requests in flight at once become one request on the wire.
public struct FetchRequest: Sendable, Hashable {
  /// How much a stored answer may spare the server (decision 15).
  public enum Freshness: Sendable, Hashable {
    /// The request is due: always ask, with validators, however fresh the stored answer is.
    case revalidate
    /// A stored answer that is still fresh (RFC 9111 §4.2) is served without asking.
    case cachedIfFresh
  }

  /// An `http`, `https` or `file` URL.
  public var url: URL

  /// The caller's own headers, such as `X-App-Token` or `Authorization`.
  ///
  /// All but `Accept` and `Accept-Language` count as credentials: they separate stored answers
  /// and are dropped when a redirect leaves the host. Fields the fetcher owns (`Host`,
  /// `User-Agent`, `Accept-Encoding`, conditions, ranges and framing) are left out.
  public var headers: [HTTPHeader]

  /// Whether a fresh stored answer will do.
  public var freshness: Freshness

  /// Whether the URL stands in a dataset file (`true`) or was found in data (`false`).
  ///
  /// A URL found in data never reaches files, nor private, loopback or link-local addresses,
  /// unless its host is one of ``Fetcher/Configuration/allowedPrivateHosts`` (decision 16).
  public var mayBePrivate: Bool

  /// The hosts, by name in lower case, that the request and its redirects may go to; nothing where
  /// any will do.
  public var hosts: Set<String>?

  /// A request for a URL; the defaults are those of a due sync of a URL found in data.
  public init(
    _ url: URL, headers: [HTTPHeader] = [], freshness: Freshness = .revalidate,
    mayBePrivate: Bool = false, hosts: Set<String>? = nil
  ) {
    self.url = url
    self.headers = headers
    self.freshness = freshness
    self.mayBePrivate = mayBePrivate
    self.hosts = hosts
  }
}

extension FetchRequest {
  /// Fields that are the fetcher's business: identity, codings, conditions and framing.
  private static let ownedByFetcher: Set<String> = [
    "accept-encoding", "connection", "content-length", "host", "if-match", "if-modified-since",
    "if-none-match", "if-range", "if-unmodified-since", "range", "transfer-encoding", "user-agent",
  ]

  /// Fields that tell nothing about who asks, so every host may see them.
  private static let tellNothing: Set<String> = ["accept", "accept-language"]

  var callerHeaders: [HTTPHeader] {
    headers.without(Self.ownedByFetcher)
  }

  var credentials: [HTTPHeader] {
    callerHeaders.without(Self.tellNothing)
  }

  /// What any host may see: the caller's headers without credentials.
  var headersForStrangers: [HTTPHeader] {
    callerHeaders.filter { Self.tellNothing.contains($0.name.lowercased()) }
  }
}
