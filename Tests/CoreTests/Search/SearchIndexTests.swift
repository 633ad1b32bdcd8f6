import Testing

@testable import AlmanacCore

@Suite struct `A search index` {
  @Test(arguments: 0..<12)
  func `finds what a naive search finds, in its order, at every size`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for size in 0..<24 {
      let documents = Trial.documents(size, &random)
      let naive = NaiveSearch(documents: documents)
      let index = SearchIndex(Trial.indexed(documents))
      for _ in 0..<20 {
        let query = Trial.query(documents, &random)
        #expect(Trial.search(index, query) == naive.search(query), "\(query)")
      }
    }
  }

  @Test(arguments: 0..<8)
  func `is the same after any changes as one made anew`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var documents = Trial.documents(20, &random)
    var index = SearchIndex(Trial.indexed(documents))
    for step in 0..<40 {
      let count = Int.random(in: 0...6, using: &random)
      var arriving = Trial.documents(count, &random)
      for number in arriving.indices {
        arriving[number].row = Int64.random(in: 0..<40, using: &random)
      }
      arriving = arriving.filter { one in arriving.first { $0.row == one.row } == one }
      let leaving = Set(
        documents.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }.map(\.row))
      index.apply(removing: leaving, inserting: Trial.indexed(arriving))
      documents.removeAll { one in
        leaving.contains(one.row) || arriving.contains { $0.row == one.row }
      }
      documents += arriving
      if step % 7 == 6 { Trial.turn(&documents, &index) }
      let naive = NaiveSearch(documents: documents)
      #expect(index.count == documents.count)
      for _ in 0..<10 {
        let query = Trial.query(documents, &random)
        #expect(Trial.search(index, query) == naive.search(query), "\(query)")
      }
    }
  }

  @Test(arguments: ["ab", "a", "b c", "abcab", "cabba"])
  func `shows any window of what it finds`(query: String) {
    var random = SeededRandom(seed: 7)
    let documents = Trial.documents(60, &random)
    var index = SearchIndex(Trial.indexed(Array(documents[..<40])))
    index.apply(removing: [], inserting: Trial.indexed(Array(documents[40...])))
    let all = Trial.search(index, query)
    for offset in 0...all.hits.count {
      for limit in [0, 1, 7, 100] {
        let part = Trial.search(index, query, offset: offset, limit: limit)
        #expect(part.counts == all.counts)
        #expect(part.hits == Array(all.hits[offset...].prefix(limit)))
      }
    }
  }

  @Test func `grows by parts that stay few`() {
    var random = SeededRandom(seed: 3)
    var index = SearchIndex()
    for row in 0..<2000 {
      var one = Trial.documents(1, &random)
      one[0].row = Int64(row)
      index.apply(removing: [], inserting: Trial.indexed(one))
      #expect(index.segments.count <= 7)
    }
    #expect(index.count == 2000)
    index.apply(removing: (0..<2000).map { Int64($0) })
    #expect(index.segments.isEmpty)
  }

  @Test func `stops when it has worked enough, and says so`() {
    var random = SeededRandom(seed: 5)
    let index = SearchIndex(Trial.indexed(Trial.documents(50, &random)))
    let query = SearchQuery(Array("ab a".utf8))
    let all = index.search(query)
    #expect(!all.isPartial && all.total > 5)
    for units in stride(from: 0, to: 4000, by: 7) {
      let part = index.search(query, budget: SearchBudget(units: units))
      #expect(part.isPartial || part == all)
      #expect(part.hits.allSatisfy { hit in all.hits.contains { $0.row == hit.row } })
    }
    #expect(index.search(query, budget: SearchBudget(units: 0)).isPartial)
  }

  @Test(arguments: ["", " ", "!?", "\u{0}\u{7}", "\u{301}"])
  func `finds nothing for a query of nothing`(query: String) {
    let documents = [NaiveSearch.Document(row: 1, place: 1, texts: ["", " ", "!?", "a"])]
    #expect(Trial.search(SearchIndex(Trial.indexed(documents)), query).total == 0)
  }
}

/// Documents and queries by chance, of few letters, so that much is alike.
enum Trial {
  static func documents(_ count: Int, _ random: inout SeededRandom) -> [NaiveSearch.Document] {
    (0..<count).map { row in
      let texts = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(&random) }
      return NaiveSearch.Document(
        row: Int64(row), place: UInt64.random(in: 0..<9, using: &random), texts: texts)
    }
  }

  private static let letters = ["a", "b", "c", "A", "ą", "б", "Ё", "и\u{306}", "ß"]

  static func text(_ random: inout SeededRandom) -> String {
    let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 1...7, using: &random)).map { _ in
        let common = Int.random(in: 0..<4, using: &random) > 0
        return letters[Int.random(in: 0..<(common ? 3 : letters.count), using: &random)]
      }.joined()
    }
    return words.joined(separator: [" ", "-", "  "][Int.random(in: 0..<3, using: &random)])
  }

  /// A text as it is, a part of it, one with a letter changed, or words of several.
  static func query(
    _ documents: [NaiveSearch.Document], _ random: inout SeededRandom
  ) -> String {
    let known = documents.flatMap(\.texts)
    let text = known.randomElement(using: &random) ?? self.text(&random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return text
    case 1: return String(text.prefix(Int.random(in: 1...8, using: &random)))
    case 2: return String(text.suffix(Int.random(in: 3...8, using: &random)))
    case 3:
      let other = known.randomElement(using: &random) ?? ""
      return String(other.suffix(4)) + " " + text.prefix(3)
    case 4:
      return text.replacing(
        letters[Int.random(in: 0..<3, using: &random)], with: "x", maxReplacements: 1)
    default: return self.text(&random)
    }
  }

  static func indexed(_ documents: [NaiveSearch.Document]) -> SearchDocuments {
    var indexed = SearchDocuments()
    for one in documents {
      indexed.add(row: one.row, place: one.place, texts: one.texts.map { Array($0.utf8) })
    }
    return indexed
  }

  static func search(
    _ index: SearchIndex, _ query: String, offset: Int = 0, limit: Int = .max
  ) -> SearchHits {
    index.search(SearchQuery(Array(query.utf8)), offset: offset, limit: limit)
  }

  /// Turns the order of ties around.
  static func turn(_ documents: inout [NaiveSearch.Document], _ index: inout SearchIndex) {
    for number in documents.indices { documents[number].place = 100 - documents[number].place }
    let places = Dictionary(uniqueKeysWithValues: documents.map { ($0.row, $0.place) })
    index.place { places[$0] ?? 0 }
  }
}
