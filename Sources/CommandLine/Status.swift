import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Tells how much there is, how old it is, when the next check is, and any trouble.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said(
      "Tell how much there is, how old it is, when the next check is, and any trouble."),
    discussion: said("Exit code 3 says that the brake holds an answer."))

  @OptionGroup var places: Places

  @Argument(help: .said("The datasets; all when none is named."))
  var names: [String] = []

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let library = try await Access(places).reader()
    for name in names { _ = try library.found(name) }
    var lines: [StatusLine] = []
    for dataset in library.datasets where names.isEmpty || names.contains(dataset.id) {
      guard let status = try await library.status(of: dataset.id) else { continue }
      lines.append(StatusLine(status))
    }
    if json { try Output.json(lines) } else { lines.forEach { Output.line($0.text) } }
    for problem in library.problems { Output.warn(problem.told) }
    if lines.contains(where: { $0.trouble?.kind == "held" }) { throw ExitCode(3) }
    if lines.isEmpty || library.hasClosedStores { throw ExitCode(1) }
  }
}

/// A dataset's status, as the command line tells it.
struct StatusLine: Encodable {
  let dataset: String
  let count: Int
  let origin: String
  let copyDate: Date?
  let lastSuccess: Date?
  let nextCheck: Date?
  let trouble: TroubleLine?
  let setAside: [SetAsideLine]
  let drift: [DriftLine]
  let mismatches: [DriftLine]
  let stream: StreamLine?
  let bytesOnDisk: Int64
  let version: String

  struct SetAsideLine: Encodable {
    let reason: String
    let count: Int
    let sample: String
  }

  struct DriftLine: Encodable {
    let code: String
    let field: String?
    let what: String
    let since: Date
    let message: Message

    enum CodingKeys: CodingKey { case code, field, what, since }

    init(_ note: DriftNote) {
      (code, field, message) = (note.drift.code, note.drift.field, note.drift.message)
      (what, since) = (note.what, note.since)
    }
  }

  struct TroubleLine: Encodable {
    let kind: String
    let what: String
    let since: Date
    /// The command by which a person acts, where one must.
    let next: String?
  }

  init(_ status: DatasetStatus) {
    dataset = status.dataset
    count = status.count
    origin = status.origin.rawValue
    copyDate = status.copyDate
    lastSuccess = status.lastSuccess
    nextCheck = status.nextCheck
    trouble = status.trouble.map {
      TroubleLine(
        kind: $0.kind.rawValue, what: $0.what, since: $0.since, next: status.acceptCommand)
    }
    setAside = status.setAside.map {
      SetAsideLine(reason: $0.reason, count: $0.count, sample: $0.sample)
    }
    drift = status.drift.map(DriftLine.init)
    mismatches = status.mismatches.map(DriftLine.init)
    stream = status.stream.map(StreamLine.init)
    bytesOnDisk = status.bytesOnDisk
    version = status.version
  }

  /// The line for people.
  var text: String {
    var parts = [said("\(dataset): \(count) records")]
    if let copyDate { parts.append(copy(of: copyDate.formatted(.iso8601))) }
    if let nextCheck { parts.append(said("next check \(nextCheck.formatted(.iso8601))")) }
    parts += stream?.notes ?? []
    for aside in setAside {
      parts.append(said("\(aside.count) set aside: \(retold(aside.reason)), first \(aside.sample)"))
    }
    if !setAside.isEmpty { parts.append(said("list them with: \("almanac aside \(dataset)")")) }
    if let trouble { parts.append(Self.text(trouble)) }
    parts += (drift + mismatches).map(Self.text)
    return parts.joined(separator: " · ")
  }

  /// What the brake holds and what the source changed, a line each.
  var alerts: [String] {
    let held = trouble.flatMap { $0.kind == Trouble.Kind.held.rawValue ? Self.text($0) : nil }
    return [held].compactMap(\.self) + drift.map(Self.text)
  }

  private static func text(_ note: DriftLine) -> String {
    said("\(said(note.message)) (since \(note.since.formatted(.iso8601)))")
  }

  private func copy(of date: String) -> String {
    switch DatasetStatus.Origin(rawValue: origin) {
    case .snapshot: said("snapshot copy of \(date)")
    case .simulator: said("simulator copy of \(date)")
    default: said("upstream copy of \(date)")
    }
  }

  private static func text(_ trouble: TroubleLine) -> String {
    let (since, what) = (trouble.since.formatted(.iso8601), retold(trouble.what))
    let text =
      switch Trouble.Kind(rawValue: trouble.kind) {
      case .postponed: said("postponed since \(since): \(what)")
      case .held: said("held since \(since): \(what)")
      case .repaired: said("repaired since \(since): \(what)")
      default: said("failed since \(since): \(what)")
      }
    return text + (trouble.next.map { said("; accept it with: \($0)") } ?? "")
  }
}
