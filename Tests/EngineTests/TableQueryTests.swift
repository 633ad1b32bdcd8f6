import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacDeclarations

@Suite struct `A query in an address` {
  static let dataset = Dataset(
    id: "finds", source: Source(kind: .csv, url: ""),
    key: Key(from: [FieldPath("id")], isInteger: true),
    fields: [
      Field(name: "name", type: .text), Field(name: "mass", type: .number),
      Field(name: "year", type: .year), Field(name: "is_fall", type: .boolean),
      Field(name: "seen", type: .timestamp), Field(name: "day", type: .date),
      Field(name: "place", type: .point), Field(name: "names", type: .list),
      Field(name: "money", type: .currencies), Field(name: "photo", type: .image),
    ]
  ).with { dataset in
    dataset.search = ["name"]
    dataset.views = [
      View(
        name: "heavy_falls", title: Words(english: "Heavy falls"),
        parameters: [
          Source.Parameter(name: "is_fall", value: "true"),
          Source.Parameter(name: "mass.min", value: "1000"),
        ])
    ]
  }

  @Test(arguments: [
    ("", TableQuery()),
    ("q=lodz", TableQuery(search: "lodz")),
    ("q=", TableQuery()),
    ("q=%20", TableQuery()),
    ("sort=-mass,name", TableQuery(sort: [SortTerm("-mass"), SortTerm("name")])),
    ("sort=id", TableQuery(sort: [SortTerm("id")])),
    ("offset=500000&limit=1000", TableQuery(offset: 500_000, limit: 1000)),
    ("name=Rysy", TableQuery(filters: [Filter(field: "name", test: .equals(.text("Rysy")))])),
    ("mass.min=60.5", TableQuery(filters: [Filter(field: "mass", test: .atLeast(.number(60.5)))])),
    ("year.max=860", TableQuery(filters: [Filter(field: "year", test: .atMost(.integer(860)))])),
    ("is_fall=true", TableQuery(filters: [Filter(field: "is_fall", test: .equals(.integer(1)))])),
    (
      "seen.min=1970-01-02T00:00:00Z",
      TableQuery(filters: [Filter(field: "seen", test: .atLeast(.integer(86_400_000)))])
    ),
    (
      "seen.min=86400000",
      TableQuery(filters: [Filter(field: "seen", test: .atLeast(.integer(86_400_000)))])
    ),
    ("day=1970-01-03", TableQuery(filters: [Filter(field: "day", test: .equals(.integer(2)))])),
    ("place.known=false", TableQuery(filters: [Filter(field: "place", test: .known(false))])),
    ("names=x", TableQuery(filters: [Filter(field: "names", test: .equals(.text("x")))])),
    ("id=7", TableQuery(filters: [Filter(field: "id", test: .equals(.integer(7)))])),
    (
      "view=heavy_falls",
      TableQuery(filters: [
        Filter(field: "is_fall", test: .equals(.integer(1))),
        Filter(field: "mass", test: .atLeast(.number(1000))),
      ])
    ),
  ])
  func `is read`(text: String, expected: TableQuery) throws {
    #expect(try read(text) == expected)
  }

  @Test(arguments: [
    ("sorte=name", "sorte", "Did you mean \"sort\"?"),
    ("nmae=x", "nmae", "Did you mean \"name\"?"),
    ("naem.known=true", "naem.known", "Did you mean \"name\"?"),
    ("xyzzy=1", "xyzzy", "There is no such parameter or field."),
    ("sort=mas", "sort", "Did you mean \"mass\"?"), ("sort=mass,-mass", "sort", "twice"),
    ("sort=place", "sort", "no order"), ("sort=names", "sort", "no order"),
    ("sort=photo", "sort", "no order"), ("sort=money", "sort", "no order"),
    ("sort=-", "sort", "There is no field"), ("sort=name,,bad", "sort", "There is no field"),
    ("offset=-1", "offset", "from 0"), ("offset=many", "offset", "whole number"),
    ("offset=99999999999999999999", "offset", "whole number"), ("offset=1.5", "offset", "whole"),
    ("limit=0", "limit", "from 1 to 1000"), ("limit=1001", "limit", "from 1 to 1000"),
    ("mass=heavy", "mass", "Expected a number, found \"heavy\""), ("mass=nan", "mass", "a number"),
    ("mass=inf", "mass", "a number"), ("year=2011.5", "year", "Expected a year"),
    ("year.min=x", "year.min", "Expected a year"), ("is_fall=yes", "is_fall", "true or false"),
    ("seen=yesterday", "seen", "a time such as"), ("day=2026-02-30", "day", "a date such as"),
    ("name.min=a", "name.min", "no range"), ("mass.mni=1", "mass.mni", "Did you mean \"min\"?"),
    ("mass.known=1", "mass.known", "Expected true or false"),
    ("place=0,0", "place", "only be asked for .known"),
    ("money=EUR", "money", "only be asked for .known"),
    ("view=heavy_fals", "view", "Did you mean \"heavy_falls\"?"),
    ("view=none", "view", "There is no view"), ("id=abc", "id", "whole number"),
  ])
  func `is refused by name when it cannot be meant`(
    text: String, parameter: String, words: String
  ) throws {
    let problem = #expect(throws: QueryProblem.self) { try read(text) }
    #expect(problem?.parameter == parameter)
    #expect(problem?.message.description.contains(words) == true, "\(problem?.message ?? "")")
  }

  @Test func `has no search where the dataset has none`() {
    let silent = Self.dataset.with { $0.search = [] }
    #expect(throws: QueryProblem.self) {
      try TableQuery(parameters: [("q", "x")], dataset: silent)
    }
  }

  @Test(arguments: [
    "", "q=ł&sort=-mass,name&name=a&mass.min=1.5&year.max=9&place.known=true&offset=7&limit=3",
    "seen.min=86400000", "id=7", "names=x",
  ])
  func `says the same again when it is written`(text: String) throws {
    let query = try read(text)
    let again = try TableQuery(parameters: query.parameters, dataset: Self.dataset)
    #expect(again == query)
  }

  @Test(arguments: ["is_fall=true", "is_fall=false", "day=1970-01-03", "day.max=2026-11-21"])
  func `says the same again for truths and days`(text: String) throws {
    let query = try read(text)
    #expect(query.parameters.map { "\($0.name)=\($0.value)" } == [text])
    #expect(try TableQuery(parameters: query.parameters, dataset: Self.dataset) == query)
  }

  private func read(_ text: String) throws -> TableQuery {
    let parameters = text.split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(pair[0]), value: String(pair[1]).replacing("%20", with: " "))
    }
    return try TableQuery(parameters: parameters, dataset: Self.dataset)
  }
}

extension Dataset {
  /// The dataset with a change.
  func with(_ change: (inout Dataset) -> Void) -> Dataset {
    var dataset = self
    change(&dataset)
    return dataset
  }
}
