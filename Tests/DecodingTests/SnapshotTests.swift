import AlmanacDecoding
import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `A snapshot` {
  /// The datasets that ship with the program.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Datasets")

  @Test func `is read by the names of the fields, whatever the source sends`() throws {
    let meteorites = dataset(
      .csv, key: ["meteorite id"], field("mass", .number, "mass (g)"),
      place("location", "reclat", "reclong"))
    let snapshot = """
      {"dataset":"meteorites","rows":[{"id":"1","mass":21,"location":{"latitude":50.775,"longitude":6.08333}}]}
      """
    var records: [Record] = []
    let decoder = RecordDecoder(snapshotOf: meteorites)
    try decoder.decode(snapshot.utf8) { records.append($0) }
    #expect(records == [Record(id: .integer(1), values: [.number(21), at(50.775, 6.08333)])])
  }

  @Test(arguments: ["meteorites", "stations", "countries"])
  func `of each shipped dataset fits its declaration`(_ name: String) throws {
    let folder = Self.folder.appending(path: name)
    let dataset = try DatasetFolder.read(folder.appending(path: "dataset.yaml"))
    let file = try #require(dataset.snapshot?.file)
    let answer = try Data(contentsOf: URL(filePath: file))
    let page = try RecordDecoder(snapshotOf: dataset).decode(answer) { _ in }
    #expect(page.records > 0)
    #expect(page.setAside.isEmpty)
    #expect(page.drift.fields.allSatisfy { $0.illTyped == 0 })
  }
}

@Suite struct `A simulated packet` {
  @Test func `is read by the declaration of the deals`() throws {
    let file = `A snapshot`.folder.appending(path: "deals/dataset.yaml")
    let decoder = RecordDecoder(dataset: try DatasetFolder.read(file))
    var simulator = PacketSimulator(.deals)
    let packet = simulator.next(at: Date(timeIntervalSince1970: 1_795_232_280))
    var records: [Record] = []
    let page = try decoder.decodePacket(packet.json) { records.append($0) }
    #expect(records.count == packet.count)
    #expect(records[0].values.contains(.integer(1_795_232_280_000)))
    #expect(records.allSatisfy { $0.extra == nil && !$0.values.contains(.absent) })
    #expect(page.setAside.isEmpty)
  }
}
