import Foundation

/// The phrases that a page's scripts fill in, as the page hands them over.
enum ScriptPhrases {
  /// The phrases of some keys as one JSON object; keys without a phrase are left out.
  static func json(_ words: Catalogue, _ keys: [String]) -> String {
    let known = words.phrases.filter { keys.contains($0.key) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(known), as: UTF8.self)
    } catch {
      return "{}"
    }
  }
}

extension Catalogue.Phrase: Encodable {
  /// Writes a text or an object of texts.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .counted(let forms): try container.encode(forms)
    }
  }
}
