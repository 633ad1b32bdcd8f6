import Crypto

/// What a browser gave us so that we can write to it and nobody between can read (RFC 8291 §2).
public struct BrowserKeys: Sendable, Hashable {
  /// Its public key on the curve P-256: 65 bytes, uncompressed.
  let publicKey: [UInt8]
  /// Its secret of 16 bytes, which shows that the message is from who was asked to write.
  let secret: [UInt8]

  /// Reads keys as browsers write them: `p256dh` and `auth` in base64url.
  ///
  /// - Throws: `BadKey` when one has another length, or the point is not on the curve.
  public init(p256dh: String, auth: String) throws(BadKey) {
    guard let point = Base64URL.bytes(p256dh), Self.isPoint(point) else { throw .p256dh }
    guard let secret = Base64URL.bytes(auth), secret.count == 16 else { throw .auth }
    publicKey = point
    self.secret = secret
  }

  /// The public key as it is kept: base64url without padding.
  public var p256dh: String { Base64URL.text(publicKey) }

  /// The secret as it is kept: base64url without padding.
  public var auth: String { Base64URL.text(secret) }

  private static func isPoint(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 65, bytes[0] == 4 else { return false }
    do {
      _ = try P256.KeyAgreement.PublicKey(x963Representation: bytes)
      return true
    } catch {
      return false
    }
  }

  /// Which of a browser's keys cannot be one.
  public enum BadKey: String, Error, Sendable {
    /// The public key.
    case p256dh
    /// The secret.
    case auth
  }
}
