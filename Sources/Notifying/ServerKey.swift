import Crypto
public import Foundation

/// The key by which push services know that messages come from the same server (VAPID, RFC 8292).
///
/// A browser's subscription is bound to it: when it is lost, every subscription is.
public struct ServerKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// A new key.
  public init() { key = P256.Signing.PrivateKey() }

  init(raw: some ContiguousBytes) throws {
    key = try P256.Signing.PrivateKey(rawRepresentation: raw)
  }

  var raw: Data { key.rawRepresentation }

  /// The public key as browsers take it: an uncompressed point in base64url.
  public var publicText: String { Base64URL.text(key.publicKey.x963Representation) }

  /// How long a token is good; a push service may refuse those of more than 24 hours.
  static let lifetime: TimeInterval = 12 * 3600

  /// The value of `Authorization` for messages to an endpoint's server (RFC 8292 §3).
  ///
  /// - Parameter contact: How a push service's keeper reaches us, as `mailto:` or `https:`.
  public func authorization(
    for endpoint: URL, contact: String?, at now: Date
  ) throws -> String {
    let claims = Claims(
      aud: Self.origin(of: endpoint), exp: Int(now.timeIntervalSince1970 + Self.lifetime),
      sub: contact)
    return "vapid t=\(try token(claims)), k=\(publicText)"
  }

  /// A signed token (RFC 7515) with the algorithm ES256.
  func token(_ claims: Claims) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let head = Base64URL.text(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
    let text = "\(head).\(Base64URL.text(try encoder.encode(claims)))"
    let signature = try key.signature(for: Data(text.utf8))
    return "\(text).\(Base64URL.text(signature.rawRepresentation))"
  }

  /// What a token claims (RFC 8292 §2).
  struct Claims: Codable, Hashable {
    /// The push service's origin.
    let aud: String
    /// Until when it holds, in seconds since 1970.
    let exp: Int
    /// Whom to ask.
    let sub: String?
  }

  /// Scheme, host and port, as RFC 6454 §6.2 writes an origin.
  static func origin(of url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? "https"
    let host = url.host()?.lowercased() ?? ""
    let usual = scheme == "https" ? 443 : 80
    let port = url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return "\(scheme)://\(host)\(port)"
  }

  /// The contact as a token may name it; nothing when it is neither a mail nor a web address.
  public static func contact(_ text: String) -> String? {
    if text.hasPrefix("mailto:") || text.hasPrefix("https://") { return text }
    return text.contains("@") && !text.contains(" ") ? "mailto:\(text)" : nil
  }
}
