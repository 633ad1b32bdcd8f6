import AlmanacDeclarations
import AlmanacEngine
import AlmanacWebsite
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows rows of a dataset while they change.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Watch rows of a dataset while they change."),
    discussion: said(
      """
      On a terminal, a live table: arrows, pages, Home and End move, : goes to a row, s sorts by \
      the next column, r reverses, p pauses, q quits. In a pipe, or with --json, a line of JSON \
      for each update: almanac watch deals --sort -price --where side=buy --json
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @OptionGroup var options: QueryOptions

  @Option(help: .said("The rank of the first row, from 0."))
  var offset: Int?

  @Option(
    help: .said("How many rows, 1 to 1000; on a terminal at most, since as many are shown as fit."))
  var limit: Int?

  @Flag(help: .said("Print a line of JSON for each update."))
  var json = false

  @Option(help: .said("End after so many lines of JSON."))
  var updates: Int?

  func run() async throws {
    let isDrawn = !json && TerminalDevice.canDraw
    if let updates, updates < 1 { throw misuse("--updates: expected 1 or more.") }
    if updates != nil, isDrawn { throw misuse("--updates counts lines: give --json too.") }
    let access = try Access(places)
    let (dataset, query) = try await question(access)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
    let feed = LiveFeed(client: OwnerClient(ofOwnerOf: access.settings.dataDirectory(places.data)))
    let watching: any Service =
      isDrawn
      ? WatchScreen(
        dataset: dataset, query: query, most: limit ?? TableQuery.largestLimit, feed: feed)
      : WatchLines(request: lines(dataset, query), most: updates, feed: feed)
    try await run(watching, access)
  }

  /// What is asked, which is checked before anything is shown.
  private func question(_ access: Access) async throws -> (Dataset, TableQuery) {
    let library = try await access.reader()
    let table = try library.found(dataset)
    let query = try options.query(
      table.dataset,
      [("offset", offset.map(String.init)), ("limit", limit.map(String.init))])
    try await library.shutdown()
    return (table.dataset, query)
  }

  private func lines(_ dataset: Dataset, _ query: TableQuery) -> WatchRequest {
    WatchRequest(
      number: 1, dataset: dataset.id, query: query, place: .rank(query.offset), limit: query.limit)
  }

  /// Watches what the folder's owner keeps; where it has none, this process becomes its owner.
  private func run(_ watching: any Service, _ access: Access) async throws {
    let library = try await ownLibrary(access)
    let plain = Logger(label: "almanac")
    let logger = library?.masking(plain) ?? plain
    var services: [any Service] = []
    if let library {
      let folder = access.settings.dataDirectory(places.data)
      services.append(library)
      services.append(
        try OwnerApplication.application(
          library: library, path: OwnerSocket.path(for: folder),
          share: try ShareFolder.find(access.settings).web, logger: logger))
      library.opened(dataset)
    }
    let kept = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
    let watched = ServiceGroupConfiguration.ServiceConfiguration(
      service: watching, successTerminationBehavior: .gracefullyShutdownGroup)
    try await Ending(signals: [.sigterm, .sigint, .sighup, .sigquit], logger: logger).run(
      kept + [watched])
    try await library?.shutdown()
  }

  /// The library with this dataset alone; nothing where another process owns the folder.
  private func ownLibrary(_ access: Access) async throws -> Library? {
    do { return try await access.owner(of: dataset) } catch let error as LibraryError {
      let folder = access.settings.dataDirectory(places.data)
      guard case .owned = error, OwnerClient(folder: folder) != nil else { throw error }
      return nil
    }
  }
}
