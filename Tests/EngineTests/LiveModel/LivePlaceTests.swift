import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Testing

@testable import AlmanacEngine

/// Windows that no list in memory answers, held against a naive sort, with bursts far above the place.
@Suite(.timeLimit(.minutes(5))) struct `A place in an order that SQLite answers` {
  /// An order that a reader looks at.
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dataset: Dataset
    var sort = ""
    var filters: [Filter] = []
    var search: String?

    var query: TableQuery {
      TableQuery(
        sort: sort.split(separator: ",").map { SortTerm($0) }, filters: filters, search: search,
        limit: 21)
    }

    /// The records that the order shows, sorted anew.
    func naive(_ records: [RecordID: Record]) -> [Record] {
      records.values.filter(isFound).sorted(by: precedes)
    }

    func isFound(_ record: Record) -> Bool {
      let isKind = filters.isEmpty || record.values[2] == .text("a")
      return isKind && (search == nil || tier(record) < 9)
    }

    /// How well the words "la" are found in the name, as the search says it.
    private func tier(_ record: Record) -> Int {
      guard let search else { return 0 }
      guard case .text(let name) = record.values[0] else { return 9 }
      return SearchQuery(search).tier(of: [SearchText(name)], atMost: .inside)?.rawValue ?? 9
    }

    func precedes(_ left: Record, _ right: Record) -> Bool {
      if search != nil, sort.isEmpty, tier(left) != tier(right) { return tier(left) < tier(right) }
      let terms = query.sort.isEmpty ? dataset.list.sort : query.sort
      for term in terms {
        let index = term.field == "name" ? 0 : term.field == "size" ? 1 : 2
        let (a, b) = (Self.key(left.values[index]), Self.key(right.values[index]))
        if a == b { continue }
        guard let a, let b else { return b == nil }
        return term.descending ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
      }
      switch (left.id, right.id) {
      case (.integer(let a), .integer(let b)): return a < b
      case (.text(let a), .text(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
      default: return false
      }
    }

    private static func key(_ value: Value) -> [UInt8]? {
      switch value {
      case .number(let number): withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
      case .text(let text): Collation.root.sortKey(Array(text.utf8))
      default: nil
      }
    }
  }

  static let numbered = `The ranked lists of a stream`.dataset
  static let named = numbered.with {
    $0.key = Key(from: [FieldPath("id")], isInteger: false)
    $0.list.sort = [SortTerm("-size"), SortTerm("name")]
  }
  static let kind = Filter(field: "kind", test: .equals(.text("a")))

  static let orders = [
    Order(testDescription: "text keys, their own order of two fields", dataset: named),
    Order(testDescription: "text keys by text", dataset: named, sort: "name"),
    Order(
      testDescription: "text keys by text down, filtered", dataset: named, sort: "-name",
      filters: [kind]),
    Order(
      testDescription: "whole-number keys by two fields", dataset: numbered, sort: "kind,-size"),
    Order(
      testDescription: "two fields, filtered", dataset: numbered, sort: "-kind,name",
      filters: [kind]),
    Order(testDescription: "the best matches", dataset: numbered, search: "la"),
    Order(
      testDescription: "matches in an order of two fields", dataset: named, sort: "kind,size",
      search: "la"),
  ]

  @Test(arguments: orders, [1, 2] as [UInt64])
  func `is where a naive sort has it, whatever comes above`(_ order: Order, _ seed: UInt64)
    async throws
  {
    var random = SeededRandom(seed: seed)
    try await withTable([], order.dataset) { table in
      var all: [RecordID: Record] = [:]
      try await commit(Self.packet(900, 0..<4000, order, &random), table, &all)
      let start = order.naive(all)
      // Far from the offset that the request names, which is 0.
      let anchor = start[start.count * 4 / 5]
      let request = LiveRequest(query: order.query, anchor: .init(id: anchor.id, lead: 7))
      var look = try await table.look(request, after: nil)
      try Self.verify(look, anchor, all, order)
      for step in 0..<6 {
        let packet =
          step % 2 == 0
          ? Self.burst(1200, step, over: start, order) : Self.packet(300, 0..<4000, order, &random)
        try await commit(packet, table, &all)
        if step == 4 { try await commit([Self.moved(anchor)], table, &all) }
        look = try await table.look(request, after: look)
        try Self.verify(look, anchor, all, order)
      }
    }
  }

  @Test func `is the offset where the anchor is not found, and is held from then on`() async throws
  {
    let order = Self.orders[0]
    var random = SeededRandom(seed: 3)
    try await withTable([], order.dataset) { table in
      var all: [RecordID: Record] = [:]
      try await commit(Self.packet(200, 0..<900, order, &random), table, &all)
      var request = LiveRequest(query: order.query, anchor: .init(id: .text("nobody"), lead: 3))
      request.query.offset = 50
      let first = try await table.look(request, after: nil)
      #expect(first.window.offset == 50 && first.window.rows == Array(order.naive(all)[50..<71]))
      try await commit(Self.burst(1500, 0, over: order.naive(all), order), table, &all)
      let next = try await table.look(request, after: first)
      #expect(
        next.window.offset == 1550 && next.window.rows.map(\.id) == first.window.rows.map(\.id))
      #expect(next.arrived.above == 1500 && next.arrived.below == 0)
    }
  }

  /// A copy that syncs change: every row in sight and the anchor may go at once.
  @Test(arguments: [Collation.root, .pl])
  func `stays when all rows in sight go, in any collation`(_ collation: Collation) async throws {
    func name(_ record: Record) -> [UInt8] {
      guard case .text(let name) = record.values[0] else { return [] }
      return collation.sortKey(Array(name.utf8))
    }
    func sorted(_ records: [Record]) -> [Record] {
      records.sorted { left, right in
        let (a, b) = (name(left), name(right))
        return a == b ? Deals.key(left) < Deals.key(right) : a.lexicographicallyPrecedes(b)
      }
    }
    let letters = ["l", "ł", "m", "ó", "o", "z", "ż", "ź"]
    let records = (1...400).map { Things.named(Int64($0), "\(letters[$0 % 8])\($0 % 50)") }
    try await withLiveTable(records) { table in
      let before = sorted(records)
      let query = TableQuery(sort: [SortTerm("name")], limit: 15, collation: collation)
      let request = LiveRequest(query: query, anchor: .init(id: before[220].id, lead: 5))
      let first = try await table.look(request, after: nil)
      #expect(first.window.offset == 215)
      let above = (1000..<2200).map { Things.named(Int64($0), "a\($0)") }
      try await table.change(to: records + above)
      let second = try await table.look(request, after: first)
      #expect(second.window.offset == 1415 && second.window.rows == first.window.rows)
      let gone = Set(second.window.rows.map(\.id))
      let rest = (records + above).filter { !gone.contains($0.id) }
      try await table.change(to: rest)
      let third = try await table.look(request, after: second)
      #expect(third.window.offset == 1410)
      #expect(third.window.rows == Array(sorted(rest)[1410..<1425]))
      let most = rest + (3000..<4100).map { Things.named(Int64($0), "b\($0)") }
      try await table.change(to: most)
      let fourth = try await table.look(request, after: third)
      #expect(fourth.window.rows == third.window.rows && fourth.window.offset == 2510)
    }
  }

  private func commit(
    _ records: [Record], _ table: LiveTable, _ all: inout [RecordID: Record]
  ) async throws {
    let version = table.receive(records)
    _ = try await table.store.upsert(records, state: SyncState(), generation: version)
    table.committed(version)
    for record in records { all[record.id] = record }
  }

  /// Holds a look against a naive sort: its rows, and how many stand before the place that is held.
  private static func verify(
    _ look: LiveLook, _ anchor: Record, _ all: [RecordID: Record], _ order: Order
  ) throws {
    let rows = order.naive(all)
    let before = rows.count { order.precedes($0, anchor) }
    let start = max(before - 7, 0)
    let window = look.window
    #expect(window.total == rows.count && window.offset == start)
    let expected = Array(rows[start..<min(start + 21, rows.count)])
    #expect(window.rows == expected)
    if all[anchor.id] == anchor, before >= 7 { #expect(window.rows[7].id == anchor.id) }
  }

  // MARK: Records

  private static func id(_ number: Int, _ order: Order) -> RecordID {
    order.dataset.key.isInteger ? .integer(Int64(number)) : .text("k\(number)")
  }

  private static func packet(
    _ count: Int, _ keys: Range<Int>, _ order: Order, _ random: inout SeededRandom
  ) -> [Record] {
    let names = ["Łódź", "lada", "ola", "las", "zza", "ÉLa", "la", "Anna la", "x"]
    return (0..<count).map { _ in
      func present(_ value: Value, _ random: inout SeededRandom) -> Value {
        Int.random(in: 0..<9, using: &random) == 0 ? .absent : value
      }
      let name = names.randomElement(using: &random).map { "\($0)" } ?? ""
      let size = Double(Int.random(in: 0..<40, using: &random))
      let kind = ["a", "b", "ą"].randomElement(using: &random) ?? "a"
      return Record(
        id: id(Int.random(in: keys, using: &random), order),
        values: [
          present(.text(name), &random), present(.number(size), &random),
          present(.text(kind), &random), .absent,
        ])
    }
  }

  /// So many new records that stand before all others in the order.
  private static func burst(_ count: Int, _ step: Int, over start: [Record], _ order: Order)
    -> [Record]
  {
    let first = start[0].values
    let name: Value = order.search == nil ? first[0] : .text("la")
    return (0..<count).map { number in
      Record(
        id: id(10_000 + step * 10_000 + number, order), values: [name, first[1], first[2], .absent])
    }
  }

  private static func moved(_ anchor: Record) -> Record {
    var moved = anchor
    moved.values[0] = .text("la la")
    moved.values[1] = .number(1000)
    return moved
  }
}
