import AlmanacEngine
import ArgumentParser
import Foundation

/// Measures the live table inside this process and prints `name value unit` lines.
@main
struct LiveBenchmark: AsyncParsableCommand {
  /// What is measured, in the order in which it is.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    /// New deals, and the memory they take.
    case ingest
    /// Deals that take the place of earlier ones.
    case revise
    /// Windows and ranks of what is there.
    case windows
    /// Many readers of live windows.
    case subscribers
    /// Orders built from what is on disk.
    case restart
  }

  @Option(help: "What to measure; may be given several times, all by default.")
  var part: [Part] = []
  @Option(help: "How many deals.")
  var records = 1_000_000
  @Flag(help: "Make new deals while they are taken in, and print the memory instead of the speed.")
  var sparing = false
  @Option(help: "How many readers of live windows.")
  var subscribers = 1000
  @Option(help: "A folder for the deals, which may hold them already; a temporary one by default.")
  var folder: String?
  @Option(help: "The folder of dataset files.")
  var datasets = "Datasets"

  @concurrent
  func run() async throws {
    let manager = FileManager.default
    let data = folder.map { URL(filePath: $0) } ?? temporary
    defer { if folder == nil { do { try manager.removeItem(at: data) } catch { print(error) } } }
    let parts = part.isEmpty ? Part.allCases : part
    if parts.contains(where: { $0 != .restart }) {
      try await open(data) { try await fill($0, $1, parts) }
    }
    if parts.contains(.restart) { try await open(data) { try await Restart(table: $1).run() } }
  }

  private var temporary: URL {
    FileManager.default.temporaryDirectory.appending(path: "almanac-bench-\(getpid())")
  }

  private func fill(_ library: Library, _ table: LiveTable, _ parts: [Part]) async throws {
    var ingest = Ingest(library, table, isSparing: sparing)
    if try table.count() == 0 { try await ingest.run(records) }
    if parts.contains(.revise) { try await ingest.revise(packets: 3000) }
    if parts.contains(.windows) {
      var windows = Windows(table)
      try await windows.run()
    }
    if parts.contains(.subscribers) {
      var readers = Subscribers(table, readers: subscribers)
      try await readers.run()
    }
  }

  private func open(
    _ data: URL, _ body: (Library, LiveTable) async throws -> Void
  ) async throws {
    var configuration = Library.Configuration(
      dataDirectory: data, datasetDirectories: [URL(filePath: datasets), try fed(data)])
    configuration.only = ["deals"]
    let library = try await Library(configuration: configuration)
    guard let table = library.table("deals") else {
      throw ValidationError("there are no deals in \(datasets): \(library.problems)")
    }
    try await body(library, table)
    try await library.shutdown()
  }

  /// A folder that declares the deals as fed by this program.
  private func fed(_ data: URL) throws -> URL {
    let folder = data.appending(path: "datasets")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let declaration = "id: deals\nextends: deals\nsource: { kind: stream, revision: modified }\n"
    try Data(declaration.utf8).write(to: folder.appending(path: "deals.yaml"))
    return folder
  }
}
