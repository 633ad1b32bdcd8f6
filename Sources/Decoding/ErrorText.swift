/// What a server says in the body of an error, for the person who has to understand it.
public enum ErrorText {
  /// The message in a JSON error of a known shape, a web page's title, or a short plain text.
  ///
  /// Nothing where the text says nothing to people.
  public static func message(in text: String) -> String? {
    let plain = text.trimmed
    guard let first = plain.utf8.first else { return nil }
    switch first {
    case UInt8(ascii: "{"): return json(plain)
    case UInt8(ascii: "<"): return title(plain)
    case UInt8(ascii: "["): return nil
    default: return plain.utf8.count <= 200 && !plain.contains("\n") ? plain : nil
    }
  }

  private static func json(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard var scanner = RecordScanner(bytes) else { return nil }
      do {
        return message(of: try scanner.value())
      } catch {
        return nil  // cut off, so that no message can be made out
      }
    }
  }

  private static func message(of piece: Piece) -> String? {
    if case .refused(let message, _)? = DecodingFailure.refusal(piece) { return message }
    let scratch = Scratch()
    let names: [StaticString] = ["message", "detail", "title", "error_description"]
    for name in names {
      let member = piece.member(name)
      guard member.isText else { continue }
      let text = scratch.plain(member).trimmed.text
      if !text.isEmpty { return text }
    }
    return nil
  }

  private static func title(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard case .webPage(let title?) = DecodingFailure.markup(bytes) else { return nil }
      return "“\(title)”"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    Array(utf8).withUnsafeBufferPointer { $0.trimmed.text }
  }
}
