import AlmanacDeclarations
import Testing

@testable import AlmanacEngine

@Suite struct `A live request` {
  @Test func `is a list's query with an anchor`() throws {
    let request = try LiveRequest(
      parameters: [
        ("sort", "-size"), ("anchor-id", "7"), ("anchor-lead", "10"), ("limit", "50"),
        ("kind", "a"),
      ], dataset: Things.dataset)
    #expect(request.anchor == .init(id: .integer(7), lead: 10))
    #expect(request.query.sort == [SortTerm("-size")] && request.query.limit == 50)
    #expect(request.query.filters.count == 1)
    let plain = try LiveRequest(parameters: [("anchor-id", "")], dataset: Things.dataset)
    #expect(plain == LiveRequest(query: TableQuery()))
  }

  @Test(arguments: [
    ("anchor-lead", "-1", "50"), ("anchor-lead", "50", "50"), ("anchor-lead", "x", "50"),
    ("anchor-lead", "1000000000", "1000"), ("limit", "0", "0"), ("limit", "0", "1000000000"),
  ])
  func `names the parameter that is wrong`(name: String, lead: String, limit: String) throws {
    let error = #expect(throws: QueryProblem.self) {
      try LiveRequest(
        parameters: [("anchor-id", "7"), ("anchor-lead", lead), ("limit", limit)],
        dataset: Things.dataset)
    }
    #expect(error?.parameter == name)
  }

  @Test(arguments: [("anchor-id", "seven"), ("anchor-lead", "3"), ("anchor", "7")])
  func `takes no anchor that can be none`(name: String, value: String) throws {
    let error = #expect(throws: QueryProblem.self) {
      try LiveRequest(parameters: [(name, value)], dataset: Things.dataset)
    }
    #expect(error?.parameter == name)
  }
}
