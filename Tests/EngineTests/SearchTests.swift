import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A search` {
  static let names: [Record] = [
    Things.named(1, "Łódź Fabryczna"), Things.named(2, "Łódź"), Things.named(3, "lodz"),
    Things.named(4, "Stara Łódź"), Things.named(5, "Pałodzie"), Things.named(6, "Warszawa"),
    Things.named(7, "Dresden Hbf", also: ["Drezno Główne", "Dresden"]),
    Things.named(8, "Główne Drezno"),
  ]

  @Test(arguments: [
    ("lodz", "3 2 1 4 5"), ("Łódź", "2 3 1 4 5"), ("ŁÓDŹ", "3 2 1 4 5"),
    ("łódź fab", "1"), ("fab lodz", "1"), ("drezno glowne", "7 8"), ("DRESDEN", "7"),
    ("dresd", "7"), ("glow", "8 7"), ("warszawa centralna", ""), ("!!!", ""), ("x", ""),
  ])
  func `finds every word, the exact spelling first`(question: String, expected: String)
    async throws
  {
    try await withTable(Self.names) { table in
      let window = try await table.window(TableQuery(search: question))
      let found = window.rows.map(\.id.description).joined(separator: " ")
      #expect(found == expected)
      #expect(window.total == window.rows.count)
    }
  }

  @Test func `follows the order that is asked for, and its own again without one`() async throws {
    try await withTable(Self.names) { table in
      let own = TableQuery(search: "lodz")
      let byName = TableQuery(sort: [SortTerm("name")], search: "lodz")
      let byKey = TableQuery(sort: [SortTerm("-id")], search: "lodz")
      for _ in 0..<2 {
        let found = try await ids(own, table)
        #expect(found == "3 2 1 4 5")
        #expect(try await ids(byName, table) == "3 2 1 5 4")
        #expect(try await ids(byKey, table) == "5 4 3 2 1")
      }
    }
  }

  @Test func `is met together with filters, page by page`() async throws {
    try await withTable(Self.names) { table in
      let filter = Filter(field: "also", test: .known(false))
      #expect(try await ids(TableQuery(filters: [filter], search: "drezno"), table) == "8")
      #expect(try await ids(TableQuery(search: "lodz", offset: 1, limit: 2), table) == "2 1")
      let past = try await table.window(TableQuery(search: "lodz", offset: 9))
      #expect(past.total == 5 && past.rows.isEmpty)
    }
  }

  @Test(arguments: [
    TableQuery(search: "lodz"), TableQuery(sort: [SortTerm("-id")], search: "lodz"),
  ])
  func `finds the same within one transaction of the store`(query: TableQuery) async throws {
    try await withTable(Self.names) { table in
      let question = SearchQuery("lodz")
      let search = RowSearch(fields: [0]) { values in
        guard case .text(let text)? = values.first else { return nil }
        return question.tier(of: [SearchText(text)]).map { query.sort.isEmpty ? $0.rawValue : 0 }
      }
      let terms = query.sort.isEmpty ? table.dataset.list.sort : query.sort
      let window = try await table.window(query)
      let seen = try await table.store.records(awaiting: .matching(search, terms, [], 1, 3))
      #expect(seen.rows == Array(window.rows[1..<4]) && seen.total == window.total)
    }
  }

  @Test func `sees what a sync brought`() async throws {
    try await withTable(Self.names) { table in
      #expect(try await ids(TableQuery(search: "gdynia"), table) == "")
      try await table.store.sync(Self.names + [Things.named(9, "Gdynia")])
      #expect(try await ids(TableQuery(search: "gdynia"), table) == "9")
    }
  }

  private func ids(_ query: TableQuery, _ table: LiveTable) async throws -> String {
    try await table.window(query).rows.map(\.id.description).joined(separator: " ")
  }
}
