import AlmanacCore
import Testing

@Suite struct `The root collation` {
  static func key(_ text: String) -> [UInt8] {
    Collation.root.sortKey(Array(text.utf8))
  }

  /// Each list is in order, each text strictly before the next.
  @Test(arguments: [
    [
      "", "$", "+", "<", "~", "€", "😀", "0", "10", "2", "a", "b", "z", "ʔ", "α", "ω", "а", "я", "東",
    ],
    ["cote", "Cote", "coté", "Coté", "côte", "Côte", "côté", "Côté", "cotes"],
    ["resume", "Resume", "RESUME", "résumé", "Résumé", "resumes"],
    ["Lodz", "Lódz", "Łodz", "Łódź", "Lodzi"],
    ["strasse", "straße", "Straße", "strassen"],
    ["a b", "a c", "a1", "ab", "ac", "b"],
    ["a", "A", "á", "Á", "à", "ă", "â", "ǎ", "å", "ä", "ã", "ą", "ā", "aa"],
    ["е", "ё", "ж", "и", "й", "Й", "к"],
    ["Landau", "Landau an der Isar", "Landau(Pfalz)", "Landau Süd", "Landauer"],
    ["nowy sącz", "nowy sącz miasto", "nowysacz"],
  ]) func `puts letters first, then accents, then case`(texts: [String]) {
    for (index, text) in texts.enumerated() {
      for later in texts[(index + 1)...] {
        #expect(Self.key(text).lexicographicallyPrecedes(Self.key(later)), "\(text) < \(later)")
        #expect(Collation.root.isOrdered(Array(text.utf8), before: Array(later.utf8)))
        #expect(!Collation.root.isOrdered(Array(later.utf8), before: Array(text.utf8)))
      }
    }
  }

  static func isLess(_ left: String, _ right: String) -> Bool {
    key(left).lexicographicallyPrecedes(key(right))
  }

  @Test func `ties composed with decomposed text`() {
    let decomposed = "Ło\u{301}dz\u{301} e\u{301} e\u{302}\u{301} е\u{308} и\u{306}"
    #expect(Self.key("Łódź é ế ё й") == Self.key(decomposed))
  }

  @Test func `ties texts that differ only in punctuation`() {
    #expect(Self.key("Landau(Pfalz)") == Self.key(" Landau - Pfalz"))
  }

  @Test func `gives plain lowercase text as its own key`() {
    #expect(Self.key("nowy targ 2") == Array("nowy targ 2".utf8))
  }

  @Test func `never lets accents or case outweigh a letter`() {
    var random = SeededRandom(seed: 11)
    let letters = Array("aAáÁąbBlLłŁsSśŠzZžŽ09 -ßæ")
    let texts = (0..<400).map { _ in
      String(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    for left in texts {
      for right in texts {
        let folded = (`Text folding`.fold(left), `Text folding`.fold(right))
        guard Array(folded.0.utf8) != Array(folded.1.utf8) else { continue }
        let isBefore = folded.0.utf8.lexicographicallyPrecedes(folded.1.utf8)
        if Self.isLess(left, right) != isBefore { Issue.record("\(left) against \(right)") }
      }
    }
  }

  @Test func `has no zero byte and no trap in any key`() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<5_000 {
      let bytes = (0..<12).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(!Collation.root.sortKey(bytes).contains(0))
    }
  }
}
