import AlmanacDeclarations
import AlmanacEngine
import AlmanacWebsite
import ArgumentParser

/// Lists the records that could not be kept.
struct Aside: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("List the records that could not be kept, as the source sent them."))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let library = try await Access(places).reader()
    let table = try library.found(dataset)
    guard table.keepsChanges else {
      throw Failure(
        "\(dataset) is a stream: the server that runs lists them at \("/\(dataset)/aside").")
    }
    let rows = try await library.aside(of: dataset) ?? []
    guard let status = try await library.status(of: dataset) else { return }
    if json {
      return try Output.json(AsideBody(status, rows: rows, credit: table.currentCredit))
    }
    TextTable(rows: rows.map(Self.cells)).lines.forEach(Output.line)
    let count = max(status.setAsideCount, rows.count)
    Output.progress(said("\(rows.count) listed of \(count) set aside"))
  }

  private static func cells(_ row: AsideRecord) -> [String] {
    let raw = row.raw.split(whereSeparator: \.isNewline).joined(separator: " ")
    return [
      "\(row.page):\(row.position)", retold(row.reason), row.key ?? "—", String(raw.prefix(160)),
    ]
  }
}
