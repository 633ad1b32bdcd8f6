import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@Suite struct `A filter` {
  @Test(arguments: [
    (Filter(field: "name", test: .equals(.text("b"))), "2"),
    (Filter(field: "name", test: .equals(.text("B"))), ""),
    (Filter(field: "name", test: .equals(.text("b' OR '1' = '1"))), ""),
    (Filter(field: "name", test: .known(false)), "4"),
    (Filter(field: "name", test: .known(true)), "1 2 3"),
    (Filter(field: "height", test: .atLeast(.number(20))), "2 3"),
    (Filter(field: "height", test: .atMost(.number(20))), "1 2"),
    (Filter(field: "height", test: .equals(.number(20))), "2"),
    (Filter(field: "also", test: .equals(.text("y"))), "1 2"),
    (Filter(field: "also", test: .equals(.text("x\",\"y"))), ""),
    (Filter(field: "also", test: .known(false)), "3 4"),
    (Filter(field: "id", test: .equals(.integer(3))), "3"),
    (Filter(field: "id", test: .atLeast(.integer(3))), "3 4"),
  ])
  func `keeps the rows that meet it`(filter: Filter, expected: String) async throws {
    try await withStore { store in
      try await store.sync([
        .peak(1, "a", 10, also: ["x", "y"]), .peak(2, "b", 20, also: ["y"]), .peak(3, "c", 30),
        .peak(4, nil),
      ])
      let seen = try store.records(.ordered([], [filter], 0, 10))
      #expect(seen.rows.map(\.id.description).joined(separator: " ") == expected)
      #expect(seen.total == seen.rows.count)
    }
  }

  @Test func `counts all that meet it, however few are read`() async throws {
    try await withStore { store in
      try await store.sync((1...100).map { .peak($0, "p", Double($0)) })
      let filter = Filter(field: "height", test: .atLeast(.number(11)))
      let seen = try store.records(.ordered([SortTerm("-height")], [filter], 85, 10))
      #expect(seen.total == 90)
      #expect(seen.rows.map(\.id.description) == ["15", "14", "13", "12", "11"])
      #expect(try store.records(.ordered([], [filter], 90, 10)).rows.isEmpty)
    }
  }

  @Test(arguments: [
    (Filter.Test.atLeast(.integer(0)), ["b", "c"]), (.atMost(.integer(0)), ["a", "b"]),
    (.equals(.integer(0)), ["b"]),
  ])
  func `of dates compares days`(test: Filter.Test, expected: [String]) async throws {
    try await withStore(.everything) { store in
      let records = zip(["a", "b", "c"], [Int64(-400), 0, 15_000]).map { id, days in
        let values = FieldType.allCases.map { $0 == .date ? Value.integer(days) : .absent }
        return Record(id: .text(id), values: values)
      }
      try await store.sync(records)
      let filter = Filter(field: "a_date", test: test)
      let seen = try store.records(.ordered([], [filter], 0, 10))
      #expect(seen.rows.map(\.id.description) == expected)
    }
  }

  @Test func `of places asks whether one is known`() async throws {
    try await withStore(.everything) { store in
      let place = try #require(Point(latitude: 0, longitude: 0))
      let values = FieldType.allCases.map { $0 == .point ? Value.point(place) : .absent }
      let nowhere = Record(id: .text("b"), values: FieldType.allCases.map { _ in .absent })
      try await store.sync([Record(id: .text("a"), values: values), nowhere])
      let known = Filter(field: "a_point", test: .known(true))
      #expect(try store.records(.ordered([], [known], 0, 10)).total == 1)
    }
  }
}
