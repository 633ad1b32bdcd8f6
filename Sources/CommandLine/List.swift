import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lists rows of a dataset.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("List rows of a dataset in any order."),
    discussion: "almanac list meteorites --sort -mass --where fall=Fell --where year.min=2011")

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @OptionGroup var options: QueryOptions

  @Option(help: .said("The rank of the first row, from 0."))
  var offset: Int?

  @Option(help: .said("How many rows, 1 to 1000."))
  var limit: Int?

  @OptionGroup var measures: MeasureOptions

  @Flag(help: .said("Print JSON."))
  var json = false

  func validate() throws { try measures.forbid(json: json) }

  func run() async throws {
    let access = try Access(places)
    let table = try await access.reader().found(dataset)
    let query = try options.query(
      table.dataset,
      [("offset", offset.map(String.init)), ("limit", limit.map(String.init))])
    let known = try await ownersWindow(query, access)
    if json {
      let bytes =
        if let known { Self.credited(known, table) } else { try await table.json(query).bytes }
      Output.bytes(bytes + [0x0A])
    } else {
      let told = try known.flatMap { try LiveMessage(kind: "window", data: $0) }
      let window =
        if case .window(let rows) = told { rows.window(of: table.dataset) } else {
          try await table.window(query)
        }
      RowsText(table.dataset, window, in: measures.units).lines.forEach(Output.line)
    }
  }

  /// The window as the folder's owner has it in memory.
  ///
  /// Nothing where no owner answers, or where the question is a search, which the owner knows no faster.
  private func ownersWindow(
    _ query: TableQuery, _ access: Access
  ) async throws -> [UInt8]? {
    let folder = access.settings.dataDirectory(places.data)
    guard let client = OwnerClient(folder: folder), query.search == nil else { return nil }
    signal(SIGPIPE, SIG_IGN)
    var request = WatchRequest(
      number: 1, dataset: dataset, query: query, place: .rank(query.offset), limit: query.limit)
    request.isOnce = true
    return try await client.window(request)
  }

  /// An owner's window with whom to thank.
  private static func credited(_ window: [UInt8], _ table: LiveTable) -> [UInt8] {
    var bytes = window.dropLast()
    bytes += Array(",\"credit\":".utf8)
    var credit: [UInt8] = []
    CreditJSON.append(table.currentCredit, to: &credit)
    return bytes + credit + [UInt8(ascii: "}")]
  }
}

/// Rows as lines of text below a heading.
struct RowsText {
  let lines: [String]

  init(_ dataset: Dataset, _ window: Window, in units: UnitSystem? = nil) {
    let names =
      dataset.list.columns.isEmpty
      ? [dataset.list.title] + dataset.list.subtitle : dataset.tableColumns
    let indexes = names.compactMap(dataset.index(of:))
    let head = ["id"] + indexes.map { dataset.fields[$0].title.text(in: Speech.language) }
    let rows = window.rows.map { record in
      [record.id.description]
        + indexes.map { PlainText.text(record.values[$0], dataset.fields[$0], in: units) }
    }
    let numeric = indexes.enumerated().filter {
      [.number, .integer, .year].contains(dataset.fields[$0.element].type)
    }
    let table = TextTable(rows: [head] + rows, right: Set(numeric.map { $0.offset + 1 }))
    let end = window.offset + window.rows.count
    let range: Message =
      window.rows.isEmpty
      ? "no rows of \(window.total)" : "rows \(window.offset + 1) to \(end) of \(window.total)"
    lines = table.lines + [said(range)]
  }
}
