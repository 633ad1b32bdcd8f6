import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation

@testable import AlmanacEngine

/// Small records for tests of tables.
enum Things {
  static let dataset = Dataset(
    id: "things", source: Source(kind: .json, url: "https://example.org"),
    key: Key(from: [FieldPath("id")], isInteger: true),
    fields: [
      Field(name: "name", type: .text), Field(name: "size", type: .number),
      Field(name: "kind", type: .text), Field(name: "also", type: .list),
    ]
  ).with { dataset in
    dataset.credit.licence = "CC0"
    dataset.refresh.floor = 0  // tests change the copy as they like
    dataset.list.sort = [SortTerm("name")]
    dataset.search = ["name", "also"]
  }

  /// Records with ties, absent values, accents and every kind in no order.
  static func random(_ count: Int) -> [Record] {
    let letters = ["a", "ą", "Ł", "l", "z", "Z", "ß", "ss", "é", "10", "9", "-"]
    return (1...count).shuffled().map { number in
      let name = "\(letters[number * 7 % 12])\(letters[number * 5 % 11]) \(number % 13)"
      return Record(
        id: .integer(Int64(number)),
        values: [
          number % 9 == 0 ? .absent : .text(name),
          number % 7 == 0 ? .absent : .number(Double(number * 31 % 57)),
          number % 5 == 0 ? .absent : .text(["a", "b", "c"][number % 3]), .absent,
        ])
    }
  }

  /// So many records, all of one size.
  static func same(_ count: Int, _ size: Double) -> [Record] {
    (1...count).map {
      Record(
        id: .integer(Int64($0)), values: [.text("\($0)"), .number(size), .absent, .absent])
    }
  }

  static func named(_ id: Int64, _ name: String, also: [String] = []) -> Record {
    Record(
      id: .integer(id),
      values: [.text(name), .absent, .absent, also.isEmpty ? .absent : .list(also)])
  }

  /// Whether one record comes before another, by the plainest rules there are.
  static func precedes(_ left: Record, _ right: Record, _ terms: [SortTerm]) -> Bool {
    for term in terms where term.field != "id" {
      guard let index = dataset.index(of: term.field) else { continue }
      let (a, b) = (key(left.values[index]), key(right.values[index]))
      if a == b { continue }
      guard let a, let b else { return b == nil }
      let isLess = a.lexicographicallyPrecedes(b)
      return term.descending ? !isLess : isLess
    }
    let isDescending = terms.first { $0.field == "id" }?.descending == true
    guard case .integer(let a) = left.id, case .integer(let b) = right.id else { return false }
    return isDescending ? a > b : a < b
  }

  private static func key(_ value: Value) -> [UInt8]? {
    switch value {
    case .number(let number): [UInt8(number)]
    case .integer(let number): withUnsafeBytes(of: number.bigEndian, Array.init)
    case .text(let text): Collation.root.sortKey(Array(text.utf8))
    default: nil
    }
  }
}

extension Store {
  /// Makes the records the copy.
  @discardableResult
  func sync(_ records: [Record]) async throws -> AppliedCounts {
    try await beginStaging()
    try await stage { add in for record in records { try add(record) } }
    let outcome = try await apply(.full, state: SyncState(), at: Date(timeIntervalSince1970: 0))
    guard case .applied(let counts) = outcome else { return AppliedCounts() }
    return counts
  }
}

/// A live table over a store of its own.
func withTable<Result>(
  _ records: [Record], _ dataset: Dataset = Things.dataset,
  _ body: (LiveTable) async throws -> Result
) async throws -> Result {
  try await withTrial { trial in
    let store = try Store(file: trial.folder.appending(path: "things.sqlite"), dataset: dataset)
    if !records.isEmpty { try await store.sync(records) }
    return try await body(try LiveTable(store: store, epoch: "test", credit: dataset.credit))
  }
}
