public import AlmanacDeclarations
import Foundation
import NIOCore

/// Where others reach a server: what a phone is told to open.
public struct Reach: Sendable, Hashable {
  /// The addresses, the one to try first before the others; never empty.
  public let addresses: [String]
  /// Whether a browser trusts the server under these addresses, as far as its certificate says.
  public let isTrusted: Bool
  /// The first address for a camera.
  public let code: QRCode?

  /// Whether the addresses speak https.
  public var isSecure: Bool { addresses.allSatisfy { $0.hasPrefix("https://") } }

  /// Makes it of addresses; nothing where there is none.
  init?(_ addresses: [String], isTrusted: Bool = true) {
    guard let first = addresses.first else { return nil }
    self.addresses = addresses
    self.isTrusted = isTrusted
    code = QRCode(first)
  }

  /// The reach of a server that stands behind a proxy with an address of its own.
  ///
  /// - Throws: A sentence where the address is none: `https://name`, with a port where it has one.
  public init(public address: String) throws(ReachProblem) {
    guard let url = URL(string: address), let host = url.host(), !host.isEmpty,
      ["http", "https"].contains(url.scheme), ["", "/"].contains(url.path()),
      url.query() == nil, url.fragment() == nil, url.user() == nil,
      let reach = Reach([url.path().isEmpty ? address : String(address.dropLast())])
    else { throw ReachProblem(address: address) }
    self = reach
  }

  /// The reach of a server that listens on an address of this machine, or on all; nothing where
  /// only this machine reaches it.
  ///
  /// Under TLS the names and addresses that the certificate is for come alone, where it has any.
  public init?(listeningOn host: String, port: Int, identity: TLSIdentity?) throws {
    guard !Self.isLoopback(host) else { return nil }
    let scheme = identity == nil ? "http" : "https"
    let own = try Self.hosts(listeningOn: host)
    let named = (identity?.names ?? []).filter { !$0.hasPrefix("*") && !Self.isLoopback($0) }
    let known = named.filter { !Self.isNumber($0) || own.contains($0) }
    let addresses = (known.isEmpty ? own : known).map { Self.address(scheme, $0, port) }
    self.init(addresses, isTrusted: identity == nil || !known.isEmpty)
  }

  /// The host names that its addresses have, as a Host header writes them.
  var names: [String] {
    addresses.compactMap { URL(string: $0)?.host(percentEncoded: false) }.map(Self.bracketed)
  }
}

extension Reach {
  /// Whether only this machine can reach an address that is listened on.
  static func isLoopback(_ host: String) -> Bool {
    ["localhost", "::1", "[::1]"].contains(host) || (host.hasPrefix("127.") && isNumber(host))
  }

  /// Whether a host is written as a number: an address of IPv4, or of IPv6 with or without brackets.
  static func isNumber(_ host: String) -> Bool {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
    do {
      let address = try SocketAddress(ipAddress: bare, port: 0)
      return !isBracketed || address.protocol == .inet6
    } catch {
      return false
    }
  }

  static func bracketed(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }

  static func address(_ scheme: String, _ host: String, _ port: Int) -> String {
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(bracketed(host))" + (isUsual ? "" : ":\(port)")
  }

  /// The numbers of this machine that others can reach it by.
  private static func hosts(listeningOn host: String) throws -> [String] {
    let isEvery = ["0.0.0.0", "::", "[::]"].contains(host)
    guard isEvery else { return [host] }
    let devices = try System.enumerateDevices().compactMap { device in
      device.address?.ipAddress.map { (device: device.name, number: $0) }
    }
    return ranked(devices).filter { host != "0.0.0.0" || !$0.contains(":") }
  }

  /// Numbers in the order in which a phone is likely to reach them; without loopback's and those
  /// that need no router.
  static func ranked(_ devices: [(device: String, number: String)]) -> [String] {
    let reachable = devices.filter { !isLoopback($0.number) && !isLinkLocal($0.number) }
    let ordered = reachable.enumerated().sorted { left, right in
      (rank(left.element), left.offset) < (rank(right.element), right.offset)
    }
    return ordered.map(\.element.number)
  }

  private static func isLinkLocal(_ number: String) -> Bool {
    number.hasPrefix("169.254.") || number.lowercased().hasPrefix("fe80:")
  }

  /// Bridges to containers and virtual machines come last: no phone is behind them.
  private static func rank(_ entry: (device: String, number: String)) -> Int {
    let bridges = ["docker", "br-", "veth", "virbr", "cni", "podman", "lxc"]
    if bridges.contains(where: entry.device.hasPrefix) { return 2 }
    return entry.number.contains(":") ? 1 : 0
  }
}

/// An address that is none by which others could reach a server.
public struct ReachProblem: MessageError, Sendable, Hashable {
  let address: String

  /// What was expected.
  public var message: Message {
    "Expected an address such as https://almanac.example.org, found \"\(address)\"."
  }
}
