import AlmanacDecoding
@testable import AlmanacDeclarations
import Foundation
import Testing

@Suite(.enabled(if: SharedData.isThere, "the folder of shared data is not there"))
struct `The real data` {
  static let bands = Bands(
    of: "mass", steps: [.init(name: "big", atLeast: 10_000), .init(name: "small", atLeast: 1_000)],
    otherwise: "other")

  static func meteorites(_ kind: Source.Kind) -> Dataset {
    dataset(
      kind, field("name", .text), field("nametype", .text), field("recclass", .text),
      field("mass", .number, "mass", "mass (g)"), field("fall", .text), field("year", .year),
      place(
        "geolocation", "reclat", "reclong", from: "GeoLocation",
        unknown: [Point(latitude: 0, longitude: 0)]),
      Field(name: "size", type: .text, bands: bands), field("socrata", .point, "geolocation"))
  }

  @Test func `of the meteorites has the counts that are known`() throws {
    let (records, page) = try decode(try SharedData.bytes("meteorites.csv"), Self.meteorites(.csv))
    #expect(records.count == 45_716)
    #expect(page.setAside.isEmpty)
    #expect(page.drift.undeclared.isEmpty)
    #expect(page.drift.fields.allSatisfy { $0.illTyped == 0 })
    #expect(records.count { $0.values[3].isAbsent } == 131)
    #expect(records.count { $0.values[5].isAbsent } == 291)
    #expect(records.count { !$0.values[6].isAbsent } == 32_186)
    #expect(records.count { $0.values[4] == .text("Fell") } == 1_107)
    #expect(records.count { $0.values[7] == .text("big") } == 1_388)
    #expect(records.count { $0.values[7] == .text("small") } == 3_483)
    let recent = records.filter { record in
      guard case .integer(let year) = record.values[5] else { return false }
      return year >= 2011 && record.values[4] == .text("Fell")
    }
    #expect(recent.count == 7)
    #expect(recent.contains { $0.id == .integer(57_165) && $0.values[6] == at(54.81667, 61.11667) })
    #expect(records.allSatisfy { $0.extra == nil })
  }

  @Test func `of the old SODA endpoint is read like the file`() throws {
    let lines = try SharedData.bytes("meteorites-soda.ndjson").split(separator: UInt8(ascii: "\n"))
    let answer = Data("[".utf8) + Data(lines.joined(separator: Data(",".utf8))) + Data("]".utf8)
    let soda = try decode(answer, Self.meteorites(.soda)).records
    let file = try decode(try SharedData.bytes("meteorites.csv"), Self.meteorites(.csv)).records
    let byID = Dictionary(file.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(soda.count == 1_000)
    var otherYears: Set<String> = []
    for var record in soda {
      let same = byID[record.id]?.values ?? []
      if same[5] != record.values[5] { otherYears.insert(record.id.description) }
      record.values[5] = same[5]
      #expect(same[0..<8] == record.values[0..<8])
    }
    #expect(otherYears.count == 6, "years before 1582 that the two disagree about")
  }

  @Test func `of the countries survives every missing part`() throws {
    let countries = dataset(
      .json, integerKey: false, key: ["cca2"], field("name", .text, "name.common"),
      field("capital", .list),
      field("capital_location", .point, "capitalInfo.latlng"), field("population", .integer),
      field("area", .number), field("currencies", .currencies), field("continents", .list),
      field("subregion", .text), field("languages", .list, "languages.*"),
      field("map", .link, "maps.openStreetMaps"))
    let (records, page) = try decode(try SharedData.bytes("countries-v3.1.json"), countries)
    func without(_ index: Int) -> Set<String> {
      Set(records.filter { $0.values[index].isAbsent }.map(\.id.description))
    }
    #expect(records.count == 250)
    #expect(without(1) == ["AQ", "BV", "HM", "MO"])
    #expect(without(2) == ["AQ", "BV", "HM", "MO", "UM"])
    #expect(without(5) == ["AQ", "BV", "HM"])
    #expect(without(7) == ["AQ", "TF", "BV", "HM", "GS"])
    #expect(records.count { $0.values[3] == .integer(0) } == 5)
    #expect(page.drift.retypedFields.isEmpty)
    #expect(
      records.allSatisfy { record in
        guard case .text(let link) = record.values[9] else { return false }
        return link.hasPrefix("https://")
      })
    for record in records {
      let extra =
        try JSONSerialization.jsonObject(with: Data((record.extra ?? "").utf8)) as? [String: Any]
      #expect(extra?["cca3"] is String)
    }
  }

  @Test func `of the stations is complete`() throws {
    let stations = dataset(
      .csv, key: ["ibnr"], field("name", .text), place("location", "lat", "lon"))
    let (records, page) = try decode(try SharedData.bytes("stations-plrailmap.csv"), stations)
    #expect(records.count + page.setAside.reduce(0) { $0 + $1.count } == 2_486)
    #expect(records.allSatisfy { !$0.values[0].isAbsent && !$0.values[1].isAbsent })
  }
}
