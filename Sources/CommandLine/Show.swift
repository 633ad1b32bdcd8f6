import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser

/// Shows one record.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show one record.")

  @OptionGroup var places: Places

  @Argument(help: "The dataset.")
  var dataset: String

  @Argument(help: "The record's key.")
  var id: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let table = try await Access(places).reader().found(dataset)
    guard let id = table.id(from: id), let record = try await table.record(id) else {
      throw Failure("There is no record \"\(id)\" in \(dataset).")
    }
    if json, let bytes = try await table.recordJSON(id) { return Output.bytes(bytes + [0x0A]) }
    let rows = zip(table.dataset.fields, record.values).filter { !$1.isAbsent }.map {
      [$0.title.text(in: "en"), PlainText.text($1, $0)]
    }
    TextTable(rows: rows).lines.forEach(Output.line)
    let credit = table.currentCredit
    Output.line("\(credit.text), \(credit.licence)")
  }
}

/// A failure that is told in one sentence; exit code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
