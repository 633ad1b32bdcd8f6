import AlmanacDeclarations
import Testing

@testable import AlmanacEngine

@Suite struct `The sections of a table` {
  static let dataset = Things.dataset.with {
    $0.list.sections = "also"
    $0.list.sort = [SortTerm("-size")]
  }

  /// Six lands of three parts; two belong to two of them, and one to none.
  static let lands = [
    Things.named(1, "Aland", also: ["East", "West"]), Things.named(2, "Bland", also: ["East"]),
    Things.named(3, "Cland", also: ["West"]), Things.named(4, "Dland", also: ["West", "East"]),
    Things.named(5, "Eland"), Things.named(6, "Flan", also: ["West", "North", "West"]),
  ]
  static let byName = dataset.with { $0.list.sort = [SortTerm("name")] }

  @Test func `stand where their records stand in the list`() async throws {
    let records = Things.random(60).map { record in
      var record = record
      guard case .integer(let id) = record.id else { return record }
      record.values[3] = id % 4 == 0 ? .absent : .list(["S \(id % 4)", "S 1"])
      return record
    }
    try await withTable(records, Self.dataset) { table in
      let sections = try await table.sections().sections
      #expect(sections.map(\.name) == ["S 1", "S 2", "S 3", nil])
      #expect(sections.map(\.count) == [15, 15, 15, 15])
      #expect(sections.map(\.offset) == [0, 15, 30, 45])
      #expect(sections.map(\.otherCount) == [30, 0, 0, 0])
      #expect(sections[0].others.count == 24)
      let rows = try await table.window(TableQuery(limit: 1000)).rows
      for section in sections {
        let part = rows[section.offset..<section.offset + section.count]
        #expect(part.allSatisfy { first($0) == section.name })
      }
    }
  }

  @Test func `count a record once and name it under each of its others`() async throws {
    #expect(
      try await told(TableQuery()) == ["East 2 0 (4)", "North 0 2 (6)", "West 3 2 (1)", "- 1 5"])
  }

  @Test func `are of what a search and filters find`() async throws {
    #expect(
      try await told(TableQuery(search: "land"))
        == ["East 2 0 (4)", "West 2 2 (1)", "- 1 4"])
    let late = Filter(field: "id", test: .atLeast(.integer(4)))
    #expect(
      try await told(TableQuery(filters: [late], search: "land"))
        == ["East 0 0 (4)", "West 1 0", "- 1 1"])
    #expect(try await told(TableQuery(search: "nothing like it")) == [])
  }

  @Test func `have no empty heading where one section is asked for`() async throws {
    let west = Filter(field: "also", test: .equals(.text("West")))
    #expect(try await told(TableQuery(filters: [west])) == ["East 1 0 (4)", "West 3 1 (1)"])
    let north = Filter(field: "also", test: .equals(.text("North")))
    #expect(try await told(TableQuery(filters: [north])) == ["West 1 0"])
  }

  @Test(arguments: ["name", "-name"])
  func `have the offsets of the order by section while another order rules`(
    term: String
  ) async throws {
    let query = TableQuery(sort: [SortTerm(term[...])])
    #expect(!query.isBySection(in: Self.byName))
    #expect(try await told(query) == (try await told(TableQuery())))
  }

  @Test func `turn round with an order that names their field first`() async throws {
    let query = TableQuery(sort: [SortTerm("-also"), SortTerm("-name")], limit: 1000)
    #expect(query.isBySection(in: Self.byName))
    #expect(
      try await told(query) == ["West 3 0 (1)", "North 0 3 (6)", "East 2 3 (4)", "- 1 5"])
    try await withTable(Self.lands, Self.byName) { table in
      let rows = try await table.window(query).rows.map(\.id.description)
      #expect(rows == ["6", "4", "3", "2", "1", "5"])
    }
  }

  @Test func `follow what a sync brought`() async throws {
    try await withTable(Self.lands, Self.byName) { table in
      let before = try await table.sections()
      try await table.store.sync(Self.lands + [Things.named(7, "Gland", also: ["South"])])
      let after = try await table.sections()
      #expect(after.version != before.version)
      #expect(after.sections.map(\.name) == ["East", "North", "South", "West", nil])
    }
  }

  @Test func `stand in the body of a window in their order, and in no other`() async throws {
    try await withTable(Self.lands, Self.byName) { table in
      let (bytes, _) = try await table.json(TableQuery(limit: 1))
      let body = String(decoding: bytes, as: UTF8.self)
      #expect(
        body.contains(
          """
          "sections":[{"name":"East","count":2,"offset":0,"see_also":[{"id":4,"title":"Dland"}],\
          "see_also_count":1},{"name":"North","count":0,"offset":2,\
          "see_also":[{"id":6,"title":"Flan"}],"see_also_count":1},
          """.dropLast(0)))
      #expect(body.contains(#"{"name":null,"count":1,"offset":5}]"#))
      let (flat, _) = try await table.json(TableQuery(sort: [SortTerm("name")]))
      #expect(!String(decoding: flat, as: UTF8.self).contains("\"sections\""))
    }
  }

  @Test func `may be years, in the order of numbers`() async throws {
    let byYear = Things.dataset.with {
      $0.fields[1].type = .year
      $0.list.sections = "size"
    }
    let years: [Int64?] = [2013, 860, nil, 2013]
    let records = years.enumerated().map { number, year in
      var record = Things.named(Int64(number + 1), "Fall \(number)")
      record.values[1] = year.map(Value.integer) ?? .absent
      return record
    }
    try await withTable(records, byYear) { table in
      let sections = try await table.sections().sections
      #expect(sections.map { "\($0.name ?? "-") \($0.count)" } == ["860 1", "2013 2", "- 1"])
    }
  }

  @Test func `are none where none are declared`() async throws {
    try await withTable(Things.random(3)) { table in
      let sections = try await table.sections().sections
      #expect(sections.isEmpty)
    }
  }

  /// "West 3 2 (1 4)": the name, the count, the offset, and who else belongs there.
  private func told(_ query: TableQuery) async throws -> [String] {
    try await withTable(Self.lands, Self.byName) { table in
      try await table.sections(query).sections.map { section in
        let others = section.others.map(\.id.description).joined(separator: " ")
        return "\(section.name ?? "-") \(section.count) \(section.offset)"
          + (others.isEmpty ? "" : " (\(others))")
      }
    }
  }

  private func first(_ record: Record) -> String? {
    guard case .list(let names) = record.values[3] else { return nil }
    return names.first
  }
}
