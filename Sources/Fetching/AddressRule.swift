public import Foundation

/// Which addresses a URL that nobody wrote into a dataset file may lead to (decision 16).
///
/// A URL found in data, or a push endpoint, reaches the public network alone: no private, loopback,
/// link-local, unique-local, shared, multicast or reserved address, in whatever spelling, mapped
/// into IPv6 or behind a name. A host that a person names may be private all the same.
///
/// The rule tells early what would be refused. What decides is the connection: ``Fetcher`` checks
/// the address it really connected to before it sends a byte, so that a name which changes its
/// address between look-up and use (DNS rebinding) gains nothing.
public struct AddressRule: Sendable, Hashable {
  private let privateHosts: Set<String>

  /// A rule that lets the named hosts be private; an entry is a host name or an address, no port.
  public init(allowedPrivateHosts: Set<String> = []) {
    privateHosts = Set(allowedPrivateHosts.map(Self.bare).filter { !$0.isEmpty })
  }

  /// Whether a person has allowed this host to be private.
  public func allowsPrivate(_ host: String) -> Bool {
    privateHosts.contains(Self.bare(host))
  }

  /// Looks a URL's host up and throws ``FetchError/privateAddress(host:)`` where one of its addresses
  /// is not public, ``FetchError/unusable(why:)`` where it names no host of the web, and
  /// ``FetchError/unreachable(host:why:)`` where the name is not known.
  public func check(_ url: URL) async throws(FetchError) {
    guard let host = Authority(url) else {
      throw .unusable(why: "\(url.forLogs) is not an http or https address")
    }
    try await check(host)
  }

  /// Whether the URL's host is a private address that is spelled out, which takes no look-up to see.
  public func refusesAtSight(_ url: URL) -> Bool {
    guard let host = Authority(url), !allowsPrivate(host.name) else { return false }
    return host.isLoopback || IPAddress(host.name).map(PrivateAddress.contains) ?? false
  }

  func check(_ host: Authority) async throws(FetchError) {
    if allowsPrivate(host.name) { return }
    if try await Self.isPrivate(host) { throw .privateAddress(host: host.name) }
  }

  static func isPrivate(_ host: Authority) async throws(FetchError) -> Bool {
    if let address = IPAddress(host.name) { return PrivateAddress.contains(address) }
    return try await NameLookup.addresses(of: host.name).contains(where: PrivateAddress.contains)
  }

  private static func bare(_ host: String) -> String {
    host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]").union(.whitespaces))
  }
}
