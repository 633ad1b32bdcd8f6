import Foundation

/// Base64 with the alphabet of addresses and without padding (RFC 4648 §5), as Web Push writes
/// keys.
enum Base64URL {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes of a text; nothing when it is none of this alphabet.
  ///
  /// Padding at the end is taken too, since some browsers write it.
  static func bytes(_ text: String) -> [UInt8]? {
    let bare =
      text.hasSuffix("==") ? text.dropLast(2) : text.hasSuffix("=") ? text.dropLast() : text[...]
    guard bare.utf8.allSatisfy(isLetter), bare.utf8.count % 4 != 1 else { return nil }
    let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    let usual = bare.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: usual + padding).map(Array.init)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
