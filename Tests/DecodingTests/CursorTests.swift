import AlmanacDecoding
import Testing

@Suite struct `A cursor` {
  @Test(arguments: [
    ("2026-01-01T00:05:00.000Z", "2025-12-31T23:55:00.000Z"),
    ("2026-01-01T00:05:00.123", "2025-12-31T23:55:00.123"),
    ("2026-03-01T00:00:00Z", "2026-02-28T23:50:00.000Z"),
    ("2026-01-01T12:00:00+02:00", "2026-01-01T11:50:00.000+02:00"),
    ("2026-01-01T12:00:00-05:30", "2026-01-01T11:50:00.000-05:30"),
    ("2026-01-01", "2025-12-31"), ("1969-12-31T23:59:59.001Z", "1969-12-31T23:49:59.001Z"),
    ("1005", "905"), ("50", "-50"), ("12.5", "-87.5"), ("-9223372036854775808", nil),
    ("abc", "abc"), ("", ""),
  ])
  func `goes back in the form it has`(text: String, earlier: String?) {
    let moved = Cursor(text).earlier(byMilliseconds: 600_000, orCount: 100)
    if let earlier { #expect(moved == earlier) }
    #expect(Cursor(text).earlier(byMilliseconds: 0, orCount: 0) == text)
  }

  @Test(arguments: ["2026-01-01T00:05:00.000Z", "2026-01-01T12:00:00+02:00", "1005", "12.5"])
  func `that went back is less`(text: String) {
    let moved = Cursor(Cursor(text).earlier(byMilliseconds: 1000, orCount: 1))
    #expect(moved < Cursor(text))
    #expect(moved.isNumber == Cursor(text).isNumber)
  }
}

@Suite struct `Bytes that are not UTF-8` {
  @Test func `are counted as a slow reading counts them`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [
      0x20, 0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xC5, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F,
      0xFF,
    ]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0x20
      }
      let isWell = String(validating: bytes, as: UTF8.self) != nil
      #expect((TextDamage(in: bytes).count == 0) == isWell, "\(bytes)")
    }
  }

  @Test func `are found where they stand`() {
    let text = Array("Sołtmany – 隕石 🪨 ".utf8)
    #expect(TextDamage(in: text).count == 0)
    let damage = TextDamage(in: text + [0xB3] + text + [0xE9, 0x20] + [0xC5])
    #expect(damage.count == 3)
    #expect(damage.first == text.count)
  }
}

@Suite struct `The text of an error` {
  @Test(arguments: [
    (#"{"error":true,"message":"No such column: wight"}"#, "No such column: wight"),
    (#"{"errors":[{"message":"A valid API key is required"}]}"#, "A valid API key is required"),
    (#"{"message":"Not Found","status":404}"#, "Not Found"),
    (#"{"type":"about:blank","title":"Gone","detail":"Moved away"}"#, "Moved away"),
    ("<html><head><title>502 Bad  Gateway</title>", "“502 Bad Gateway”"),
    ("too many requests\n", "too many requests"), ("", nil), ("  ", nil), ("[1]", nil),
    (#"{"message":"cut o"#, nil), ("{}", nil), ("one\ntwo", nil),
  ])
  func `is what it says to people`(text: String, message: String?) {
    #expect(ErrorText.message(in: text) == message)
  }
}
