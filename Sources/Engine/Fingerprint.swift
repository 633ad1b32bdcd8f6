import Crypto
import Foundation

/// SHA-256 of a text in hexadecimal.
enum Fingerprint {
  static func of(_ text: String) -> String {
    hex(SHA256.hash(data: Data(text.utf8)))
  }

  /// A digest in hexadecimal.
  static func hex(_ digest: SHA256.Digest) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
