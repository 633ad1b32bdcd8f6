import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `Text made compact` {
  @Test func `loses comments of whole lines and indentation, and no line`() {
    let text = """
      /** What it does.
       * And `why.
       */
      export function add(a, b) {
        // The sum.
        return a + b; // stays
      }
        /* one line */
      """
    #expect(
      CompactText.of(text) == "\n\n\nexport function add(a, b) {\n\nreturn a + b; // stays\n}\n")
  }

  @Test func `keeps what stands in a literal of several lines`() {
    let text = "  a = `one\n    // two\n  /* three */\n  ${four}`;\n  b();"
    #expect(CompactText.of(text) == "a = `one\n    // two\n  /* three */\n  ${four}`;\nb();")
  }

  @Test func `keeps code that follows a comment on its line`() {
    #expect(CompactText.of("  /* a */ b();\n  c();") == "/* a */ b();\nc();")
  }

  @Test func `says the same as every script and style of ours`() throws {
    let share = try Share(given: nil)
    let urls =
      try share.files(in: "scripts", ending: ".js") + share.files(in: "templates", ending: ".css")
    #expect(urls.count > 40)
    for url in urls {
      let text = try String(contentsOf: url, encoding: .utf8)
      let left = Self.words(CompactText.of(text))
      #expect(left == Self.words(Self.withoutComments(text)), "\(url.lastPathComponent)")
    }
  }

  /// The words of a text, whatever stands between them.
  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
  }

  /// Another way to leave out comments: by a pattern over the whole text.
  private static func withoutComments(_ text: String) -> String {
    text.replacing(/(?m)^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/, with: "")
      .replacing(/(?m)^[ \t]*\/\/.*$/, with: "")
  }
}
