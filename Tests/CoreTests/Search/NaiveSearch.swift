@testable import AlmanacCore

/// A search that compares the query with every text, letter by letter.
struct NaiveSearch {
  /// A row with its texts.
  struct Document: Equatable {
    var row: Int64
    var place: UInt64
    var texts: [String]
  }

  var documents: [Document]

  /// The rows that match, the best first, and how many each tier has.
  func search(_ query: String) -> SearchHits {
    var tiers = [SearchTier: [Document]]()
    for document in documents {
      if let tier = Self.tier(of: document.texts, query) {
        tiers[tier, default: []].append(document)
      }
    }
    if tiers.filter({ $0.key != .typo }).values.joined().count >= SearchIndex.enough {
      tiers[.typo] = nil
    }
    var found = SearchHits()
    for tier in SearchTier.allCases {
      let matches = tiers[tier] ?? []
      found.counts[tier.rawValue] = matches.count
      for document in matches.sorted(by: { ($0.place, $0.row) < ($1.place, $1.row) }) {
        found.hits.append(SearchHit(row: document.row, tier: tier))
      }
    }
    return found
  }

  static func tier(of texts: [String], _ query: String) -> SearchTier? {
    let question = fold(query)
    let words = question.split(separator: " ")
    if words.isEmpty { return nil }
    if texts.contains(where: { trimmed($0) == trimmed(query) }) { return .exact }
    let folded = texts.map(fold)
    if folded.contains(question) { return .folded }
    if folded.contains(where: { $0.hasPrefix(question) }) { return .prefix }
    let there = folded.flatMap { $0.split(separator: " ") }
    return [.word, .inside, .typo].first { tier in
      words.allSatisfy { word in there.contains { fits(word, $0, tier) } }
    }
  }

  private static func fits(_ word: Substring, _ other: Substring, _ tier: SearchTier) -> Bool {
    if other.hasPrefix(word) { return true }
    let letters = word.unicodeScalars.count
    if tier >= .inside, letters >= 3, other.contains(word) { return true }
    guard tier == .typo, letters >= 5 else { return false }
    let scalars = Array(other.unicodeScalars)
    return (0...scalars.count).contains { end in
      EditDistance.between(Array(word.unicodeScalars), Array(scalars[..<end])) <= 1
    }
  }

  private static func fold(_ text: String) -> String {
    String(decoding: TextFolding.fold(Array(text.utf8)), as: UTF8.self)
  }

  private static func trimmed(_ text: String) -> [UInt8] {
    Array(text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
  }
}

/// The optimal string alignment distance by its definition.
enum EditDistance {
  static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...right.count)]
    for i in 1..<left.count + 1 {
      rows.append([i])
      for j in 1..<right.count + 1 {
        let other = left[i - 1] == right[j - 1] ? 0 : 1
        var least = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + other)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        rows[i].append(least)
      }
    }
    return rows[left.count][right.count]
  }
}
