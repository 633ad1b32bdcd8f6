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

  @Option(parsing: .unconditional, help: "A field to sort by, -FIELD for descending.")
  var sort: String?

  @Option(help: "The rank of the first row, from 0.")
  var offset: Int?

  @Option(help: "How many rows, 1 to 1000.")
  var limit: Int?

  @Option(help: "Words that every row must hold.")
  var q: String?

  @Option(help: "A saved view.")
  var view: String?

  @Option(
    name: .customLong("where"),
    help: "A filter: FIELD=, FIELD.min=, FIELD.max= or FIELD.known=; may be repeated.")
  var filters: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let table = try await Access(places).reader().found(dataset)
    let query = try query(table.dataset)
    if json {
      Output.bytes(try await table.json(query).bytes + [0x0A])
    } else {
      let window = try await table.window(query)
      RowsText(table.dataset, window).lines.forEach(Output.line)
    }
  }

  private func query(_ dataset: Dataset) throws -> TableQuery {
    var parameters: [(name: String, value: String)] = []
    let named = [
      ("sort", sort), ("offset", offset.map(String.init)), ("limit", limit.map(String.init)),
      ("q", q), ("view", view),
    ]
    for (name, value) in named { if let value { parameters.append((name, value)) } }
    for filter in filters {
      let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw ValidationError("--where \(filter): expected NAME=value.")
      }
      parameters.append((String(parts[0]), String(parts[1])))
    }
    do { return try TableQuery(parameters: parameters, dataset: dataset) } catch {
      throw ValidationError("\(error)")
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
