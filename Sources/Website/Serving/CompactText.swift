/// Scripts and styles without the comments that stand on lines of their own, and without indentation.
///
/// Every line stays where it was, so that browsers name the right one of the source. What stands in
/// a template literal of several lines stays as it is.
enum CompactText {
  /// A script or a style sheet as it is sent; a fifth fewer bytes when packed.
  ///
  /// Cost: O(text).
  static func of(_ text: String) -> String {
    of(lines(text))
  }

  /// The same of a text's lines.
  static func of(_ lines: [Substring]) -> String {
    var state = State.code
    return lines.map { line in compact(line, &state) }.joined(separator: "\n")
  }

  /// The lines of a text, without what ends them.
  static func lines(_ text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
  }

  private enum State { case code, comment, literal }

  private static func compact(_ line: Substring, _ state: inout State) -> Substring {
    let start = Substring(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    switch state {
    case .comment:
      if line.contains("*/") { state = .code }
      return ""
    case .literal:
      if holdsHalf(line) { state = .code }
      return line
    case .code:
      if start.hasPrefix("//") { return "" }
      if start.hasPrefix("/*") { return comment(start, &state) }
      if holdsHalf(line) { state = .literal }
      return start
    }
  }

  /// A line that begins with a comment: nothing of it stays, unless something stands behind it.
  private static func comment(_ line: Substring, _ state: inout State) -> Substring {
    guard let end = line.firstRange(of: "*/") else {
      state = .comment
      return ""
    }
    let isAlone = line[end.upperBound...].allSatisfy(\.isWhitespace)
    return isAlone ? "" : line
  }

  /// Whether a template literal begins or ends in a line without its other end.
  private static func holdsHalf(_ line: Substring) -> Bool {
    !line.utf8.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
  }
}
