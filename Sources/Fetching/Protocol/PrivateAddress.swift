/// Addresses that URLs found in data may not reach: everything that is not globally reachable in
/// the registries of RFC 6890 (private, loopback, link-local, shared, reserved, multicast).
enum PrivateAddress {
  private static let blocks: [(prefix: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  /// In IPv6 only 2000::/3 is global; within it these blocks are not.
  private static let blocksOfIPv6: [(prefix: [UInt8], bits: Int)] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x3f, 0xff, 0x00], 20),
  ]

  /// Whether an address belongs to a private or otherwise not global block.
  static func contains(_ address: IPAddress) -> Bool {
    if let inner = address.embeddedIPv4 { return contains(inner) }
    if address.bytes.count == 4 {
      return blocks.contains { matches(address.bytes, $0.prefix, $0.bits) }
    }
    return !matches(address.bytes, [0x20], 3)
      || blocksOfIPv6.contains { matches(address.bytes, $0.prefix, $0.bits) }
  }

  private static func matches(_ bytes: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
    let whole = bits / 8
    guard bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
    let rest = bits % 8
    guard rest > 0 else { return true }
    let mask = UInt8.max << (8 - rest)
    return bytes[whole] & mask == prefix[whole] & mask
  }
}
