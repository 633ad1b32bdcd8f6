/// How much of a text from data is shown: no page, feed or title grows with one record.
enum ShownText {
  /// The most bytes of a value in a list, a title, a feed or a card.
  static let short = 2_000
  /// The most bytes of a value on its record's own page.
  static let long = 20_000
  /// The most elements of a list of texts.
  static let mostElements = 200

  /// The text, or its beginning with an ellipsis.
  ///
  /// Cost: O(most).
  static func cut(_ text: String, to most: Int = short) -> String {
    guard text.utf8.count > most else { return text }
    return String(decoding: text.utf8.prefix(most), as: UTF8.self)
      .trimmingSuffix { $0 == "\u{FFFD}" } + "…"
  }

  /// The elements that are shown, the last of them an ellipsis where there are more.
  static func cut(_ texts: [String]) -> [String] {
    let shown = texts.prefix(mostElements).map { cut($0, to: 200) }
    return texts.count > mostElements ? shown + ["…"] : shown
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    String(self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)])
  }
}
