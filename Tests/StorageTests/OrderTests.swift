import AlmanacCore
import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `The order of rows` {
  @Test(arguments: [("height", "b a d c"), ("-height", "d b a c"), ("-id", "d c b a")])
  func `has absent values last both ways and ties by key`(
    sort: String, expected: String
  ) async throws {
    try await withStore { store in
      try await store.sync([
        .peak(1, "a", 5), .peak(2, "b", sort == "height" ? 4 : 5), .peak(3, "c"),
        .peak(4, "d", 6),
      ])
      let wanted = sort == "-height" ? "d a b c" : sort == "height" ? "b a d c" : expected
      #expect(try store.names(by: sort).joined(separator: " ") == wanted)
    }
  }

  @Test func `puts texts in the root order, not in that of their bytes`() async throws {
    let names = ["Zürich", "łódź", "Łódź", "lodz", "Ärger", "argo", "ĺ", "zebra", "Éclair", "10"]
    try await withStore { store in
      try await store.sync(names.enumerated().map { .peak(Int64($0), $1) })
      let expected = names.sorted {
        Collation.root.isOrdered(Array($0.utf8), before: Array($1.utf8))
      }
      #expect(try store.names(by: "name") == expected)
      #expect(try store.names(by: "-name") == expected.reversed())
    }
  }

  @Test func `lets texts that tie in the root order follow their keys`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "a-b"), .peak(2, "a b"), .peak(3, "a/b")])
      #expect(try store.names(by: "name") == ["a-b", "a b", "a/b"])
      #expect(try store.names(by: "-name") == ["a-b", "a b", "a/b"])
      #expect(try store.names(by: "name", "-id") == ["a/b", "a b", "a-b"])
    }
  }

  @Test func `is decided by the key where the key comes first`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "c"), .peak(2, "b"), .peak(3, "a")])
      #expect(try store.names(by: "-id", "name") == ["a", "b", "c"])
      #expect(try store.names(by: "id", "name") == ["c", "b", "a"])
    }
  }

  @Test(arguments: ["height", "-height", "name", "-name", "range", "-range"])
  func `is that of a naive sort`(sort: String) async throws {
    var random = SystemRandomNumberGenerator()
    let records = (1...300).map { (number: Int) -> Record in
      let name: String? = Bool.random(using: &random) ? "Name \(number % 7)" : nil
      let height: Double? = number % 5 == 0 ? nil : Double(number % 11)
      return .peak(Int64(number), name, height, range: "Range \(number % 3)")
    }
    try await withStore { store in
      try await store.sync(records.shuffled())
      let term = SortTerm(sort)
      let found = try await store.order([term]).rows
      let index = try #require(store.dataset.index(of: term.field))
      #expect(found == naive(records, index, descending: term.descending))
    }
  }

  private func naive(_ records: [Record], _ field: Int, descending: Bool) -> [Int64] {
    func key(_ record: Record) -> [UInt8]? {
      switch record.values[field] {
      case .text(let text): Collation.root.sortKey(Array(text.utf8))
      case .number(let number): [UInt8(number)]
      default: nil
      }
    }
    return records.indices.sorted { left, right in
      let (a, b) = (key(records[left]), key(records[right]))
      guard a != b else { return left < right }
      guard let a, let b else { return b == nil }
      return descending ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
    }.map { Int64($0 + 1) }
  }
}

@Suite struct `Rows in sections` {
  @Test func `keep sections apart whose names tie`() async throws {
    let bySection = Dataset.peaks.changing { $0.list.sections = "range" }
    try await withStore(bySection) { store in
      try await store.sync([
        .peak(1, "a", range: "Tatra-W"), .peak(2, "b", range: "Tatra W"),
        .peak(3, "c", range: "Tatra-W"), .peak(4, "d", range: "tatra"), .peak(5, "e"),
      ])
      #expect(try store.names(by: "range") == ["d", "b", "a", "c", "e"])
    }
  }
}
