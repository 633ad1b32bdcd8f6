import Foundation

/// An IPv4 or IPv6 address as its 4 or 16 bytes.
struct IPAddress: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The address a text spells out, a zone such as `%eth0` left aside; `nil` for a name.
  init?(_ text: String) {
    let text = String(text.prefix { $0 != "%" })
    guard let bytes = Self.parse(text, AF_INET, 4) ?? Self.parse(text, AF_INET6, 16) else {
      return nil
    }
    self.bytes = bytes
  }

  var isLoopback: Bool {
    if let inner = embeddedIPv4 { return inner.isLoopback }
    return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// The IPv4 address inside a mapped, translated or 6to4 address (RFC 4291, 6052, 3056).
  var embeddedIPv4: IPAddress? {
    guard bytes.count == 16 else { return nil }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    let translated: [UInt8] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]
    if bytes.starts(with: mapped) || bytes.starts(with: translated) {
      return IPAddress(bytes: Array(bytes[12...]))
    }
    return bytes.starts(with: [0x20, 0x02]) ? IPAddress(bytes: Array(bytes[2..<6])) : nil
  }

  private static func parse(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
