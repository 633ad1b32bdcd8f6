import Crypto
public import Foundation

/// Encrypts a message for one browser: RFC 8291, with one record of RFC 8188 (`aes128gcm`).
public enum MessageEncryption {
  /// The longest text that fits: a push service takes 4,096 bytes, and the head of 86, the padding's
  /// mark and the tag of 16 are ours.
  public static let longest = recordSize - 86 - 1 - 16

  private static let recordSize = 4096

  /// The body to hand to the push service.
  ///
  /// - Parameter least: The length up to which a shorter text is padded, so that its length tells
  ///   little about it.
  /// - Throws: `TooLong` when the text is longer than `longest`.
  public static func encrypt(
    _ text: some Sequence<UInt8>, for browser: BrowserKeys, paddedTo least: Int = 0
  ) throws -> Data {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return try encrypt(
      text, for: browser, from: P256.KeyAgreement.PrivateKey(), salt: salt, paddedTo: least)
  }

  /// The same with a key and a salt of the caller, each to be used once only.
  static func encrypt(
    _ text: some Sequence<UInt8>, for browser: BrowserKeys,
    from sender: P256.KeyAgreement.PrivateKey, salt: [UInt8], paddedTo least: Int = 0
  ) throws -> Data {
    var record = Array(text)
    guard record.count <= longest else { throw TooLong(count: record.count) }
    let padding = max(0, min(least, longest) - record.count)
    record.append(2)  // the mark of the last record (RFC 8188 §2), then padding
    record += [UInt8](repeating: 0, count: padding)
    let keys = try MessageKeys(browser: browser, sender: sender, salt: salt)
    let sealed = try AES.GCM.seal(
      record, using: keys.content, nonce: AES.GCM.Nonce(data: keys.nonce))
    return head(salt, sender.publicKey.x963Representation) + sealed.ciphertext + sealed.tag
  }

  /// Salt, size of a record, length of the sender's key, the key (RFC 8188 §2.1).
  private static func head(_ salt: [UInt8], _ key: Data) -> Data {
    let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian, Array.init)
    return Data(salt + size + [UInt8(key.count)] + key)
  }

  /// A text that no push message can hold.
  public struct TooLong: Error, Sendable, CustomStringConvertible {
    /// Its length in bytes.
    public let count: Int

    /// How long it is, and how long it may be.
    public var description: String {
      "the message has \(count) bytes, and \(MessageEncryption.longest) fit"
    }
  }
}

/// The keys of one message (RFC 8291 §3.4).
struct MessageKeys {
  let content: SymmetricKey
  let nonce: [UInt8]

  init(
    browser: BrowserKeys, sender: P256.KeyAgreement.PrivateKey, salt: [UInt8]
  ) throws {
    let point = try P256.KeyAgreement.PublicKey(x963Representation: browser.publicKey)
    let shared = try sender.sharedSecretFromKeyAgreement(with: point)
    let parties = browser.publicKey + sender.publicKey.x963Representation
    let material = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: browser.secret, sharedInfo: Self.info("WebPush: info", parties),
      outputByteCount: 32)
    content = Self.derive(material, salt, "Content-Encoding: aes128gcm", 16)
    nonce = Self.derive(material, salt, "Content-Encoding: nonce", 12)
      .withUnsafeBytes { Array($0) }
  }

  private static func info(_ label: String, _ rest: [UInt8] = []) -> [UInt8] {
    Array(label.utf8) + [0] + rest
  }

  private static func derive(
    _ material: SymmetricKey, _ salt: [UInt8], _ label: String, _ count: Int
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, salt: salt, info: info(label), outputByteCount: count)
  }
}
