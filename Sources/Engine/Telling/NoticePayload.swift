import AlmanacNotifying
import Crypto
import Foundation

/// A notice as the service worker takes it: JSON that fits into one push message.
struct NoticePayload: Codable, Hashable {
  let title: String
  let body: String
  /// The page to open: a path on our server.
  let url: String
  /// What it is about: a newer notice of the same takes its place.
  let tag: String
  let lang: String

  /// The message of a text: whole, and shorter for push services that take little.
  static func message(
    _ text: NoticeText, for subscription: String, in language: String
  ) throws -> PushMessage {
    let topic = Self.topic(of: subscription)
    let address = text.address.utf8.count <= 1200 ? text.address : "/"
    let make = { (title: Int, body: Int) in
      NoticePayload(
        title: text.title.cut(to: title), body: text.body.cut(to: body), url: address, tag: topic,
        lang: language)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return PushMessage(
      text: Array(try encoder.encode(make(300, 900))),
      shorter: Array(try encoder.encode(make(80, 0))), topic: topic)
  }

  /// 32 letters that tell subscriptions apart and give none away.
  private static func topic(of subscription: String) -> String {
    String(Fingerprint.of(subscription).prefix(32))
  }
}

extension String {
  /// The text, or its beginning with an ellipsis, in at most so many bytes.
  ///
  /// Control characters, which JSON would write as six bytes each, are left out.
  func cut(to most: Int) -> String {
    let plain = String(unicodeScalars.filter { $0.properties.generalCategory != .control })
    guard plain.utf8.count > most else { return plain }
    var (kept, count) = ("", 3)
    for character in plain {
      count += character.utf8.count
      if count > most { break }
      kept.append(character)
    }
    return kept.isEmpty ? "" : kept + "…"
  }
}
