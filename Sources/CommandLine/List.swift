import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser

/// Lists rows of a dataset.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List rows of a dataset in any order.",
    discussion: "almanac list meteorites --sort -mass --where fall=Fell --where year.min=2011")

  @OptionGroup var places: Places

  @Argument(help: "The dataset.")
  var dataset: String

  @OptionGroup var options: QueryOptions

  @Option(help: "The rank of the first row, from 0.")
  var offset: Int?

  @Option(help: "How many rows, 1 to 1000.")
  var limit: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let table = try await Access(places).reader().found(dataset)
    let query = try options.query(
      table.dataset,
      [("offset", offset.map(String.init)), ("limit", limit.map(String.init))])
    if json {
      Output.bytes(try await table.json(query).bytes + [0x0A])
    } else {
      let window = try await table.window(query)
      RowsText(table.dataset, window).lines.forEach(Output.line)
    }
  }
}

/// Rows as lines of text below a heading.
struct RowsText {
  let lines: [String]

  init(_ dataset: Dataset, _ window: Window) {
    let names =
      dataset.list.columns.isEmpty
      ? [dataset.list.title] + dataset.list.subtitle : dataset.list.columns
    let indexes = names.compactMap(dataset.index(of:))
    let head = ["id"] + indexes.map { dataset.fields[$0].title.text(in: "en") }
    let rows = window.rows.map { record in
      [record.id.description]
        + indexes.map { PlainText.text(record.values[$0], dataset.fields[$0]) }
    }
    let numeric = indexes.enumerated().filter {
      [.number, .integer, .year].contains(dataset.fields[$0.element].type)
    }
    let table = TextTable(rows: [head] + rows, right: Set(numeric.map { $0.offset + 1 }))
    let end = window.offset + window.rows.count
    let range = window.rows.isEmpty ? "no rows" : "rows \(window.offset + 1) to \(end)"
    lines = table.lines + ["\(range) of \(window.total)"]
  }
}
