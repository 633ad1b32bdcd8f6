import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Writes a dataset, or what a query finds in it, to a file or to the standard output.
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Write a dataset to a file or to the standard output."),
    discussion: said(
      """
      almanac export meteorites --where fall=Fell --output fell.csv
      almanac export stations --format geojson > stations.geojson

      Rows come in the order of their keys unless --sort says otherwise. A CSV or NDJSON file
      has its credit and licence beside it, in FILE-metadata.json; the others hold them.
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Option(
    help:
      .said(
        "csv, json, ndjson, geojson or sqlite; that of the file's name where it has one, else csv.")
  )
  var format: FormatName?

  @Option(
    name: [.short, .long],
    help: .said("The file to write; the standard output without.", valueName: "file"))
  var output: String?

  @Flag(help: .said("Overwrite the file if there is one."))
  var force = false

  @OptionGroup var options: QueryOptions

  func run() async throws {
    let table = try await Access(places).reader().found(dataset)
    let format = try format(for: table.dataset)
    let query = try options.query(table.dataset)
    let export = try await table.export(query, as: format, at: Date())
    if let output {
      let count = try await ExportFile(path: output, mayReplace: force).write(export)
      Output.progress(
        said("\(output): \(count) rows of \(table.dataset.title.text(in: Speech.language))"))
    } else {
      try await StandardOutput.write(export)
    }
  }

  /// The format that is asked for, by name or by the file's.
  private func format(for dataset: Dataset) throws -> ExportFormat {
    let suffix = output.map { URL(filePath: $0).pathExtension } ?? ""
    let named = ExportFormat(rawValue: suffix)
    if format == nil, named == nil, !suffix.isEmpty {
      throw misuse("Name the format of a .\(suffix) file with --format.")
    }
    let format = format?.format ?? named ?? .csv
    guard format.suits(dataset) else {
      throw misuse(
        "\(dataset.id) has no places, so it cannot be GeoJSON. Formats: csv, json, ndjson, sqlite.")
    }
    if format == .sqlite, output == nil {
      throw misuse("An SQLite export is a file: name it with --output.")
    }
    return format
  }
}

/// A format by its name on the command line.
struct FormatName: ExpressibleByArgument {
  let format: ExportFormat

  init?(argument: String) {
    guard let format = ExportFormat(rawValue: argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { ExportFormat.allCases.map(\.rawValue) }
}
