import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Checks upstreams.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Check upstreams whose check is due."),
    discussion: said(
      """
      While `almanac serve` owns the data folder, it is asked to do the work. Exit code 3 says that \
      the brake holds an answer; --accept applies it. With --strict, exit code 4 says that all is \
      done, but the source changed its fields or records were set aside.
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The datasets; all when none is named."))
  var names: [String] = []

  @Flag(help: .said("Ask now, though no check is due; never before the server's Retry-After."))
  var now = false

  @Flag(help: .said("Apply an answer although the copy shrinks below its floor."))
  var accept = false

  @Flag(help: .said("End with 4 when the source changed its fields or records were set aside."))
  var strict = false

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let access = try Access(places)
    let (library, owner) = try await open(access)
    for name in names { _ = try library.found(name) }
    var reports: [SyncReport] = []
    for dataset in library.datasets where names.isEmpty || names.contains(dataset.id) {
      Output.progress(said("\(dataset.id): asking …"))
      let report = try await report(dataset.id, library, owner)
      reports.append(report)
      if !json { show(report) }
    }
    try await library.shutdown()
    if json { try Output.json(reports) }
    if library.hasClosedStores, names.isEmpty { library.problems.forEach { Output.warn($0.told) } }
    try end(reports, isWhole: !library.hasClosedStores || !names.isEmpty)
  }

  /// The library as its owner, or read-only with the socket of the process that owns it.
  private func open(_ access: Access) async throws -> (Library, OwnerClient?) {
    do { return (try await access.owner(), nil) } catch let error as LibraryError {
      let folder = access.settings.dataDirectory(places.data)
      guard case .owned = error, let client = OwnerClient(folder: folder) else { throw error }
      return (try await access.reader(), client)
    }
  }

  private func report(
    _ id: String, _ library: Library, _ owner: OwnerClient?
  ) async throws -> SyncReport {
    let request: SyncRequest = accept ? .accept : now ? .retry : .due
    if let owner { return try owner.sync(id, request) }
    guard let outcome = try await library.sync(id, request) else {
      throw Failure("There is no dataset \"\(id)\".")
    }
    return SyncReport(id, outcome, status: try await library.status(of: id))
  }

  private func show(_ report: SyncReport) {
    Output.line("\(report.dataset): \(retold(report.message))")
    for note in report.drift ?? [] {
      let since = note.since.formatted(.iso8601)
      Output.line("  " + said("\(said(note.drift.message)) (since \(since))"))
    }
  }

  /// Ends with the contract's code of the worst that happened.
  private func end(_ reports: [SyncReport], isWhole: Bool) throws {
    if reports.contains(where: { $0.outcome == "held" }) { throw ExitCode(3) }
    if !isWhole || reports.contains(where: { ["failed", "postponed"].contains($0.outcome) }) {
      throw ExitCode(1)
    }
    if strict, reports.contains(where: { !$0.isSound }) { throw ExitCode(4) }
  }
}
