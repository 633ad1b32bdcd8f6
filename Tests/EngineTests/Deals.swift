import AlmanacCore
import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage
import Foundation

@testable import AlmanacEngine

/// A stream of deals, declared, and what it must come to.
struct Deals: Sendable {
  /// How many records there are before they are revised.
  var records: Int
  /// How many are in a packet.
  var packet: Int

  var recipe: PacketSimulator.Recipe {
    PacketSimulator.Recipe(
      records: records, packetSize: packet, seed: 7,
      fields: [
        .init("modified", .now), .init("instrument", .oneOf(["EUR/USD", "eur-usd", "USD/JPY"])),
        .init("price", .number(from: 60, to: 61, decimals: 1)),
        .init("side", .oneOf(["buy", "sell"])),
      ])
  }

  /// The dataset over a server, or over the built-in simulator.
  func declared(url: String? = nil) -> String {
    let fields =
      "{ modified: now, instrument: { one_of: [EUR/USD, eur-usd, USD/JPY] }, "
      + "price: { from: 60, to: 61, decimals: 1 }, side: { one_of: [buy, sell] } }"
    let simulated =
      "{ records: \(records), packet: \(packet), pause: 0.001, seed: 7, fields: \(fields) }"
    return """
      id: deals
      title: Deals
      source:
        kind: stream
        \(url.map { "url: \($0)" } ?? "simulate: \(simulated)")
      credit: { text: Synthetic, licence: CC0 }
      key: { from: id, type: integer }
      fields:
        modified: { type: timestamp }
        instrument: { type: text }
        price: { type: number }
        side: { type: text }
      search: []
      list: { sort: [-modified], title: instrument }
      """
  }

  /// The records after so many packets, each made at the same moment.
  func expected(after packets: Int, at moment: Date, _ dataset: Dataset) throws -> [Record] {
    var simulator = PacketSimulator(recipe)
    var records: [RecordID: Record] = [:]
    let decoder = RecordDecoder(dataset: dataset)
    for _ in 0..<packets {
      try decoder.decodePacket(simulator.next(at: moment).json) { records[$0.id] = $0 }
    }
    return records.values.sorted { Self.key($0) < Self.key($1) }
  }

  static func key(_ record: Record) -> Int64 {
    if case .integer(let number) = record.id { number } else { 0 }
  }

  /// Records in an order, by the plainest rules there are.
  static func sorted(_ records: [Record], by term: SortTerm, _ dataset: Dataset) -> [Record] {
    guard let field = dataset.index(of: term.field) else { return records }
    return records.sorted { left, right in
      let (a, b) = (sortKey(left.values[field]), sortKey(right.values[field]))
      if a == b { return key(left) < key(right) }
      return term.descending ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
    }
  }

  private static func sortKey(_ value: Value) -> [UInt8] {
    switch value {
    case .integer(let number): withUnsafeBytes(of: number.bigEndian, Array.init)
    case .number(let number): withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init)
    case .text(let text): Collation.root.sortKey(Array(text.utf8))
    default: []
    }
  }
}

extension LiveTable {
  /// The last packet that was committed.
  func lastPacket() throws -> Int { Int(try store.state().cursor ?? "") ?? 0 }
}
