/// Says in plain words what came instead of records.
extension DecodingFailure {
  /// A list was expected at a path, or as the whole answer, and something else came.
  static func notAList(_ piece: Piece, at path: String?) -> DecodingFailure {
    if let refusal = refusal(piece) { return refusal }
    let place = path.map { "a list of records at \($0)" } ?? "a list of records"
    return .wrongShape(expected: place, got: shape(of: piece))
  }

  /// The upstream's own words, where an object holds an error in a shape that is known.
  ///
  /// SODA's `{"message","errorCode"}` and `{"code","error":true,"message"}`, `{"errors":[{"message"}]}`
  /// and `{"success":false, …}`.
  static func refusal(_ piece: Piece) -> DecodingFailure? {
    guard piece.kind == .object else { return nil }
    let code = text(piece.member("errorCode")) ?? text(piece.member("code"))
    let hasFailed = [piece.member("success"), piece.member("ok")].contains { $0.kind == .false }
    let isError = piece.member("error").kind == .true || hasFailed || code != nil
    if let message = text(piece.member("message")), isError {
      return .refused(message: message, code: code)
    }
    let errors = piece.member("errors").elements.compactMap {
      text($0) ?? text($0.member("message"))
    }
    if !errors.isEmpty { return .refused(message: errors.joined(separator: "; "), code: code) }
    let error = piece.member("error")
    if let message = text(error) ?? text(error.member("message")) {
      return .refused(message: message, code: code)
    }
    return hasFailed ? .refused(message: shape(of: piece), code: code) : nil
  }

  /// A piece in plain words: "an object with keys success, message".
  static func shape(of piece: Piece) -> String {
    switch piece.kind {
    case .missing: "nothing"
    case .null: "null"
    case .true, .false: "true or false"
    case .number: "the number \(piece.bytes.excerpt(20))"
    case .string, .escaped, .cell, .doubled: "the text “\(piece.bytes.excerpt())”"
    case .array: "a list of \(piece.elements.count)"
    case .object: object(piece)
    }
  }

  /// The failure of an answer in angle brackets.
  static func markup(_ text: Bytes) -> DecodingFailure {
    let start = text.part(0..<min(text.count, 65_536)).text
    let small = start.lowercased()
    let marks = ["<html", "<!doctype html", "<head", "<body", "<title", "<p>", "<h1"]
    guard marks.contains(where: small.contains) else {
      return .wrongShape(expected: "records", got: "XML: " + text.trimmed.excerpt(60))
    }
    let words = title(of: text.part(0..<min(text.count, 65_536)))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return .webPage(title: words.isEmpty ? nil : words)
  }

  /// What stands in the first title of a page; empty where there is none. O(bytes)
  private static func title(of page: Bytes) -> String {
    let mark: StaticString = "<title"
    let places = 0..<max(0, page.count - mark.utf8CodeUnitCount + 1)
    guard let open = places.first(where: { page.part($0..<$0 + 6).spells(mark) }) else { return "" }
    let rest = page.part(open..<page.count)
    guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return "" }
    let inside = rest.part(close + 1..<rest.count)
    return inside.part(0..<(inside.firstIndex(of: UInt8(ascii: "<")) ?? inside.count)).text
  }

  private static func object(_ piece: Piece) -> String {
    var keys: [String] = []
    piece.forEachMember { key, _ in keys.append(key.bytes.excerpt(40)) }
    guard !keys.isEmpty else { return "an object without keys" }
    let names = keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
    return "an object with keys \(names)"
  }

  private static func text(_ piece: Piece) -> String? {
    guard piece.isText || piece.kind == .number else { return nil }
    let text = Scratch().copy(piece).withUnsafeBufferPointer { $0.excerpt(300) }
    return text.isEmpty ? nil : text
  }
}
