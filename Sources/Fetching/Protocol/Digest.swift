import Crypto
import Foundation

/// SHA-256 in hexadecimal: names cache files and separates credentials without keeping them.
enum Digest {
  static func hex(_ text: String) -> String {
    hex(of: SHA256.hash(data: Data(text.utf8)))
  }

  static func hex(of data: Data) -> String {
    hex(of: SHA256.hash(data: data))
  }

  static func bytes(of data: Data) -> [UInt8] {
    Array(SHA256.hash(data: data))
  }

  static func hex(of digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
