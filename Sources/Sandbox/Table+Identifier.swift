import AlmanacDecoding

extension Sandbox.Table {
  /// A made-up row identifier of the portal's form, such as `row-k3vz.9a2m_p0qx`, the same for the
  /// same key.
  static func identifier(for key: String) -> String {
    var random = SplitMix64(seed: seed(of: key))
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let parts = (0..<3).map { _ in
      String((0..<4).map { _ in letters[random.next(below: letters.count)] })
    }
    return "row-\(parts[0]).\(parts[1])_\(parts[2])"
  }

  /// The FNV-1a hash of a text (Fowler, Noll and Vo), because Swift's own differs at every start.
  static func seed(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
  }
}
