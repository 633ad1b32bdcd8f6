/// Scripts and styles without the comments that stand on lines of their own, and without indentation.
///
/// Every line stays where it was, so that browsers name the right one of the source. What stands in
/// a template literal of several lines stays as it is.
enum CompactText {
  /// A script or a style sheet as it is sent; a fifth fewer bytes when packed.
  ///
  /// Cost: O(text).
  static func of(_ text: String) -> String {
    var state = State.code
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(compact(line, &state)) }.joined(separator: "\n")
  }

  private enum State { case code, comment, literal }

  private static func compact(_ line: Substring, _ state: inout State) -> Substring {
    let start = line.drop { $0 == " " || $0 == "\t" }
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
    !line.count { $0 == "`" }.isMultiple(of: 2)
  }
}
