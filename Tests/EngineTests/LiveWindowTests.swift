import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `A live window` {
  /// Records 10, 20, 30 … whose keys are their places too.
  static let tens = (1...40).map { Things.ranked(Int64($0 * 10), at: $0 * 10) }

  @Test func `is told whole at first, and then by what changed in it`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(table.subscribe(LiveRequest(query: TableQuery(limit: 5))))
      try await reader.readAll()
      #expect(reader.ids == [10, 20, 30, 40, 50] && reader.story == ["window"])
      try await table.change(to: Self.tens + [Things.ranked(25, at: 25)])
      try await reader.readAll()
      #expect(reader.ids == [10, 20, 25, 30, 40] && reader.story == ["window", "change"])
      #expect(reader.total == 41 && reader.touched == [.integer(25)])
    }
  }

  @Test func `holds its place when rows arrive above and below, and counts them`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(table.subscribe(Self.held(200)))
      try await reader.readAll()
      #expect(reader.ids == [180, 190, 200, 210, 220] && reader.offset == 17)
      let more = [3, 4, 5, 195, 205, 395, 396].map { Things.ranked($0, at: Int($0)) }
      try await table.change(to: Self.tens + more)
      try await reader.readAll()
      #expect(reader.ids == [190, 195, 200, 205, 210] && reader.offset == 21)
      #expect(reader.above == 3 && reader.below == 2)
      #expect(reader.touched == [.integer(195), .integer(205)])
    }
  }

  @Test func `keeps the place of an anchor that is deleted, by its neighbour`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(table.subscribe(Self.held(200)))
      try await reader.readAll()
      try await table.change(to: Self.tens.filter { $0.id != .integer(200) })
      try await reader.readAll()
      #expect(reader.ids == [180, 190, 210, 220, 230] && reader.offset == 17)
      let rest = Self.tens.filter { Deals.key($0) < 185 || Deals.key($0) > 300 }
      try await table.change(to: rest)
      try await reader.readAll()
      #expect(reader.ids.contains(180) && reader.total == rest.count)
    }
  }

  @Test func `keeps the place of an anchor that moves away`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(table.subscribe(Self.held(200)))
      try await reader.readAll()
      try await table.change(to: Self.moved(200, to: 5))
      try await reader.readAll()
      #expect(reader.ids == [180, 190, 210, 220, 230] && reader.offset == 18)
      try await table.change(to: Self.moved(200, to: 399))
      try await reader.readAll()
      #expect(reader.ids == [180, 190, 210, 220, 230] && reader.offset == 17)
    }
  }

  @Test func `shows a row that changed where it stands, and glows it alone`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(table.subscribe(Self.held(200)))
      try await reader.readAll()
      var records = Self.tens
      records[19].values[2] = .text("b")
      try await table.change(to: records)
      try await reader.readAll()
      #expect(reader.ids == [180, 190, 200, 210, 220] && reader.touched == [.integer(200)])
      #expect(reader.rows[2].values[2] == .text("b") && reader.above == 0 && reader.below == 0)
    }
  }

  @Test func `of an anchor that is not there begins at the offset, and holds that place`()
    async throws
  {
    try await withLiveTable(Self.tens) { table in
      var request = Self.held(7)
      request.query.offset = 10
      var reader = LiveReader(table.subscribe(request))
      try await reader.readAll()
      #expect(reader.ids == [110, 120, 130, 140, 150])
      try await table.change(to: Self.tens + [Things.ranked(1, at: 1), Things.ranked(7, at: 7)])
      try await reader.readAll()
      #expect(reader.ids == [110, 120, 130, 140, 150] && reader.offset == 12 && reader.above == 2)
    }
  }

  @Test func `is not told again to who has its version, and is to who has another`() async throws {
    try await withLiveTable(Self.tens) { table in
      let request = LiveRequest(query: TableQuery(limit: 3))
      let version = try table.version()
      var knowing = LiveReader(table.subscribe(request, lastVersion: version))
      var other = LiveReader(table.subscribe(request, lastVersion: "elsewhere-7"))
      try await knowing.readAll()
      try await other.readAll()
      #expect(knowing.story == [] && other.story == ["window"])
    }
  }

  @Test func `past the end is empty, with the true total, and fills when rows come`() async throws {
    try await withLiveTable(Self.tens) { table in
      var reader = LiveReader(
        table.subscribe(LiveRequest(query: TableQuery(offset: 40, limit: 3))))
      try await reader.readAll()
      #expect(reader.rows == [] && reader.total == 40)
      try await table.change(to: Self.tens + [Things.ranked(999, at: 999)])
      try await reader.readAll()
      #expect(reader.ids == [999] && reader.total == 41)
    }
  }

  @Test(arguments: 0..<12) func `is at every version what a naive sort says`(seed: UInt64)
    async throws
  {
    var random = SeededRandom(seed: seed)
    var records = (1...60).map { Things.ranked(Int64($0), at: .random(in: 0..<90, using: &random)) }
    try await withLiveTable(records) { table in
      let requests = (0..<6).map { _ in Self.request(&random) }
      var readers = requests.map { LiveReader(table.subscribe($0)) }
      for step in 0..<25 {
        if step > 0 {
          records = Self.next(after: records, &random)
          try await table.change(to: records)
        }
        for (index, request) in requests.enumerated() {
          if random.next() % 4 == 0 { continue }  // a reader who comes later
          if random.next() % 9 == 0 { readers[index] = LiveReader(table.subscribe(request)) }
          try await readers[index].readAll()
          Self.expect(readers[index], of: request, in: records)
        }
      }
      let updates = table.liveReaders.updates
      #expect(updates > 40)
    }
  }

  private static func expect(_ reader: LiveReader, of request: LiveRequest, in records: [Record]) {
    let kind = request.query.filters.isEmpty ? nil : "a"
    let found = records.filter { kind == nil || $0.values[2] == .text(kind ?? "") }
    let terms = request.query.sort.isEmpty ? Things.dataset.list.sort : request.query.sort
    let sorted = found.sorted { Things.precedes($0, $1, terms) }
    #expect(reader.total == sorted.count)
    #expect(reader.rows == Array(sorted.dropFirst(reader.offset).prefix(request.query.limit)))
    if request.anchor == nil { #expect(reader.offset == request.query.offset) }
  }

  private static func request(_ random: inout SeededRandom) -> LiveRequest {
    let sorts = ["", "name", "-size", "kind,-size", "id"]
    let sort = sorts[Int.random(in: 0..<sorts.count, using: &random)]
    var query = TableQuery(
      sort: sort.split(separator: ",").map { SortTerm($0) },
      offset: .random(in: 0..<50, using: &random), limit: .random(in: 1..<15, using: &random))
    if random.next() % 3 == 0 {
      query.filters = [Filter(field: "kind", test: .equals(.text("a")))]
    }
    guard random.next() % 2 == 0 else { return LiveRequest(query: query) }
    let lead = Int.random(in: 0..<query.limit, using: &random)
    let id = RecordID.integer(.random(in: 1...60, using: &random))
    return LiveRequest(query: query, anchor: .init(id: id, lead: lead))
  }

  private static func next(after records: [Record], _ random: inout SeededRandom) -> [Record] {
    var next = records.filter { _ in random.next() % 12 != 0 }
    for index in next.indices where random.next() % 10 == 0 {
      let kind = random.next() % 2 == 0 ? "a" : "b"
      let place = Int.random(in: 0..<90, using: &random)
      next[index] = Things.ranked(Deals.key(next[index]), at: place, kind: kind)
    }
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let id = Int64.random(in: 1..<200, using: &random)
      guard !next.contains(where: { $0.id == .integer(id) }) else { continue }
      next.append(Things.ranked(id, at: .random(in: 0..<90, using: &random)))
    }
    return next
  }

  private static func held(_ id: Int64) -> LiveRequest {
    LiveRequest(query: TableQuery(limit: 5), anchor: .init(id: .integer(id), lead: 2))
  }

  private static func moved(_ id: Int64, to place: Int) -> [Record] {
    tens.filter { $0.id != .integer(id) } + [Things.ranked(id, at: place)]
  }
}
