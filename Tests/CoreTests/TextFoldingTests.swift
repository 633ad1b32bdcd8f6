import AlmanacCore
import Testing

@Suite struct `Text folding` {
  static func fold(_ text: String) -> String {
    String(decoding: TextFolding.fold(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("Łódź", "lodz"), ("ZAŻÓŁĆ GĘŚLĄ JAŹŃ", "zazolc gesla jazn"),
    ("Kraków Główny", "krakow glowny"),
    ("straße", "strasse"), ("STRAẞE", "strasse"), ("ÅNGSTRÖM", "angstrom"), ("Ærø", "aero"),
    ("Œuvre", "oeuvre"), ("Þingvellir", "thingvellir"), ("Hafnarfjörður", "hafnarfjordur"),
    ("Đà Nẵng", "da nang"), ("Győr", "gyor"), ("İstanbul", "istanbul"),
    ("Diyarbakır", "diyarbakir"),
    ("Għarb Ħamrun", "gharb hamrun"), ("Ŋatuna", "natuna"), ("Gəncə", "gence"), ("Ǆ", "dz"),
    ("Ĳmuiden", "ijmuiden"), ("Curaçao", "curacao"), ("São Tomé", "sao tome"), ("Plzeň", "plzen"),
    ("Ⱥɍɨꝏ", "arioo"), ("ﬁn", "fin"), ("ＡＢｃ", "abc"), ("m²", "m2"), ("№ 5", "no 5"),
  ]) func `equates case and accents in Latin`(text: String, folded: String) {
    #expect(Self.fold(text) == folded)
  }

  @Test(arguments: [
    ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"), ("Αθήνα", "αθηνα"), ("ᾯδή", "ωδη"),
    ("Ϊόνιο", "ιονιο"), ("ϐ", "β"),
  ]) func `equates case, accents and final sigma in Greek`(text: String, folded: String) {
    #expect(Self.fold(text) == folded)
  }

  @Test(arguments: [
    ("Ёлка", "елка"), ("МОСКВА", "москва"), ("Ґалаґан", "галаган"), ("Київ", "киів"),
    ("Йошкар-Ола", "йошкар ола"), ("Қазақстан", "казакстан"), ("Ќуманово", "куманово"),
  ]) func `equates case and accents in Cyrillic, and keeps й`(text: String, folded: String) {
    #expect(Self.fold(text) == folded)
  }

  @Test func `keeps й whether its breve is part of it or follows`() {
    #expect(Self.fold("\u{0438}\u{0306}") == "\u{0439}")
    #expect(Self.fold("\u{0418}\u{0306}\u{0438}\u{0418}") == "\u{0439}\u{0438}\u{0438}")
    #expect(Self.fold("е\u{0308}") == "е")
  }

  @Test(arguments: [
    ("Landau(Pfalz)", "landau pfalz"), ("Nowy Sącz  Miasto", "nowy sacz miasto"),
    ("  „Bielsko-Biała”… ", "bielsko biala"), ("L’Aquila", "l aquila"), ("O'Brien", "o brien"),
    ("Sant\u{00A0}Cugat\tdel\nVallès", "sant cugat del valles"), ("Col·lecció", "col leccio"),
    ("Hawaiʻi", "hawai i"), ("¿Qué?", "que"), ("½", "1 2"), ("", ""), (" -- ", ""), ("\0", ""),
  ]) func `makes punctuation and runs of spaces one space`(text: String, folded: String) {
    #expect(Self.fold(text) == folded)
  }

  @Test func `drops what cannot be seen`() {
    #expect(Self.fold("War\u{00AD}sza\u{200B}wa\u{FEFF}") == "warszawa")
    #expect(Self.fold("\u{0301}a\u{0301}\u{0302}") == "a")
  }

  @Test(arguments: ["東京", "서울", "القاهرة", "दिल्ली", "กรุงเทพ", "100 € + 5", "がぎ"])
  func `leaves symbols and other scripts alone`(text: String) {
    #expect(TextFolding.fold(Array(text.utf8)) == Array(text.utf8))
  }

  @Test func `equates the two cases of every Latin, Greek and Cyrillic letter`() {
    for value in (UInt32(0x41)...0x052F).filter({ $0 != 0x0130 }) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      if Self.fold(text) != Self.fold(text.lowercased()) {
        Issue.record("U+\(String(value, radix: 16)) and its lowercase fold apart")
      }
    }
  }

  @Test func `changes nothing when done twice, for any scalar`() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = TextFolding.fold([scalar])
      if TextFolding.fold(once) != once { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func `reads malformed bytes as replacement characters`() {
    #expect(TextFolding.fold([0x41, 0xFF, 0x42]) == Array("a\u{FFFD}b".utf8))
    #expect(TextFolding.fold([0xC5]) == Array("\u{FFFD}".utf8))
    #expect(TextFolding.fold([0xED, 0xA0, 0x80]) == Array("\u{FFFD}\u{FFFD}\u{FFFD}".utf8))
  }

  @Test func `folds scalars as it folds their bytes`() {
    let text = "Łódź Fabryczna (Ёлка) 東京"
    #expect(TextFolding.fold(text.unicodeScalars) == TextFolding.fold(Array(text.utf8)))
  }
}
