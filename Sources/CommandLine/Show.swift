import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Shows one record.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: said("Show one record."))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Argument(help: .said("The record's key."))
  var id: String

  @OptionGroup var measures: MeasureOptions

  @Flag(help: .said("Print JSON."))
  var json = false

  func validate() throws { try measures.forbid(json: json) }

  func run() async throws {
    let table = try await Access(places).reader().found(dataset)
    guard let id = table.id(from: id) else { throw unknown }
    guard let record = try await table.record(id) else {
      guard let gone = try table.gone(id) else { throw unknown }
      return try show(gone, table)
    }
    if json, let bytes = try await table.recordJSON(id) { return Output.bytes(bytes + [0x0A]) }
    show(record, table)
  }

  private var unknown: Failure { Failure("There is no record \"\(id)\" in \(dataset).") }

  private func show(_ record: Record, _ table: LiveTable) {
    let rows = zip(table.dataset.fields, record.values).filter { !$1.isAbsent }.map {
      [$0.title.text(in: Speech.language), PlainText.text($1, $0, in: measures.units)]
    }
    TextTable(rows: rows).lines.forEach(Output.line)
    Output.line(table.currentCredit.told)
  }

  /// Shows what is last known of a record that is gone; exit code 1.
  private func show(_ gone: GoneRecord, _ table: LiveTable) throws {
    let since = gone.since.formatted(.iso8601)
    if json {
      Output.bytes(Array("{\"deleted\":\"\(since)\",\"last_known\":".utf8) + gone.json)
      Output.line("}")
    } else {
      show(gone.record, table)
    }
    throw Failure(
      "The record \"\(id)\" is gone from \(dataset) since \(since); these are its last values.")
  }
}
