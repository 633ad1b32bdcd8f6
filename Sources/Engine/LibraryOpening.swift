import AlmanacDeclarations
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// Opens the stores of a library one by one; one that cannot be opened leaves the others alone.
struct LibraryOpening {
  let configuration: Library.Configuration
  let fetcher: Fetcher
  let changes: Signal
  /// What no word of ours may show.
  let secrets: Secrets
  var problems: [DeclarationProblem]
  var keepers: [String: Keeper] = [:]
  /// A new epoch at each start, so that a crash never reuses a version.
  private let epoch = String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36)

  init(
    configuration: Library.Configuration, fetcher: Fetcher, changes: Signal, secrets: Secrets,
    problems: [DeclarationProblem]
  ) {
    self.configuration = configuration
    self.fetcher = fetcher
    self.changes = changes
    self.secrets = secrets
    self.problems = problems
    for problem in problems { configuration.logger.error("\(problem)") }
  }

  mutating func open(_ dataset: Dataset) async {
    do {
      let store = try store(of: dataset)
      if !configuration.isReadOnly { try await tellEarlierEnd(store) }
      try await holdBack(store)
      let credit = try await fill(store)
      let table = try LiveTable(
        store: store, epoch: epoch, credit: credit, isReadOnly: configuration.isReadOnly)
      let keeper = Keeper(
        table: table, fetcher: fetcher,
        environment: environment, secrets: secrets,
        now: configuration.now, logger: configuration.logger, sleep: configuration.sleep,
        isKeptElsewhere: { [configuration] in
          configuration.isReadOnly && OwnerLock.isAlive(of: configuration.dataDirectory)
        },
        changes: changes)
      table.hub.tellStatus { [weak keeper] in try await keeper?.status() }
      keepers[dataset.id] = keeper
    } catch {
      problems.append(
        DeclarationProblem(
          file: "", line: 0, key: dataset.id, message: "\(secrets.masking("\(error)"))"))
      configuration.logger.error("\(dataset.id) left out: \(error)")
    }
  }

  /// A server that asked an earlier run to wait is not asked for any of its datasets before.
  private func holdBack(_ store: Store) async throws {
    let (state, now) = (try store.state(), configuration.now())
    guard let until = state.retryAfter, until > now, (state.lastAttempt ?? now) <= now,
      until <= now.addingTimeInterval(Due.longestWait),
      let server = try server(of: store.dataset)
    else { return }
    await fetcher.holdBack([server: until])
  }

  /// Nothing while the environment lacks what the address names.
  private func server(of dataset: Dataset) throws -> String? {
    do { return try SourceRequests(dataset, environment).server } catch is EnvironmentText.Missing {
      return nil
    }
  }

  private var environment: EnvironmentText {
    EnvironmentText(variables: configuration.environment)
  }

  private func store(of dataset: Dataset) throws -> Store {
    let file = configuration.dataDirectory.appending(path: "\(dataset.id).sqlite")
    return configuration.isReadOnly
      ? try Store(readOnly: file, dataset: dataset)
      : try Store.repairing(file, dataset: dataset, at: configuration.now())
  }

  /// Says how an earlier run ended, where it did not end well.
  private func tellEarlierEnd(_ store: Store) async throws {
    var state = try store.state()
    if let repair = state.repair {
      configuration.logger.error("\(store.dataset.id): \(repair.what)")
    }
    guard let began = state.started else { return }
    configuration.logger.warning(
      "the last check was interrupted; the copy is as before",
      metadata: ["dataset": "\(store.dataset.id)", "began": "\(began.formatted(.iso8601))"])
    state.interrupted()
    try await store.save(state)
  }

  /// Fills a store that was never filled from its snapshot; says whom to thank for what it holds.
  private func fill(_ store: Store) async throws -> Credit {
    let dataset = store.dataset
    guard !configuration.isReadOnly else { return try store.state().credit(of: dataset) }
    if !dataset.isSimulated { _ = try await store.removeSimulated() }  // an upstream's come instead
    if let snapshot = dataset.snapshot, try isWanted(store) {
      let filling = SnapshotImport(store: store, snapshot: snapshot, now: configuration.now())
      if case .held(let was, let wouldBe) = try await filling.run() {
        configuration.logger.warning(
          "the snapshot is not used, since records would be lost",
          metadata: ["dataset": "\(dataset.id)", "records": "\(was)", "staying": "\(wouldBe)"])
      }
    }
    return try store.state().credit(of: dataset)
  }

  /// Whether the snapshot is all that there can be; one that still is may know what is newly asked.
  private func isWanted(_ store: Store) throws -> Bool {
    let origin = try store.state().origin
    return origin == .none || (origin == .snapshot && store.hasNewFields)
  }
}

extension Dataset {
  /// Whether the records are made up here instead of asked for.
  var isSimulated: Bool { source.kind == .stream && source.simulation != nil }
}
