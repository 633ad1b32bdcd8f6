import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization
import Testing

@testable import AlmanacCore
@testable import AlmanacEngine

@Suite struct `What is found` {
  static let names: [Record] = [
    Things.named(1, "Łódź Fabryczna"), Things.named(2, "Łódź"), Things.named(3, "lodz"),
    Things.named(4, "Kłodzko"), Things.named(5, "Warszawa"),
    Things.named(6, "Dresden Hbf", also: ["Dresden", "Drezno Główne"]),
  ]

  @Test func `says how well and by which parts each record matches`() async throws {
    try await withTable(Self.names) { table in
      let found = try await table.find("Łódź", offset: 0, limit: 10)
      #expect(found.rows.map(\.record.id.description) == ["2", "3", "1", "4"])
      #expect(found.rows.map(\.tier) == [.exact, .folded, .prefix, .inside])
      #expect(found.rows[2].marks == [Self.mark("name", 0, "Łódź Fabryczna", 0..<7)])
      #expect(found.rows[3].marks == [Self.mark("name", 0, "Kłodzko", 1..<6)])
      #expect(found.total == 4 && !found.isAtLeast && !found.isPartial)
      #expect(found.suggestion == nil && found.dataset == "things")
      #expect(found.version == (try table.version()))
    }
  }

  @Test func `is a text of a list where that matches best`() async throws {
    try await withTable(Self.names) { table in
      let found = try await table.find("glowne drezno", offset: 0, limit: 10)
      #expect(found.rows.first?.marks.first == Self.mark("also", 1, "Drezno Główne", 0..<6, 7..<15))
      #expect(
        table.marks(of: Self.names[5], for: "dresd").map(\.text) == ["Dresden Hbf", "Dresden"])
      #expect(table.marks(of: Self.names[5], for: "lodz").isEmpty)
    }
  }

  @Test func `counts marks in UTF-16 for scripts`() {
    let mark = Self.mark("name", 0, "😀 Łódź", 5..<12)
    #expect(mark.utf16Ranges == [3..<7])
  }

  @Test func `comes in windows with the true total`() async throws {
    try await withTable(Self.names) { table in
      let part = try await table.find("lodz", offset: 1, limit: 2)
      #expect(part.rows.map(\.record.id.description) == ["2", "1"] && part.total == 4)
      let past = try await table.find("lodz", offset: 9, limit: 2)
      #expect(past.rows.isEmpty && past.total == 4)
    }
  }

  @Test func `is guessed or suggested where nothing is sure`() async throws {
    try await withTable(Self.names) { table in
      let slip = try await table.find("warzsawa", offset: 0, limit: 10)
      #expect(slip.rows.map(\.tier) == [.typo])
      let far = try await table.find("warzsavva", offset: 0, limit: 10)
      #expect(far.total == 0 && far.suggestion == nil)
      let two = try await table.find("warszavva", offset: 0, limit: 10)
      #expect(two.total == 0 && two.suggestion == "Warszawa")
    }
  }

  @Test func `is the same in an export as in the list`() async throws {
    try await withTable(Self.names) { table in
      for words in ["warzsawa", "lodz"] {
        let query = TableQuery(search: words)
        let rows = Mutex(0)
        let export = try await table.export(query, as: .ndjson, at: .distantPast)
        try await export.write { piece in rows.withLock { $0 += piece.count { $0 == 0x0A } } }
        let window = try await table.window(query)
        #expect(rows.withLock { $0 } == window.total && window.total > 0)
      }
    }
  }

  static func mark(
    _ field: String, _ index: Int, _ text: String, _ ranges: Range<Int>...
  ) -> FoundMark {
    FoundMark(field: field, index: index, text: text, ranges: ranges)
  }
}

@Suite struct `An index of texts` {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `follows syncs as if it were made anew`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var records = Self.random(200, &random)
    try await withTable(records) { table in
      for _ in 0..<12 {
        let words = ["a", "b c", "ab", "abc"].randomElement(using: &random) ?? "a"
        let found = try await table.find(words, offset: 0, limit: 300)
        let expected = Self.expected(words, records)
        #expect(found.rows.map(\.record) == expected && found.total == expected.count)
        Self.change(&records, &random)
        table.follow(try await table.store.sync(records))
      }
      let segments = table.texts.withLock { $0?.index.segments.count }
      #expect(segments.map { $0 > 1 } == true, "a few changes make no new index")
    }
  }

  @Test func `is made anew where it is not known what moved`() async throws {
    try await withTable([Things.named(1, "Gdynia")]) { table in
      #expect(try await table.find("sopot", offset: 0, limit: 9).total == 0)
      try await table.store.sync([Things.named(1, "Sopot")])
      #expect(try await table.find("sopot", offset: 0, limit: 9).total == 1)
      #expect(try await table.find("gdynia", offset: 0, limit: 9).total == 0)
    }
  }

  @Test func `finds room for what arrives, or says that there is none`() {
    let held: [Int64: UInt64] = [1: 100, 2: 200, 3: 202]
    let gaps = Gaps(order: [8, 1, 5, 6, 2, 3, 7], arriving: [5, 6, 7, 8]) { held[$0] }
    #expect(gaps.places == [8: 50, 5: 133, 6: 166, 7: 202 + RowPlaces.room])
    #expect(Gaps(order: [2, 5, 6, 3], arriving: [5, 6], place: { held[$0] }).places == nil)
    #expect(Gaps(order: [1], arriving: [], place: { held[$0] }).places == [:])
  }

  private static func random(_ count: Int, _ random: inout SeededRandom) -> [Record] {
    (1...Int64(count)).map { Things.named($0, text(&random), also: [text(&random)]) }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let letters = (0..<Int.random(in: 2...7, using: &random)).map { _ in
      ["a", "B", "ć", " "].randomElement(using: &random) ?? "a"
    }
    return "x" + letters.joined() + "y"
  }

  private static func change(_ records: inout [Record], _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let number = Int.random(in: records.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: records.remove(at: number)
      case 1: records[number].values[0] = .text(text(&random))
      default:
        let id = Int64.random(in: 1000..<100_000, using: &random)
        if !records.contains(where: { $0.id == .integer(id) }) {
          records.append(Things.named(id, text(&random)))
        }
      }
    }
  }

  /// What is found by asking each record.
  private static func expected(_ words: String, _ records: [Record]) -> [Record] {
    let query = SearchQuery(words)
    let ordered = records.sorted { Things.precedes($0, $1, Things.dataset.list.sort) }
    let tiers = ordered.map { record in
      query.tier(of: [0, 3].flatMap { record.values[$0].searchTexts }.map(SearchText.init))
    }
    return SearchTier.allCases.flatMap { tier in
      zip(ordered, tiers).filter { $0.1 == tier }.map(\.0)
    }
  }
}
