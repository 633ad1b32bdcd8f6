import Testing

@testable import AlmanacCore

@Suite struct `A search query` {
  private func query(_ text: String) -> SearchQuery { SearchQuery(Array(text.utf8)) }

  private func tier(_ text: String, _ texts: String...) -> SearchTier? {
    query(text).tier(of: texts.map { SearchText(Array($0.utf8)) })
  }

  @Test(
    arguments: [
      ("Łódź", .exact), (" Łódź ", .exact), ("lodz", .folded), ("ŁÓDŹ", .folded), ("łó", .prefix),
      ("lodz f", nil), ("odz", .inside), ("od", nil), ("dz", nil), ("lodx", nil), ("", nil),
      ("-", nil),
    ] as [(String, SearchTier?)])
  func `tells how well a name matches`(text: String, expected: SearchTier?) {
    #expect(tier(text, "Łódź") == expected)
  }

  @Test(
    arguments: [
      ("krakw", .typo), ("karkow", .typo), ("krakkow", .typo), ("kkow glo", nil), ("krakox", .typo),
      ("glowyn", .typo), ("krkw", nil), ("glowny krakow", .word), ("rakow glo", .inside),
      ("krakwo glowyn", .typo), ("xrakow", .typo), ("krakow g", .prefix), ("krakowx", .typo),
    ] as [(String, SearchTier?)])
  func `forgives one slip in each word from five letters`(text: String, expected: SearchTier?) {
    #expect(tier(text, "Kraków Główny") == expected)
  }

  @Test func `finds words that several texts have together`() {
    #expect(tier("dresden glowne", "Dresden Hbf", "Drezno Główne") == .word)
    #expect(tier("drezno glowne", "Dresden Hbf", "Drezno Główne") == .folded)
  }

  @Test(
    arguments: [
      ("Łódź", "Łódź Fabryczna", .exact, []), ("lodz", "Łódź", .folded, [0..<7]),
      ("lodz", "Łódź Fabryczna", .prefix, [0..<7]),
      ("fab lo", "Łódź Fabryczna", .word, [0..<4, 8..<11]),
      ("odz", "Kłodzko", .inside, [3..<6]), ("krakwo", "Kraków Główny", .typo, [0..<7]),
      ("landau pfalz", "Landau(Pfalz)", .folded, [0..<12]), ("strasse", "Straße", .folded, [0..<7]),
      ("stras", "Straße", .prefix, [0..<6]), ("o", "o\u{301}\u{302}k", .prefix, [0..<5]),
      ("й", "и\u{306}", .folded, [0..<4]), ("lodz", "Warszawa", .typo, []),
    ] as [(String, String, SearchTier, [Range<Int>])])
  func `marks what matches in the text as written`(
    text: String, name: String, tier: SearchTier, expected: [Range<Int>]
  ) {
    #expect(query(text).marks(in: Array(name.utf8), at: tier) == expected)
  }

  @Test(arguments: 0..<10)
  func `marks each text by which it finds a record, between letters`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let documents = Trial.documents(3, &random)
      let text = Trial.query(documents, &random)
      for document in documents {
        guard let tier = NaiveSearch.tier(of: document.texts, text) else { continue }
        let marks = document.texts.map { query(text).marks(in: Array($0.utf8), at: tier) }
        #expect(marks.contains { !$0.isEmpty }, "\(text) in \(document.texts)")
        for (name, ranges) in zip(document.texts, marks) { expectSound(ranges, in: name) }
      }
    }
  }

  /// Marks are in order, apart, not empty, and split no letter.
  private func expectSound(_ ranges: [Range<Int>], in name: String) {
    var end = -1
    for range in ranges {
      #expect(range.lowerBound > end && !range.isEmpty)
      end = range.upperBound
      let part = Array(name.utf8)[range]
      #expect(String(validating: part, as: UTF8.self) != nil)
    }
  }

  @Test(arguments: 0..<10)
  func `knows one slip as the distance by its definition does`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let (typed, word) = (letters(&random), letters(&random))
      let nearest = (0...word.count).filter {
        EditDistance.between(typed, Array(word[..<$0])) <= 1
      }
      let found = OneEdit.length(of: bytes(word).span, near: bytes(typed).span)
      let isPrefix = word.starts(with: typed)
      #expect((found != nil || isPrefix) == !nearest.isEmpty, "\(typed) \(word)")
      if let found, !isPrefix {
        #expect(nearest.map { bytes(Array(word[..<$0])).count }.contains(found))
      }
    }
  }

  private func letters(_ random: inout SeededRandom) -> [Unicode.Scalar] {
    (0..<Int.random(in: 1...6, using: &random)).map { _ in
      (["a", "b", "б", "я"] as [Unicode.Scalar])[Int.random(in: 0..<4, using: &random)]
    }
  }

  private func bytes(_ letters: [Unicode.Scalar]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(letters)).utf8)
  }
}

@Suite struct `A suggestion` {
  private func suggestion(_ query: String, _ names: String...) -> String? {
    let documents = names.enumerated().map { row, name in
      NaiveSearch.Document(row: Int64(row), place: UInt64(row), texts: [name])
    }
    return SearchIndex(Trial.indexed(documents)).suggestion(for: Array(query.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("warszavva", "Warszawa"), ("lodx", "Łódź"), ("kroków glxxny", "kroków Główny"),
      ("xqzvw", nil), ("ldz", "Łódź"), ("lo", nil), ("", nil), ("warszawa", nil),
    ] as [(String, String?)])
  func `is the nearest word as it is written`(query: String, expected: String?) {
    #expect(suggestion(query, "Kroków Główny", "Warszawa", "Łódź") == expected)
  }

  @Test func `prefers the nearer, then the more frequent word`() {
    #expect(suggestion("aaaaa", "Addis Ababa") == nil)
    #expect(suggestion("abcx", "abyz", "abcd", "abce", "abce") == "abce")
    #expect(suggestion("abxx", "abyy", "abyy", "abyx") == "abyx")
  }

  @Test func `is not made of records that are gone`() {
    let documents = ["Warszawa", "Gdynia"].enumerated().map { row, name in
      NaiveSearch.Document(row: Int64(row), place: UInt64(row), texts: [name])
    }
    var index = SearchIndex(Trial.indexed(documents))
    index.apply(removing: [0])
    #expect(index.suggestion(for: Array("warszavva".utf8)) == nil)
  }

  @Test(arguments: 0..<10)
  func `is as near as the distance by its definition says`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let (typed, word) = (Trial.text(&random), Trial.text(&random))
      let (left, right) = (Array(typed.unicodeScalars), Array(word.unicodeScalars))
      var distance = LetterDistance(Array(typed.utf8))
      let expected = EditDistance.between(left, right)
      let found = distance.between(Array(word.utf8), in: 0..<word.utf8.count)
      #expect(found == (expected <= distance.most ? expected : nil), "\(typed) \(word)")
    }
  }
}
