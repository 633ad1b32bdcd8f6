import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// The real upstreams' own answers, served over loopback with validators.
@Suite(.serialized) struct `Real data` {
  static func needs(_ name: String) -> ConditionTrait {
    .enabled("\(name) is not beside the repository") { Repository.hasShared(name) }
  }

  @Test(needs("meteorites.csv"))
  func `of NASA's meteorites gives every number that is known of it`() async throws {
    try await withShared(
      """
      id: meteorites
      extends: meteorites
      source: { kind: csv, url: BASE/files/meteorites.csv }
      """
    ) { library, upstream, trial in
      let outcome = try await library.sync("meteorites")
      #expect(outcome?.words == "+45716 ~0 -0")
      let table = try library.existing("meteorites")
      let expected: [(String, Int)] = [
        ("fall=Fell", 1107), ("fall=Found", 44_609), ("nametype=Relict", 75),
        ("geolocation.known=true", 32_186), ("mass.known=false", 131), ("year.known=false", 291),
        ("reclat.known=false", 7315), ("size=big", 1388), ("size=small", 3483),
        ("view=fell_since_2011", 7), ("year=860", 1), ("year=2101", 1), ("mass=0", 19),
      ]
      for (question, count) in expected {
        let found = try await table.window(query(question, table))
        #expect(found.total == count, "\(question)")
      }
      #expect(try table.store.setAside().isEmpty)
      let chelyabinsk = try #require(try await table.record(.integer(57165)))
      let place = try #require(Point(latitude: 54.81667, longitude: 61.11667))
      let index = try #require(table.dataset.index(of: "geolocation"))
      #expect(chelyabinsk.values[index] == .point(place))
      let falls = try await table.window(query("view=fell_since_2011&sort=id", table)).rows
      #expect(
        falls.map(\.id.description)
          == ["53829", "54493", "54823", "55529", "56133", "57165", "57167"])
      try await staysPolite("meteorites", library, upstream, trial, resources: 1)
    }
  }

  @Test(needs("countries-v3.1.json"))
  func `of restcountries gives 250 countries in sections`() async throws {
    try await withShared(
      """
      id: countries
      extends: countries
      source: { kind: json, url: BASE/files/countries-v3.1.json }
      """
    ) { library, upstream, trial in
      let outcome = try await library.sync("countries")
      #expect(outcome?.words == "+250 ~0 -0")
      let table = try library.existing("countries")
      let sections = try await table.sections().sections
      #expect(
        Dictionary(uniqueKeysWithValues: sections.map { ($0.name, $0.count) }) == [
          "Africa": 58, "Europe": 55, "Asia": 50, "North America": 41, "Oceania": 27,
          "South America": 14, "Antarctica": 5,
        ])
      for section in sections {
        let first = try await table.window(TableQuery(offset: section.offset, limit: 1))
        let index = try #require(table.dataset.index(of: "continents"))
        guard case .list(let names)? = first.rows.first?.values[index] else {
          Issue.record("\(section) begins with no country")
          continue
        }
        #expect(names.first == section.name)
      }
      let antarctica = try #require(try await table.record(.text("AQ")))
      let capital = try #require(table.dataset.index(of: "capitals"))
      #expect(antarctica.values[capital] == .absent)
      try await staysPolite("countries", library, upstream, trial, resources: 1)
    }
  }

  @Test(needs("stations-plrailmap.csv"))
  func `of Polish stations gives 2486 with places`() async throws {
    try await withShared(
      """
      id: stations
      extends: stations
      source: { kind: csv, url: BASE/files/stations-plrailmap.csv }
      key: { from: ref_plk, type: integer }
      fields:
        name: { type: text }
        hits: { type: integer }
        city: { type: text }
        country: { type: text }
        location: { type: point, latitude: lat, longitude: lon, unknown: [0, 0] }
        keywords: { type: list, from: name_pl }
      page: { facts: [location] }
      """
    ) { library, upstream, trial in
      let outcome = try await library.sync("stations")
      #expect(outcome?.words == "+2486 ~0 -0")
      let table = try library.existing("stations")
      let placed = try await table.window(query("location.known=true", table))
      #expect(placed.total == 2486)
      let found = try await table.window(query("q=augustow", table)).rows
      #expect(found.first?.values.first == .text("Augustów"))
      try await staysPolite("stations", library, upstream, trial, resources: 1)
    }
  }

  @Test(needs("meteorites-soda.ndjson"))
  func `of a portal comes inside the declared query alone`() async throws {
    try await withShared(
      """
      id: meteorites
      extends: meteorites
      source:
        kind: soda
        url: BASE/resource/real-rows.json
        where: "year >= '1950-01-01T00:00:00.000' and fall = 'Fell'"
      """
    ) { library, upstream, trial in
      let lines = try String(
        contentsOf: Repository.shared.appending(path: "meteorites-soda.ndjson"), encoding: .utf8)
      let rows = try lines.split(separator: "\n").map {
        try JSONDecoder().decode(Sandbox.Table.Values.self, from: Data($0.utf8))
      }
      let expected = rows.filter {
        $0["fall"]?.text == "Fell" && ($0["year"]?.text ?? "") >= "1950-01-01T00:00:00.000"
      }
      #expect(expected.count > 100)
      let outcome = try await library.sync("meteorites")
      #expect(outcome?.words == "+\(expected.count) ~0 -0")
      let table = try library.existing("meteorites")
      let ids = Set(expected.compactMap { $0["id"]?.text })
      #expect(Set(try Copy(library, "meteorites").records.map(\.id.description)) == ids)
      let placed = try await table.window(query("geolocation.known=true", table))
      #expect(placed.total > 100)
      try await staysPolite("meteorites", library, upstream, trial, resources: 1)
    }
  }

  /// A second sync within a day asks nobody; after a day one conditional request per resource
  /// finds nothing new, and nothing is written.
  private func staysPolite(
    _ id: String, _ library: Library, _ upstream: Upstream, _ trial: Trial, resources: Int
  ) async throws {
    let before = try Copy(library, id)
    _ = await upstream.takeRequests()
    trial.clock.advance(hours: 23.9)
    let early = try await library.sync(id)
    #expect(early?.words == "not due")
    #expect(await upstream.takePaths() == [])
    trial.clock.advance(hours: 0.2)
    let late = try await library.sync(id)
    #expect(late == .unchanged)
    let requests = await upstream.takeRequests()
    #expect(requests.map(\.isConditional) == Array(repeating: true, count: resources))
    #expect(try Copy(library, id) == before)
    let status = try await library.status(of: id)
    #expect(status?.lastSuccess == trial.clock.now)
  }

  private func query(_ text: String, _ table: LiveTable) throws -> TableQuery {
    let parameters = text.split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      return (name: pair[0], value: pair[1])
    }
    return try TableQuery(parameters: parameters, dataset: table.dataset)
  }

  private func withShared(
    _ yaml: String, _ body: @Sendable @escaping (Library, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withTrial(hasBuiltIns: true) { trial in
      try await withUpstream { options in
        options.files = Repository.shared
        let rows = Repository.shared.appending(path: "meteorites-soda.ndjson")
        if yaml.contains("/resource/") { options.rows = ["real-rows": rows] }
      } _: { upstream in
        try trial.declare(yaml.replacing("BASE", with: upstream.base))
        try await trial.withLibrary { library in
          #expect(library.problems.isEmpty)
          try await body(library, upstream, trial)
        }
      }
    }
  }
}
