import Testing

@testable import AlmanacCommandLine

@Suite struct `Keys` {
  @Test(arguments: [
    ("j", [Key.character("j")]), ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}", [.escape]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[H\u{1B}[4~\u{1B}OF", [.home, .end, .end]),
    (":12\r", [.character(":"), .character("1"), .character("2"), .enter]), ("\u{3}", [.interrupt]),
    ("\u{1A}\u{C}", [.suspend, .redraw]), ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{1B}[24~x", [.character("x")]), ("\u{1B}[1;5Px", [.character("x")]), ("\u{1B}[", []),
    ("ä東", [.character("ä"), .character("東")]), ("\u{1B}[1;2A", [.up]), ("\u{0}\u{1}", []),
  ])
  func `are read from what a terminal sends`(_ sent: String, _ keys: [Key]) {
    #expect(KeyReader.keys(in: Array(sent.utf8)) == keys)
  }

  @Test func `come of any bytes without a crash`() {
    for first in UInt8.min...UInt8.max {
      for second in [0x1B, 0x5B, 0x4F, 0x7E, 0x80, 0xC3, 0xFF] as [UInt8] {
        _ = KeyReader.keys(in: [0x1B, first, second])
        _ = KeyReader.keys(in: [first, 0x1B, second])
      }
    }
    #expect(KeyReader.keys(in: [0xFF]) == [.character("\u{FFFD}")])
  }
}
