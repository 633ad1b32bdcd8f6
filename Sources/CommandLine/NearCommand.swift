import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Lists the records nearest to a place or to a record.
struct NearCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near",
    abstract: said("List the records nearest to a place or to a record."),
    discussion: """
      almanac near stations --lat 50.06 --lon 19.94 --limit 5
      almanac near stations --id "Kraków Główny" --radius 50000
      """)

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Option(parsing: .unconditional, help: .said("The latitude in degrees, north positive."))
  var lat: String?

  @Option(parsing: .unconditional, help: .said("The longitude in degrees, east positive."))
  var lon: String?

  @Option(help: .said("The key or the name of a record, in the stead of a place."))
  var id: String?

  @Option(parsing: .unconditional, help: .said("How far at most, in metres."))
  var radius: String?

  @Option(help: .said("How many records, 1 to 1000."))
  var limit: String?

  @OptionGroup var units: UnitOptions

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let parameters = try asked()
    let table = try await Access(places).reader().measured(dataset)
    let end = try await end(parameters, table)
    guard let place = parameters.place ?? end?.place.flatMap(Self.coordinate) else {
      throw Failure("No place is known of: \(end?.record.id.description ?? "").")
    }
    let query = NearQuery(
      place: place, radius: parameters.radius, limit: parameters.limit, without: end?.record.id)
    let near = try await table.near(query)
    if json {
      let writer = NearJSON(dataset: table.dataset, credit: table.currentCredit)
      Output.bytes(writer.bytes(near, query, from: end) + [0x0A])
    } else {
      show(near, table)
    }
  }

  private func asked() throws -> NearParameters {
    let all = [("lat", lat), ("lon", lon), ("id", id), ("radius", radius), ("limit", limit)]
    do {
      let parameters = try NearParameters(all.map { (name: $0, value: $1 ?? "") })
      guard parameters.place != nil || parameters.id != nil else {
        throw misuse("Expected a place (--lat and --lon) or a record (--id).")
      }
      return parameters
    } catch let problem as QueryProblem {
      throw misuse("--\(problem.parameter): \(problem.message)")
    }
  }

  private func end(_ parameters: NearParameters, _ table: LiveTable) async throws -> DistanceEnd? {
    guard let name = parameters.id else { return nil }
    return try await table.distanceEnd(table.meant(by: name))
  }

  private static func coordinate(_ point: Point) -> Coordinate? {
    Coordinate(latitude: point.latitude, longitude: point.longitude)
  }

  private func show(_ near: Near, _ table: LiveTable) {
    let text = RecordText(dataset: table.dataset)
    let rows = near.rows.map { row in
      [
        units.unit.text(row.distance), row.bearing.map { String(format: "%.0f°", $0) } ?? "",
        row.record.id.description, text.name(row.record), text.about(row.record),
      ]
    }
    TextTable(rows: rows, right: [0, 1]).lines.forEach(Output.line)
    Output.line(said("\(near.rows.count) of \(near.total)"))
    Output.line(table.currentCredit.told)
  }
}
