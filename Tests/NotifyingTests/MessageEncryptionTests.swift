import Crypto
import Foundation
import Testing

@testable import AlmanacNotifying

@Suite struct `A message for a browser` {
  /// RFC 8291, appendix A.
  enum Example {
    static let text = "When I grow up, I want to be a watermelon"
    static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let browser = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let browserPublic =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let content = "oIhVW04MRdy2XN9CiKLxTg"
    static let nonce = "4h_95klXJ5E_qnoN"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
      + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
      + "WGNWQexSgSxsj_Qulcy4a-fN"

    static func keys() throws -> BrowserKeys {
      try BrowserKeys(p256dh: browserPublic, auth: secret)
    }

    static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    static func key(_ text: String) throws -> P256.KeyAgreement.PrivateKey {
      try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(text))
    }
  }

  @Test func `is encrypted as the example of RFC 8291 is, byte by byte`() throws {
    let body = try MessageEncryption.encrypt(
      Example.text.utf8, for: Example.keys(), from: Example.key(Example.sender),
      salt: Example.bytes(Example.salt))
    #expect(Base64URL.text(body) == Example.body)
  }

  @Test func `has the content key and the nonce of the example`() throws {
    let keys = try MessageKeys(
      browser: Example.keys(), sender: Example.key(Example.sender),
      salt: Example.bytes(Example.salt))
    #expect(Base64URL.text(keys.content.withUnsafeBytes { Array($0) }) == Example.content)
    #expect(Base64URL.text(keys.nonce) == Example.nonce)
  }

  @Test func `is another each time, from another key`() throws {
    let keys = try Example.keys()
    let (first, second) = (
      try MessageEncryption.encrypt("a".utf8, for: keys),
      try MessageEncryption.encrypt("a".utf8, for: keys)
    )
    #expect(first.count == second.count)
    #expect(first.prefix(16) != second.prefix(16))
    #expect(first.dropFirst(21).prefix(65) != second.dropFirst(21).prefix(65))
  }

  @Test(arguments: [0, 1, 255, 256, 257, 3992, 3993])
  func `is padded, fits into 4,096 bytes, and is read by its browser`(_ count: Int) throws {
    let text = (0..<count).map { UInt8($0 % 251) }
    let body = try MessageEncryption.encrypt(text, for: Example.keys(), paddedTo: 3993)
    #expect(body.count == 4096)
    #expect(try Opened(body, Example.key(Example.browser)).text == text)
  }

  @Test func `is refused when it is longer than a push service takes`() throws {
    #expect(MessageEncryption.longest == 3993)
    let text = [UInt8](repeating: 1, count: 3994)
    let keys = try Example.keys()
    #expect(throws: MessageEncryption.TooLong.self) {
      try MessageEncryption.encrypt(text, for: keys)
    }
  }

  /// A key of 64 bytes, of another kind, off the curve, of no alphabet, empty, and hidden in blanks.
  @Test(arguments: [
    String(Example.browserPublic.dropLast(2)), "A" + Example.browserPublic.dropFirst(),
    Example.browserPublic.dropLast(4) + "AAAA", "ö" + Example.browserPublic.dropFirst(), "",
    Example.browserPublic + " ",
  ])
  func `is for no key that is none`(_ p256dh: String) {
    #expect(throws: BrowserKeys.BadKey.p256dh) {
      try BrowserKeys(p256dh: p256dh, auth: Example.secret)
    }
  }

  @Test(arguments: ["", "BTBZMqHH6r4Tts7J_aSI", Example.browserPublic, "+/=="])
  func `is for no secret of another length`(_ auth: String) {
    #expect(throws: BrowserKeys.BadKey.auth) {
      try BrowserKeys(p256dh: Example.browserPublic, auth: auth)
    }
  }
}

/// A message as its browser opens it (RFC 8291 §3.1, RFC 8188 §2), written from the other side.
struct Opened {
  let text: [UInt8]

  init(
    _ body: Data, _ browser: P256.KeyAgreement.PrivateKey,
    secret: String = `A message for a browser`.Example.secret
  ) throws {
    let body = [UInt8](body)
    let (salt, sender) = (Array(body[0..<16]), Array(body[21..<86]))
    let shared = try browser.sharedSecretFromKeyAgreement(
      with: P256.KeyAgreement.PublicKey(x963Representation: sender))
    let own = browser.publicKey.x963Representation
    let material = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: try #require(Base64URL.bytes(secret)),
      sharedInfo: Array("WebPush: info\0".utf8) + own + sender, outputByteCount: 32)
    let derive = { (label: String, count: Int) in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material, salt: salt, info: Array(label.utf8), outputByteCount: count)
    }
    let nonce = derive("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
    let sealed = body[86...]
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    let record = try AES.GCM.open(box, using: derive("Content-Encoding: aes128gcm\0", 16))
    let mark = try #require(record.lastIndex { $0 != 0 })
    #expect(record[mark] == 2)
    text = Array(record[..<mark])
  }
}
