import Foundation
import Testing

@testable import AlmanacCore

@Suite(.enabled(if: RealStations.isThere, "the folder of shared data is not there"))
struct `A search of real stations` {
  @Test func `finds by every prefix the stations that begin so, and no others before them`() throws
  {
    let names = try RealStations.names()
    let index = SearchIndex(Trial.indexed(names))
    let expected = Self.rowsByPrefix(names)
    #expect(names.count > 2000 && expected.count > 10_000)
    var wrong: [String] = []
    for (query, rows) in expected {
      let found = Trial.search(index, query).hits.filter { $0.tier <= .prefix }
      if Set(found.map(\.row)) != rows { wrong.append(query) }
    }
    print("search.recall \(expected.count - wrong.count) of \(expected.count) prefixes")
    #expect(wrong.isEmpty, "of \(expected.count) queries")
  }

  @Test func `finds the exact spelling first`() throws {
    let names = try RealStations.names()
    let index = SearchIndex(Trial.indexed(names))
    for text in names.flatMap(\.texts) {
      let first = Trial.search(index, text, limit: 1).hits.first
      #expect(first?.tier == .exact, "\(text)")
    }
  }

  /// The stations of which a name begins with each beginning of a name, as it is written and folded.
  private static func rowsByPrefix(_ names: [NaiveSearch.Document]) -> [String: Set<Int64>] {
    var folded: [String: Set<Int64>] = [:]
    var queries: [String: String] = [:]
    for station in names {
      for text in station.texts {
        for end in 1...text.unicodeScalars.count {
          let query = String(String.UnicodeScalarView(text.unicodeScalars.prefix(end)))
          queries[query] = fold(query)
          queries[fold(query)] = fold(query)
        }
        let whole = Array(fold(text).unicodeScalars)
        for end in 1...whole.count {
          folded[String(String.UnicodeScalarView(whole[..<end])), default: []].insert(station.row)
        }
      }
    }
    return queries.filter { !$0.value.isEmpty }.mapValues { folded[$0] ?? [] }
  }

  private static func fold(_ text: String) -> String {
    String(decoding: TextFolding.fold(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `finds what a naive search finds`() throws {
    let names = try RealStations.names()
    let (index, naive) = (SearchIndex(Trial.indexed(names)), NaiveSearch(documents: names))
    for query in ["nowy", "Nowy Sącz  Miasto", "gorka", "wies now", "warzsawa", "ka", "zzz"] {
      #expect(Trial.search(index, query) == naive.search(query), "\(query)")
    }
  }
}

/// The Polish stations beside the checkout, which are not ours to commit.
enum RealStations {
  private static let file = URL(
    filePath: ProcessInfo.processInfo.environment["ALMANAC_SHARED_DATA"] ?? beside
  ).appending(path: "stations-plrailmap.csv")

  private static let beside = URL(filePath: #filePath)
    .appending(path: "../../../../../shared/data").standardized.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The stations with their names as keywords; no name has a comma.
  static func names() throws -> [NaiveSearch.Document] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .dropFirst()
    return lines.enumerated().map { row, line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: ["\r", "\""])
      }
      let texts = [cells[2], cells.count > 5 ? cells[5] : ""].filter { !$0.isEmpty }
      return NaiveSearch.Document(row: Int64(row), place: UInt64(row), texts: texts)
    }
  }
}
