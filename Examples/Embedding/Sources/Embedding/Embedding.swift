import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// A program of one's own around the engine: declares a dataset, syncs it, and reads its rows.
@main
enum Embedding {
  static func main() async throws {
    let folder = URL.temporaryDirectory.appending(path: "embedding-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // the system clears it otherwise
    let datasets = folder.appending(path: "datasets")
    try FileManager.default.createDirectory(at: datasets, withIntermediateDirectories: true)
    try peaks.write(to: datasets.appending(path: "peaks.csv"), atomically: true, encoding: .utf8)
    try declaration.write(
      to: datasets.appending(path: "peaks.yaml"), atomically: true, encoding: .utf8)
    try await show(folder, datasets)
  }

  static func show(_ folder: URL, _ datasets: URL) async throws {
    let library = try await Library(
      configuration: .init(
        dataDirectory: folder.appending(path: "data"), datasetDirectories: [datasets]))
    for problem in library.problems { print(problem) }
    guard let outcome = try await library.sync("peaks"), let table = library.table("peaks") else {
      throw CocoaError(.fileReadCorruptFile)
    }
    print("The sync ended so: \(outcome)")
    let window = try await table.window(
      TableQuery(sort: [SortTerm("-height")], offset: 0, limit: 3))
    print("The highest \(window.rows.count) of \(window.total):")
    for row in window.rows { print(row.id, row.values) }
    try await library.shutdown()
  }

  static let peaks = """
    name,height,country
    Rysy,2501,Poland
    Gerlachovský štít,2655,Slovakia
    Narodnaya,1895,Russia
    Ben Nevis,1345,United Kingdom
    """

  static let declaration = """
    id: peaks
    title: Peaks
    source: { kind: csv, url: peaks.csv }
    credit: { text: Everybody knows these, licence: CC0 }
    key: name
    fields:
      name: text
      height: { type: integer, unit: m }
      country: text
    list: { sort: [-height], title: name, subtitle: [country] }
    """
}
