import AlmanacDecoding
import Foundation
import Testing

@Suite struct `A packet simulator` {
  private static let moment = Date(timeIntervalSince1970: 1_795_269_768.123)
  private static let recipe = PacketSimulator.Recipe(
    records: 250, packetSize: 100, seed: 7,
    fields: [
      .init("modified", .now), .init("kind", .oneOf(["plain", "say \"hi\"\\\n"])),
      .init("price", .number(from: -2.5, to: 2.5, decimals: 3)),
      .init("count", .integer(from: -5, to: 5)),
    ])

  @Test func `gives new ids in order until all records exist, then revises`() {
    var simulator = PacketSimulator(Self.recipe)
    let ids = (0..<4).map { _ in simulator.next(at: Self.moment).records.map(\.id) }
    #expect(ids[0] == Array(1...100))
    #expect(ids[1] == Array(101...200))
    #expect(Array(ids[2].prefix(50)) == Array(201...250))
    #expect(ids[3].allSatisfy { (1...250).contains($0) })
  }

  @Test func `never names an id twice in one packet`() {
    var simulator = PacketSimulator(Self.recipe)
    for _ in 0..<50 {
      let ids = simulator.next(at: Self.moment).records.map(\.id)
      #expect(Set(ids).count == 100)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 40])
  func `resumes after any cursor as if it had never stopped`(cursor: Int) {
    var whole = PacketSimulator(Self.recipe)
    for _ in 0..<cursor { _ = whole.next(at: Self.moment) }
    var resumed = PacketSimulator(Self.recipe, resumingAfter: cursor)
    for _ in 0..<3 {
      let (expected, given) = (whole.next(at: Self.moment), resumed.next(at: Self.moment))
      #expect(given.cursor == expected.cursor)
      #expect(given.records == expected.records)
      #expect(given.json == expected.json)
    }
  }

  @Test func `gives other values for another seed`() {
    let deals = PacketSimulator.Recipe.deals
    var first = PacketSimulator(deals)
    var second = PacketSimulator(.init(seed: deals.seed + 1, fields: deals.fields))
    #expect(first.next(at: Self.moment).json != second.next(at: Self.moment).json)
  }

  @Test(arguments: [1, 3, 9])
  func `writes JSON that says the same as the records`(cursor: Int) throws {
    var simulator = PacketSimulator(Self.recipe, resumingAfter: cursor - 1)
    let packet = simulator.next(at: Self.moment)
    let parsed = try JSONSerialization.jsonObject(with: Data(packet.json))
    let rows = try #require(parsed as? [[String: Any]])
    #expect(rows.count == packet.count)
    for (row, record) in zip(rows, packet.records) {
      #expect(row["id"] as? Int == record.id)
      #expect(record.values[0] == .time(Self.moment))
      #expect(row["modified"] as? String == "2026-11-21T14:02:48.123Z")
      #expect(record.values[1] == (row["kind"] as? String).map(PacketSimulator.Value.text))
      #expect(record.values[2] == (row["price"] as? Double).map(PacketSimulator.Value.number))
      #expect(record.values[3] == (row["count"] as? Int).map(PacketSimulator.Value.integer))
    }
  }

  @Test func `stays inside the bounds of its fields`() {
    var simulator = PacketSimulator(Self.recipe)
    let values = (0..<20).flatMap { _ in simulator.next(at: Self.moment).records.map(\.values) }
    for row in values {
      guard case .number(let price) = row[2], case .integer(let count) = row[3] else {
        Issue.record("a value is of another kind")
        continue
      }
      #expect((-2.5...2.5).contains(price))
      #expect((-5...5).contains(count))
    }
  }

  @Test func `deals about a million records of fourteen instruments`() throws {
    #expect(PacketSimulator.Recipe.deals.records == 1_000_000)
    var simulator = PacketSimulator(.deals)
    let packet = simulator.next(at: Self.moment)
    let text = String(decoding: packet.json, as: UTF8.self)
    #expect(text.hasPrefix(#"[{"id":1,"modified":"2026-11-21T14:02:48.123Z","instrument":""#))
    let instruments = (0..<30).flatMap { _ in
      simulator.next(at: Self.moment).records.map { $0.values[1] }
    }
    #expect(Set(instruments).count == 14)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (951_782_400, "2000-02-29T00:00:00.000Z"), (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
    (.infinity, "1970-01-01T00:00:00.000Z"), (1e18, "9999-12-31T23:59:59.999Z"),
  ])
  func `writes times in UTC to the millisecond`(seconds: Double, expected: String) {
    var simulator = PacketSimulator(.init(records: 1, fields: [.init("at", .now)]))
    let packet = simulator.next(at: Date(timeIntervalSince1970: seconds))
    #expect(String(decoding: packet.json, as: UTF8.self) == #"[{"id":1,"at":"\#(expected)"}]"#)
  }

  @Test func `survives a recipe without sense`() {
    let recipe = PacketSimulator.Recipe(
      records: -4, packetSize: 0, firstID: .max - 10,
      fields: [
        .init("a", .oneOf([])), .init("b", .integer(from: .max, to: .min)),
        .init("c", .number(from: .nan, to: .infinity, decimals: 99)),
      ])
    var simulator = PacketSimulator(recipe, resumingAfter: -3)
    #expect(simulator.next(at: Self.moment).records.count == 1)
    #expect(!simulator.next(at: Self.moment).json.isEmpty)
  }
}
