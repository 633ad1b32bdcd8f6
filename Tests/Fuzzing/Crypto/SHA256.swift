public import Foundation

/// SHA-256 after FIPS 180-4, in the place of the library's, so that fuzzing needs no C to be built.
public enum SHA256 {
  /// The 32 bytes of a hash.
  public struct Digest: Sequence, Sendable {
    let bytes: [UInt8]

    /// The bytes in order.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
  }

  /// The hash of some bytes.
  public static func hash(data: Data) -> Digest {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    let message = padded(data)
    for start in stride(from: 0, to: message.count, by: 64) {
      compress(message[start..<start + 64], into: &state)
    }
    return Digest(
      bytes: state.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } })
  }

  private static func padded(_ data: Data) -> [UInt8] {
    var message = Array(data) + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(data.count) * 8
    return message + (0..<8).map { UInt8(bits >> (56 - 8 * $0) & 255) }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let words = schedule(block)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ constants[round] &+ words[round]
      let sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let second = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let start = block.startIndex
    var words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[start + word * 4 + $1]) }
    }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let low = turned(far, 7) ^ turned(far, 18) ^ far >> 3
      let high = turned(near, 17) ^ turned(near, 19) ^ near >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    return words
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2..<312).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      var (low, high) = (UInt64(0), UInt64(7) << 32)
      while high - low > 1 {
        let middle = (low + high) / 2
        if UInt128(middle) * UInt128(middle) * UInt128(middle) <= UInt128(prime) << 96 {
          low = middle
        } else {
          high = middle
        }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()
}
