import AlmanacCore
import Testing

@Suite struct `The collation of a language` {
  struct Order: Sendable, CustomTestStringConvertible {
    let collation: Collation
    let texts: [String]
    var testDescription: String { "\(collation.language): \(texts.joined(separator: " "))" }
  }

  private static let polish = [
    "a", "azja", "aż", "ą", "Ą", "ąb", "b", "c", "cz", "czz", "ć", "Ć", "ćma", "d", "e", "ez", "ę",
    "f", "l", "lz", "ł", "Ł", "łan", "m", "n", "nz", "ń", "o", "oz", "ó", "Ó", "ósmy", "p", "s",
    "sz", "ś", "śr", "t", "z", "zż", "ź", "źr", "ż", "Ż", "żal",
  ]

  private static let slovak = [
    "a", "A", "á", "Á", "az", "ä", "Ä", "äb", "b", "c", "cg", "ci", "cz", "č", "čas", "d", "ď", "e",
    "h", "hz", "ch", "cH", "Ch", "CH", "chata", "Chata", "chč", "i", "l", "ĺ", "ľ", "lz", "n", "ň",
    "o", "ó", "oz", "ô", "Ô", "ôz", "p", "r", "ŕ", "rz", "ř", "s", "sz", "š", "t", "ť", "u", "ú",
    "z", "zz", "ž", "Ž",
  ]

  private static let russian = [
    "", "$", "1", "9", "а", "А", "е", "ё", "Ё", "еж", "ёж", "ежа", "ж", "и", "ия", "й", "Й", "к",
    "ш",
    "щ", "ъ", "ы", "ь", "э", "ю", "я", "a", "Z", "α", "東",
  ]

  /// Each list is in order, each text strictly before the next.
  @Test(arguments: [
    Order(collation: .pl, texts: Self.polish),
    Order(collation: .sk, texts: Self.slovak),
    Order(collation: .ru, texts: Self.russian),
    Order(
      collation: .pl,
      texts: ["Laos", "Liban", "Litwa", "Luksemburg", "Łotwa", "Macedonia", "Szwecja", "Świat"]),
    Order(
      collation: .sk,
      texts: ["Cyprus", "Česko", "Grécko", "Hongkong", "Chile", "Chorvátsko", "India", "Írsko"]),
    Order(collation: .ru, texts: ["Европа", "ёлка", "Ель", "Заир", "Йемен", "Кипр", "Cuba"]),
  ]) func `puts its letters where its readers look for them`(order: Order) {
    for (index, text) in order.texts.enumerated() {
      for later in order.texts[(index + 1)...] {
        let (left, right) = (Array(text.utf8), Array(later.utf8))
        #expect(order.collation.isOrdered(left, before: right), "\(text) < \(later)")
        #expect(!order.collation.isOrdered(right, before: left), "\(text) < \(later)")
      }
    }
  }

  static func key(_ text: String, _ collation: Collation) -> [UInt8] {
    collation.sortKey(Array(text.utf8))
  }

  @Test(arguments: [Collation.pl, .sk, .ru])
  func `ties composed with decomposed letters`(collation: Collation) {
    let pairs = [
      ("ą", "a\u{328}"), ("Ż", "Z\u{307}"), ("ź", "z\u{301}"), ("ä", "a\u{308}"), ("č", "c\u{30C}"),
      ("ô", "o\u{302}"), ("ё", "е\u{308}"), ("й", "и\u{306}"),
    ]
    for (composed, decomposed) in pairs {
      #expect(Self.key(composed, collation) == Self.key(decomposed, collation), "\(composed)")
    }
  }

  @Test func `takes c and h for one letter only where they stand together in Slovak`() {
    #expect(Self.key("chlieb", .sk) == [0x68, 0xFF] + Array("lieb".utf8))
    for apart in ["c h", "c-h", "čh", "c\u{AD}h", "c\u{34F}h"] {
      #expect(Self.key(apart, .sk).first == 0x63, "\(apart)")
    }
    #expect(Self.key("ch", .pl) == Array("ch".utf8))
  }

  @Test func `leaves accents that make no letter of the language to the second level`() {
    #expect(Self.key("é", .pl) == Self.key("é", .root))
    #expect(Self.key("ą", .sk) == Self.key("ą", .root))
    #expect(Self.key("á", .sk) == Self.key("á", .root))
    #expect(Self.key("ż\u{301}", .pl) != Self.key("ż", .pl))
  }

  @Test func `is root where a text has none of the language's letters`() {
    for text in ["Nowy Targ 2", "resumé", "a b", "$ 9", "東京"] {
      for collation in Collation.allCases {
        #expect(Self.key(text, collation) == Self.key(text, .root), "\(text)")
      }
    }
  }

  @Test func `is named by the code of the language`() {
    #expect(Collation(language: "pl".utf8) == .pl)
    #expect(Collation(language: "sk".utf8) == .sk)
    #expect(Collation(language: "ru".utf8) == .ru)
    #expect(Collation(language: "en".utf8) == .root)
    #expect(Collation(language: "root".utf8) == .root)
    #expect(Collation(language: "".utf8) == nil)
    #expect(Collation(language: "PL".utf8) == nil)
    #expect(Collation(language: "pll".utf8) == nil)
  }

  @Test(arguments: Collation.allCases)
  func `has no zero byte and no trap in any key`(collation: Collation) {
    var random = SeededRandom(seed: 13)
    let pieces = [
      "c", "h", "C", "H", "\u{30C}", "\u{AD}", " ", "a", "\u{328}", "ł", "я", "ё", "\u{A640}",
    ]
    for _ in 0..<5_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        if Bool.random(using: &random) {
          bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        } else {
          bytes.append(UInt8.random(in: .min ... .max, using: &random))
        }
      }
      #expect(!collation.sortKey(bytes).contains(0))
    }
  }
}
