import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Who asks, as limits count: an IPv4 address, or the /64 network of an IPv6 address, of which one
/// person has as many addresses as there are.
///
/// It is the other end of the connection. Only where that is a proxy that was declared, the last
/// address in `X-Forwarded-For` that is no such proxy counts: anybody may send the field, but the last
/// entries are those that our own proxies added.
enum Client {
  /// The other end of the connection of which a request is answered; nothing for a Unix socket, and
  /// where there is no connection.
  @TaskLocal static var peer: String?

  /// The key of who sent a request.
  static func key(_ headers: HTTPFields, proxies: Set<String>) -> String {
    guard let peer, let own = network(peer) else { return "" }
    guard proxies.contains(own) else { return own }
    let forwarded = (HTTPField.Name("X-Forwarded-For").map { headers[values: $0] } ?? [])
      .joined(separator: ",").split(separator: ",").suffix(mostHops)
    for hop in forwarded.reversed() {
      guard let address = network(hop.trimmingCharacters(in: .whitespaces)) else { return own }
      if !proxies.contains(address) { return address }
    }
    return own
  }

  /// How many entries of the field are looked at.
  private static let mostHops = 8

  /// The key of an address as it is written; nothing where it is none.
  static func network(_ text: String) -> String? {
    var bare = text
    if bare.hasPrefix("["), let end = bare.firstIndex(of: "]") {
      bare = String(bare[bare.index(after: bare.startIndex)..<end])
    }
    bare = String(bare.prefix { $0 != "%" })
    do {
      switch try SocketAddress(ipAddress: bare, port: 0) {
      case .v4(let address):
        return withUnsafeBytes(of: address.address.sin_addr) { dotted($0[...]) }
      case .v6(let address):
        return withUnsafeBytes(of: address.address.sin6_addr) { network(Array($0)) }
      case .unixDomainSocket: return nil
      }
    } catch {
      return nil
    }
  }

  /// The /64 of 16 bytes; an IPv4 address that is mapped into IPv6 is itself.
  private static func network(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: mapped) { return dotted(bytes.dropFirst(12)) }
    if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes.last == 1 ? "::1" : "::" }
    let parts = stride(from: 0, to: 8, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }
    return parts.joined(separator: ":") + "::/64"
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

  private static func dotted(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map(String.init).joined(separator: ".")
  }
}

extension Website {
  /// Whether a text is an address of IPv4 or IPv6.
  public static func isAddress(_ text: String) -> Bool { Client.network(text) != nil }
}
