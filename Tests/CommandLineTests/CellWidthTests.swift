import Testing

@testable import AlmanacCommandLine

@Suite struct `Texts in a terminal's cells` {
  @Test(arguments: [
    ("", 0), ("EUR/USD", 7), ("Łódź", 4), ("e\u{301}te\u{301}", 3), ("東京都", 6), ("ﾊﾝｶｸ", 4),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🚀", 2), ("🇵🇱", 2), ("❤\u{FE0F}", 2), ("❤", 1),
    ("▲▼•…", 4), ("\u{200B}a\u{AD}", 1), ("\u{3000}", 2),
  ])
  func `take the columns that a terminal gives them`(_ text: String, _ width: Int) {
    #expect(CellWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"),
    ("e\u{301}te\u{301}s", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""), ("東京", 1, "…"),
  ])
  func `are cut between characters, with an ellipsis`(_ text: String, _ width: Int, _ cut: String) {
    #expect(CellText.cut(text, to: width) == cut)
    #expect(CellWidth.of(CellText.fitted(text, to: width)) == width)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\u{202E}b\u{2066}c", "abc"), ("a\nb\tc", "a b c"),
    ("\u{9B}2J", "\u{FFFD}2J"), ("東\u{3000}京", "東\u{3000}京"), ("\u{2028}a", " a"),
  ])
  func `command no terminal and turn nothing around`(_ text: String, _ printable: String) {
    #expect(CellText.printable(text) == printable)
  }

  @Test func `are fitted flush right where that is asked`() {
    #expect(CellText.fitted("7", to: 3, isFlushRight: true) == "  7")
    #expect(CellText.fitted("東", to: 3) == "東 ")
  }
}
