import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Checks upstreams.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check upstreams whose check is due.",
    discussion: "Exit code 3 says that the brake holds an answer; --accept applies it.")

  @OptionGroup var places: Places

  @Argument(help: "The datasets; all when none is named.")
  var names: [String] = []

  @Flag(help: "Ask now, though no check is due; never before the server's Retry-After.")
  var now = false

  @Flag(help: "Apply an answer although the copy shrinks below its floor.")
  var accept = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let library = try await Access(places).owner()
    for name in names { _ = try library.found(name) }
    var lines: [SyncLine] = []
    for dataset in library.datasets where names.isEmpty || names.contains(dataset.id) {
      Output.progress("\(dataset.id): asking …")
      guard let outcome = try await outcome(dataset.id, library) else { continue }
      lines.append(SyncLine(dataset.id, outcome))
      if !json, let line = lines.last { Output.line("\(line.dataset): \(line.message)") }
    }
    try await library.shutdown()
    if json { try Output.json(lines) }
    try end(lines)
  }

  private func outcome(_ id: String, _ library: Library) async throws -> SyncOutcome? {
    if accept { return try await library.accept(id) }
    return now ? try await library.retry(id) : try await library.sync(id)
  }

  private func end(_ lines: [SyncLine]) throws {
    if lines.contains(where: { $0.outcome == "held" }) { throw ExitCode(3) }
    if lines.contains(where: { $0.outcome == "failed" }) { throw ExitCode(1) }
  }
}

/// How a sync ended, as the command line tells it.
struct SyncLine: Encodable {
  let dataset: String
  var outcome: String
  var message: String
  var inserted: Int?
  var changed: Int?
  var deleted: Int?
  var setAside: Int?
  var total: Int?
  var until: Date?

  init(_ dataset: String, _ result: SyncOutcome) {
    self.dataset = dataset
    (outcome, message) = Self.words(result)
    switch result {
    case .changed(let counts):
      (inserted, changed, deleted) = (counts.inserted, counts.changed, counts.deleted)
      (setAside, total) = (counts.setAside, counts.total)
    case .notDue(let date) where date != .distantFuture: until = date
    case .postponed(let date, _): until = date
    default: break
    }
  }

  private static func words(_ outcome: SyncOutcome) -> (String, String) {
    switch outcome {
    case .changed(let counts): ("changed", words(counts))
    case .unchanged: ("unchanged", "nothing new upstream")
    case .notDue(.distantFuture): ("not_due", "not checked this way")
    case .notDue(let until): ("not_due", "not due before \(until.formatted(.iso8601))")
    case .postponed(let until, let why):
      ("postponed", "\(why), until \(until.formatted(.iso8601)); the copy stays")
    case .held(let was, let wouldBe):
      (
        "held",
        "held: the answer has \(wouldBe) records where the copy has \(was); "
          + "the copy stays; almanac sync --accept applies it"
      )
    case .failed(let why): ("failed", "failed: \(why); the copy stays")
    case .running: ("running", "a check is running already")
    }
  }

  private static func words(_ counts: SyncCounts) -> String {
    "\(counts.inserted) new, \(counts.changed) changed, \(counts.deleted) gone, "
      + "\(counts.setAside) set aside, \(counts.total) in all"
  }
}
