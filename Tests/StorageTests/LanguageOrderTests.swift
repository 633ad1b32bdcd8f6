import AlmanacCore
import Foundation
import Testing

@testable import AlmanacDeclarations
@testable import AlmanacStorage

@Suite struct `The order of rows in a language` {
  static func names(
    _ store: Store, by order: String, _ texts: TextOrder, field: Int = 0
  ) async throws -> [String] {
    let rows = try await store.order([SortTerm(order)], by: texts).rows
    return try store.records(.rows(rows)).rows.map { record in
      guard case .text(let text) = record.values[field] else { return "-" }
      return text
    }
  }

  @Test(arguments: Collation.allCases)
  func `follows the alphabet that is asked for`(collation: Collation) async throws {
    let names = [
      "Łódź", "Lublin", "lozorno", "Chata", "Cesta", "Hora", "Ivan", "Čadca", "Ёлка", "Ель",
      "Жаба", "Żary", "Źródło", "Zabrze", "Ábel", "Äther", "Azyl", "10",
    ]
    try await withStore { (store: Store) async throws in
      try await store.sync(names.enumerated().map { .peak(Int64($0), $1) })
      let expected = names.sorted {
        collation.isOrdered(Array($0.utf8), before: Array($1.utf8))
      }
      let texts = TextOrder(collation: collation)
      #expect(try await Self.names(store, by: "name", texts) == expected)
      #expect(try await Self.names(store, by: "-name", texts) == expected.reversed())
    }
  }

  /// Mountains with names in Polish, and ranges that are called otherwise there.
  static let inPolish = Dataset.peaks.changing { dataset in
    dataset.fields[0].translations = ["pl": "name_pl"]
    var field = Field(name: "name_pl", type: .text)
    field.original = "name"
    dataset.fields.append(field)
    dataset.fields[2].choices = [
      Choice(value: "A's range", title: Words(["en": "A's range", "pl": "Żabie"]), tone: .plain),
      Choice(value: "Z range", title: Words(["en": "Z range", "pl": "Łyse"]), tone: .plain),
    ]
    dataset.fields[3].choices = [
      Choice(value: "East", title: Words(["en": "East", "pl": "wschód"]), tone: .plain)
    ]
    dataset.list.sections = "also"
  }

  private static func peak(
    _ id: Int64, _ name: String?, pl: String?, _ range: String? = nil, also: [String] = []
  ) -> Record {
    var record = Record.peak(id, name, nil, range: range, also: also)
    record.values.append(pl.map(Value.text) ?? .absent)
    return record
  }

  @Test func `compares the names in the language, and the source's where there is none`()
    async throws
  {
    try await withStore(Self.inPolish) { (store: Store) async throws in
      try await store.sync([
        Self.peak(1, "Alps", pl: "Żlebowe"), Self.peak(2, "Lesser", pl: nil),
        Self.peak(3, "Zug", pl: "Łomnica"), Self.peak(4, nil, pl: nil),
      ])
      let polish = TextOrder(collation: .pl, language: "pl")
      #expect(try await Self.names(store, by: "name", polish) == ["Lesser", "Zug", "Alps", "-"])
      #expect(try await Self.names(store, by: "-name", polish) == ["Alps", "Zug", "Lesser", "-"])
      let plain = TextOrder(collation: .pl)
      #expect(try await Self.names(store, by: "name", plain) == ["Alps", "Lesser", "Zug", "-"])
    }
  }

  @Test func `compares the words of choices, also of a list's first`() async throws {
    try await withStore(Self.inPolish) { (store: Store) async throws in
      try await store.sync([
        Self.peak(1, "a", pl: nil, "A's range", also: ["East", "West"]),
        Self.peak(2, "b", pl: nil, "Z range", also: ["West"]),
        Self.peak(3, "c", pl: nil, "M range", also: ["Zoo"]),
      ])
      let polish = TextOrder(collation: .pl, language: "pl")
      #expect(try await Self.names(store, by: "range", polish) == ["b", "c", "a"])
      #expect(try await Self.names(store, by: "range", .root) == ["a", "c", "b"])
      #expect(try await Self.names(store, by: "also", polish) == ["b", "a", "c"])
      #expect(try await Self.names(store, by: "also", .root) == ["a", "b", "c"])
    }
  }

  @Test func `is the same when few rows moved as when all are sorted anew`() async throws {
    try await withStore(Self.inPolish) { (store: Store) async throws in
      let letters = ["l", "ł", "Ł", "z", "ż", "ź", "a", "ą"]
      func peak(_ id: Int64, _ turn: Int) -> Record {
        let text = letters[(Int(id) * 3 + turn) % 8] + letters[(Int(id) + turn) % 8]
        return Self.peak(id, text, pl: id % 3 == 0 ? nil : String(text.reversed()))
      }
      try await store.sync((1...200).map { peak($0, 0) })
      let texts = TextOrder(collation: .pl, language: "pl")
      let terms = [SortTerm("name")]
      let before = try await store.order(terms, by: texts)
      let outcome = try await store.sync((1...200).map { peak($0, $0 % 10 == 0 ? 1 : 0) })
      guard case .applied(let counts) = outcome else { throw StoreError.unexpected }
      let moved = try #require(counts.moved)
      let followed = try await store.reorder(
        before.rows, moved, terms, filters: [], by: texts, generation: counts.generation)
      let anew = try await store.order(terms, by: texts).rows
      #expect(followed == anew && anew != before.rows)
    }
  }

  @Test func `of a field that is new keeps all there was`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let before = try Store(file: file, dataset: .peaks)
      try await before.sync([.peak(1, "b", also: ["x"]), .peak(2, "a")])
      #expect(!before.hasNewFields)
      try before.close()
      let store = try Store(file: file, dataset: Self.inPolish)
      #expect(store.hasNewFields)
      let texts = TextOrder(collation: .pl, language: "pl")
      #expect(try await Self.names(store, by: "name", texts) == ["a", "b"])
      #expect(try store.all()[0].values[3] == .list(["x"]))
      try store.close()
      #expect(try !Store(file: file, dataset: Self.inPolish).hasNewFields)
    }
  }
}

extension StoreError {
  fileprivate static let unexpected = StoreError(kind: .failed, file: "", cause: "not applied")
}
