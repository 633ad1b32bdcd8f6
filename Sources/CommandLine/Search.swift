import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser

/// Searches all datasets.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search names in all datasets, blind to case and diacritics.")

  @OptionGroup var places: Places

  @Argument(help: "The words.")
  var words: String

  @Option(name: .customLong("in"), help: "Search this dataset only.")
  var dataset: String?

  @Option(help: "How many rows of each dataset, 1 to 1000.")
  var limit = 10

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    guard (1...TableQuery.largestLimit).contains(limit) else {
      throw ValidationError("--limit: expected 1 to 1000, found \(limit).")
    }
    let library = try await Access(places).reader()
    let wanted = try dataset.map { [try library.found($0).dataset] } ?? library.datasets
    var bodies: [[UInt8]] = []
    for dataset in wanted where !dataset.search.isEmpty {
      let table = try library.found(dataset.id)
      let query = TableQuery(search: words, limit: limit)
      if json {
        bodies.append(try await table.json(query).bytes)
      } else {
        let window = try await table.window(query)
        if window.total == 0 { continue }
        Output.line(dataset.title.text(in: "en"))
        RowsText(dataset, window).lines.forEach(Output.line)
      }
    }
    if json { Output.bytes([0x5B] + bodies.joined(separator: [0x2C]) + [0x5D, 0x0A]) }
  }
}
