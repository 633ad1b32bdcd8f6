public import Foundation

/// The server that a declaration names, and so the only one its secrets may reach: a scheme, a host
/// and a port (RFC 6454).
///
/// Two spellings of one server are equal: letter case, a dot after the host, a port that is the
/// scheme's own and the forms of an IP address make no difference.
public struct Origin: Sendable, Hashable {
  private let scheme: String
  private let host: Host
  private let port: Int
  private let authority: Authority

  /// The server as `name:port`, as ``Fetcher/holdBack(_:)`` takes it.
  public var server: String { authority.description }

  private enum Host: Hashable {
    case name(String)
    case address(IPAddress)
  }

  /// The origin of an `http` or `https` URL, or `nil` when the URL names no server.
  public init?(_ url: URL) {
    guard let authority = Authority(url), let scheme = url.scheme?.lowercased() else { return nil }
    self.scheme = scheme
    host = IPAddress(authority.name).map(Host.address) ?? .name(authority.name)
    port = authority.port
    self.authority = authority
  }

  /// Whether both are the same server, however they are spelled.
  public static func == (one: Origin, other: Origin) -> Bool {
    one.scheme == other.scheme && one.host == other.host && one.port == other.port
  }

  /// Feeds what makes a server the same.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host)
    hasher.combine(port)
  }

  /// Whether two URLs are equal in scheme, host and port.
  public static func isShared(by one: URL, _ other: URL) -> Bool {
    guard let first = Origin(one), let second = Origin(other) else { return false }
    return first == second
  }
}
