import AlmanacCore
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacDeclarations
@testable import AlmanacEngine

@Suite struct `A table for readers of a language` {
  /// Things with names in Polish, in parts that are called otherwise there.
  static let dataset = Things.dataset.with { dataset in
    dataset.fields[0].translations = ["pl": "name_pl"]
    var field = Field(name: "name_pl", type: .text)
    field.original = "name"
    dataset.fields.append(field)
    dataset.fields[3].choices = [
      Choice(value: "Asia", title: Words(["en": "Asia", "pl": "Azja"]), tone: .plain),
      Choice(value: "Europe", title: Words(["en": "Europe", "pl": "Arktyka"]), tone: .plain),
    ]
    dataset.search = ["name", "name_pl"]
  }
  static let inParts = dataset.with { $0.list.sections = "also" }

  static func thing(
    _ id: Int64, _ name: String, pl: String? = nil, also: [String] = [], size: Double? = nil
  ) -> Record {
    var record = Things.named(id, name, also: also)
    record.values[1] = size.map(Value.number) ?? .absent
    record.values.append(pl.map(Value.text) ?? .absent)
    return record
  }

  static let things = [
    thing(1, "Latvia", pl: "Łotwa"), thing(2, "Lebanon", pl: "Liban"), thing(3, "Libya"),
    thing(4, "Macao", pl: "Makau"), thing(5, "Zoo", pl: "Ajaks"), thing(6, "Łagów"),
  ]

  private func ids(_ table: LiveTable, _ query: TableQuery) async throws -> String {
    try await table.window(query).rows.map(\.id.description).joined()
  }

  @Test func `orders names as they read them`() async throws {
    try await withTable(Self.things, Self.dataset) { (table: LiveTable) async throws in
      #expect(try await ids(table, TableQuery()) == "612345")
      #expect(try await ids(table, TableQuery(language: "pl")) == "523614")
      #expect(try await ids(table, TableQuery(collation: .pl)) == "123645")
      #expect(try await ids(table, TableQuery(collation: .root, language: "pl")) == "562314")
      #expect(
        try await ids(table, TableQuery(sort: [SortTerm("-name")], language: "pl")) == "416325")
      #expect(try await ids(table, TableQuery(language: "ru")) == "612345")
      #expect(try await ids(table, TableQuery(language: "xx")) == "612345")
    }
  }

  @Test func `shares one order where no text decides it`() async throws {
    try await withTable(Self.things, Self.dataset) { (table: LiveTable) async throws in
      let bySize = [SortTerm("-size")]
      #expect(try table.textOrder(of: TableQuery(sort: bySize, language: "pl")) == .root)
      #expect(try table.textOrder(of: TableQuery(sort: bySize, collation: .sk)) == .root)
      let byKey = [SortTerm("id"), SortTerm("name")]
      #expect(try table.textOrder(of: TableQuery(sort: byKey, language: "pl")) == .root)
      #expect(
        try table.textOrder(of: TableQuery(sort: [SortTerm("kind")], language: "pl"))
          == TextOrder(collation: .pl))
      #expect(
        try table.textOrder(of: TableQuery(language: "pl"))
          == TextOrder(collation: .pl, language: "pl"))
      #expect(try table.textOrder(of: TableQuery(language: "en")) == .root)
    }
  }

  @Test func `leads from each record to its neighbours there`() async throws {
    try await withTable(Self.things, Self.dataset) { (table: LiveTable) async throws in
      let rows = try await table.window(TableQuery(language: "pl")).rows
      for place in rows.indices {
        let id = rows[place].id
        let (previous, next) = try await table.neighbours(of: id, language: "pl")
        #expect(previous == (place > 0 ? rows[place - 1] : nil))
        #expect(next == (place + 1 < rows.count ? rows[place + 1] : nil))
        #expect(try await table.rank(of: id, language: "pl") == place)
      }
    }
  }

  @Test func `follows syncs in its order, just as if it sorted anew`() async throws {
    let words = ["łan", "las", "zez", "żar", "źle", "ćma", "cap", "Ósmy"]
    func things(_ turn: Int) -> [Record] {
      (1...300).map { id in
        let place = id % 50 == 0 ? id + turn : id
        return Self.thing(
          Int64(id), words[place % 8], pl: place % 4 == 0 ? nil : words[place * 5 % 7])
      }
    }
    try await withTable(things(0), Self.dataset) { (table: LiveTable) async throws in
      let query = TableQuery(limit: 1000, language: "pl")
      _ = try await table.window(query)
      for turn in 1...6 {
        let counts = try await table.store.sync(things(turn))
        #expect(counts.moved?.arriving.isEmpty == false)
        table.follow(counts)
        if turn == 3 { continue }  // the next turn follows two syncs at once
        let window = try await table.window(query)
        let anew = try await table.store.order(
          table.terms(of: query), by: TextOrder(collation: .pl, language: "pl"))
        #expect(window.rows.map(\.id) == anew.rows.map { .integer($0) }, "turn \(turn)")
      }
    }
  }

  @Test func `has its sections in the order of their names there`() async throws {
    let things = [
      Self.thing(1, "a", also: ["Asia"]), Self.thing(2, "b", also: ["Europe", "Azores"]),
      Self.thing(3, "c"), Self.thing(4, "d", also: ["Asia", "Europe"]),
    ]
    try await withTable(things, Self.inParts) { (table: LiveTable) async throws in
      func told(_ query: TableQuery) async throws -> [String] {
        try await table.sections(query).sections.map {
          "\($0.name ?? "-") \($0.count) \($0.offset)"
        }
      }
      let polish = TableQuery(language: "pl")
      let back = TableQuery(sort: [SortTerm("-also"), SortTerm("name")], language: "pl")
      let usual = try await told(TableQuery())
      let sections = try await told(polish)
      let rows = try await ids(table, polish)
      let backwards = try await told(back)
      #expect(usual == ["Asia 2 0", "Azores 0 2", "Europe 1 2", "- 1 3"])
      #expect(sections == ["Europe 1 0", "Asia 2 1", "Azores 0 3", "- 1 3"])
      #expect(rows == "2143")
      #expect(backwards == ["Azores 0 0", "Asia 2 0", "Europe 1 2", "- 1 3"])
    }
  }

  @Test func `is found by each of its names`() async throws {
    try await withTable(Self.things, Self.dataset) { (table: LiveTable) async throws in
      for words in ["Latvia", "lotwa", "ŁOTWA"] {
        let found = try await table.find(words, offset: 0, limit: 10)
        #expect(found.rows.map(\.record.id) == [.integer(1)], "\(words)")
      }
      let found = try await table.find("lotwa", offset: 0, limit: 10)
      #expect(found.rows[0].mark(ofTitle: "Łotwa", in: table.dataset)?.field == "name_pl")
      #expect(found.rows[0].mark(ofTitle: "Latvia", in: table.dataset)?.text == "Łotwa")
    }
  }

  @Test func `holds a place in a live window of its order`() async throws {
    try await withTable(Self.things, Self.dataset) { (table: LiveTable) async throws in
      let query = TableQuery(limit: 2, language: "pl")
      let request = LiveRequest(query: query, anchor: .init(id: .integer(6), lead: 1))
      let first = try await table.look(request, after: nil)
      #expect(
        first.window.offset == 2 && first.window.rows.map(\.id) == [.integer(3), .integer(6)])
      var things = Self.things
      things[2].values[4] = .text("Żmudź")  // what stood before the anchor goes to the end
      table.follow(try await table.store.sync(things))
      let next = try await table.look(request, after: first)
      #expect(next.window.offset == 1 && next.window.rows.map(\.id) == [.integer(2), .integer(6)])
    }
  }

  @Test func `has the one root order from 50,000 records on`() async throws {
    let things = (1...Int64(LiveTable.leastInRootOrder)).map {
      Self.thing($0, $0 == 1 ? "Łan" : "M \($0)", pl: $0 == 1 ? "Łan" : nil)
    }
    try await withTable(things + [], Self.dataset) { (table: LiveTable) async throws in
      #expect(try table.textOrder(of: TableQuery(language: "pl")) == .root)
      #expect(try table.textOrder(of: TableQuery(collation: .root)) == .root)
      let problem = await #expect(throws: QueryProblem.self) {
        _ = try await table.window(TableQuery(collation: .pl))
      }
      #expect(problem?.parameter == "collation")
      await #expect(throws: QueryProblem.self) {
        _ = try await table.json(TableQuery(sort: [SortTerm("size")], collation: .sk))
      }
      table.follow(try await table.store.sync(Array(things.dropLast())))
      #expect(
        try table.textOrder(of: TableQuery(collation: .pl)) == TextOrder(collation: .pl))
    }
  }

  @Test func `takes a collation from an address, or says what it may be`() throws {
    func read(_ value: String) throws -> TableQuery {
      try TableQuery(parameters: [("collation", value)], dataset: Self.dataset)
    }
    #expect(try read("pl").collation == .pl)
    #expect(try read("root").collation == .root)
    #expect(try read("").collation == nil)
    #expect(try read("sk").parameters.map { "\($0.name)=\($0.value)" } == ["collation=sk"])
    let problem = #expect(throws: QueryProblem.self) { try read("polish") }
    #expect(problem?.message == "Expected one of root, pl, sk, ru, found \"polish\".")
  }

  @Test func `of a watched query asks for no order`() throws {
    let query = TableQuery(search: "a", collation: .pl)
    #expect(WatchedQuery.text(query) == "q=a")
    #expect(try WatchedQuery.read("q=a&collation=pl", Self.dataset).collation == nil)
  }

  @Test func `is given the snapshot's names once they are asked for`() async throws {
    try await withTrial { trial in
      let text = """
        id: one
        title: One
        source: { kind: json, url: "file:///nowhere/one.json" }
        credit: { text: Nobody, licence: CC0 }
        refresh: { every: 24h, when: timer }
        key: id
        fields: { name: { type: text IN } }
        list: { title: name }
        snapshot: { file: snapshot.json, credit: { text: A test, licence: CC0 } }
        """
      let rows = #"{"made":"2026-11-18","rows":[{"id":"a","name":"Poland","name_pl":"Polska"}]}"#
      try Data(rows.utf8).write(to: trial.declarations.appending(path: "snapshot.json"))
      try trial.declare(text.replacing(" IN", with: ""))
      try await trial.withLibrary { library in
        let table = try library.existing("one")
        #expect(try await table.window(TableQuery()).rows.map(\.values) == [[.text("Poland")]])
      }
      try trial.declare(text.replacing("IN", with: ", in: { pl: nazwa }"))
      for _ in 1...2 {
        try await trial.withLibrary { library in
          let table = try library.existing("one")
          let rows = try await table.window(TableQuery()).rows
          #expect(rows.map(\.values) == [[.text("Poland"), .text("Polska")]])
          let status = try #require(try await library.status(of: "one"))
          #expect(status.origin == .snapshot)
        }
      }
    }
  }
}
