import AlmanacDeclarations
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// Keeps one dataset: decides when its upstream is asked, and remembers how that went.
actor Keeper {
  /// What may start a check.
  enum Occasion: Sendable {
    /// The clock.
    case timer
    /// A person opened a page or came back to it.
    case opened
    /// A person asked for a check on the command line; it waits until one is due.
    case command
    /// A person asked to try again now.
    case retry
    /// A person accepted what the brake holds.
    case accept

    /// Whether a person asked for a request now.
    var isByHand: Bool { self == .retry || self == .accept }
  }

  nonisolated let table: LiveTable
  private let fetcher: Fetcher
  private let environment: EnvironmentText
  /// What no word of ours may show.
  private let secrets: Secrets
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private let logger: Logger
  /// Whether another process keeps the dataset now.
  private let isKeptElsewhere: @Sendable () -> Bool
  /// Told when a sync changed the copy.
  private let changes: Signal
  private var isSyncing = false
  /// What could not be remembered in the file, since the disk is full.
  private var unsaved: SyncState?
  /// Where a program hands in records of a stream.
  nonisolated let feed: StreamFeed
  private var stream = StreamStatus(isConnected: false, rate: 0)
  private var connectionTrouble: Trouble?
  private var writingTrouble: Trouble?
  /// That the source is no stream, as long as it is none.
  private var fileTrouble: Trouble?
  private var meter = RateMeter()

  nonisolated var dataset: Dataset { table.dataset }
  private nonisolated var store: Store { table.store }

  init(
    table: LiveTable, fetcher: Fetcher, environment: EnvironmentText, secrets: Secrets,
    now: @escaping @Sendable () -> Date, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    isKeptElsewhere: @escaping @Sendable () -> Bool = { false }, changes: Signal = Signal()
  ) {
    self.table = table
    self.fetcher = fetcher
    self.environment = environment
    self.secrets = secrets
    self.now = now
    self.sleep = sleep
    self.logger = logger
    self.isKeptElsewhere = isKeptElsewhere
    self.changes = changes
    feed = StreamFeed(
      table: table, buffer: PacketBuffer(table.dataset.source.group), tally: StreamTally())
  }

  /// Checks the upstream if the occasion allows it now; failures become the dataset's trouble.
  func sync(_ occasion: Occasion) async throws -> SyncOutcome {
    if dataset.source.kind == .stream { return .notDue(until: .distantFuture) }
    if isSyncing { return .running }
    let state = try unsaved ?? store.state()
    if let wait = due(state).wait(for: occasion, at: now()) {
      return try told(wait, occasion, state)
    }
    isSyncing = true
    defer { isSyncing = false }
    return try await attempt(occasion, state)
  }

  /// While the brake holds an answer, whoever asks on the command line is told of it.
  private func told(
    _ wait: SyncOutcome, _ occasion: Occasion, _ state: SyncState
  ) throws -> SyncOutcome {
    guard case .command = occasion, case .notDue = wait, let held = state.held else { return wait }
    return .held(was: try store.size().count, wouldBe: held)
  }

  private func attempt(_ occasion: Occasion, _ state: SyncState) async throws -> SyncOutcome {
    var run = SyncRun(
      store: store, fetcher: fetcher, environment: environment, now: now, logger: logger)
    run.secrets = secrets
    if case .accept = occasion { run.isAccepted = true }
    run.applying = { [logger, dataset] in
      logger.debug("applying", metadata: ["dataset": "\(dataset.id)"])
    }
    run.applied = { [table, changes] in
      table.follow($0)
      changes.send()
    }
    let started = now()
    defer { table.hub.changed() }
    do {
      try await begin(at: started, isByHand: occasion.isByHand)
      let outcome = try await run.run()
      unsaved = nil
      try await remember(outcome)
      log(outcome, since: started)
      return outcome
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try await remember(failure: error)
      log(error, after: state.trouble)
      return .failed(words.what(error))
    }
  }

  /// Notes that a check begins: one that ends with the process is told at the next start.
  private func begin(at started: Date, isByHand: Bool) async throws {
    var state = try store.state()
    state.started = started
    if isByHand { state.lastByHand = started }
    try await store.save(state)
  }

  private func log(_ outcome: SyncOutcome, since started: Date) {
    logger.info(
      "sync",
      metadata: [
        "dataset": "\(dataset.id)", "outcome": "\(outcome)",
        "milliseconds": "\(Int(now().timeIntervalSince(started) * 1000))",
      ])
  }

  /// A failure that is the same as before is no news: without a key each visit would tell of it.
  private func log(_ error: any Error, after trouble: SyncState.Trouble?) {
    let isNew = trouble?.what != words.what(error)
    logger.log(
      level: isNew ? .warning : .debug, "sync failed",
      metadata: ["dataset": "\(dataset.id)", "why": "\(error)"])
  }

  private func remember(_ outcome: SyncOutcome) async throws {
    var state = try store.state()
    switch outcome {
    case .changed, .unchanged: return table.setCredit(dataset.credit)
    case .postponed(let until, let why):
      state.retryAfter = min(until, now().addingTimeInterval(Due.longestWait))
      state.trouble = .init(kind: "postponed", what: why, since: state.trouble?.since ?? now())
    case .held(let was, let wouldBe):
      let what = TroubleWords.held(was: was, wouldBe: wouldBe).description
      state.held = wouldBe
      state.notBefore = now().addingTimeInterval(dataset.refresh.every.timeInterval)
      let since = state.trouble?.kind == "held" ? state.trouble?.since : nil
      state.trouble = .init(kind: "held", what: what, since: since ?? now(), was: was)
    default: return
    }
    state.asked = question
    state.lastAttempt = now()
    state.started = nil
    try await store.save(state)
  }

  private func remember(failure: any Error) async throws {
    var state = try unsaved ?? store.state()
    if !(failure is EnvironmentText.Missing) {  // nobody was asked, so nobody needs a pause
      state.failures += 1
      state.retryAfter = nil  // it was over, or not to be believed, or else nobody was asked
      state.notBefore = now().addingTimeInterval(Due.backoff(failures: state.failures))
    }
    state.lastAttempt = now()
    state.asked = question
    let what = words.what(failure)
    state.trouble = .init(kind: "failed", what: what, since: state.trouble?.since ?? now())
    state.started = nil
    unsaved = nil
    do { try await store.save(state) } catch { unsaved = state }
  }

  /// The server that the declaration asks, as `name:port`; nothing for a file, and while the
  /// environment lacks what the address names.
  nonisolated var server: String? {
    do { return try SourceRequests(dataset, environment).server } catch { return nil }
  }

  private var words: TroubleWords { TroubleWords(dataset: dataset, secrets: secrets) }

  private func due(_ state: SyncState) -> Due {
    let last = state.asked ?? state.question
    return Due(
      refresh: dataset.refresh, state: state,
      isNewQuestion: question != nil && last != nil && question != last)
  }

  /// What the declaration asks; nothing while the environment lacks what it names.
  private var question: String? {
    do { return try SyncQuestion(dataset, environment).fingerprint } catch { return nil }
  }

  /// What people are told.
  func status() throws -> DatasetStatus {
    var state = try unsaved ?? store.state()
    let isSyncing = isSyncing || (state.started != nil && isKeptElsewhere())
    if !isSyncing { state.interrupted() }
    let due = due(state)
    let isStream = dataset.source.kind == .stream
    stream.rate = meter.rate(at: now())
    stream.counts = feed.tally.counts
    return DatasetStatus(
      dataset: dataset.id, count: try table.count(),
      origin: .init(rawValue: state.origin.rawValue) ?? .none,
      copyDate: state.copyDate, lastSuccess: state.lastSuccess, lastAttempt: state.lastAttempt,
      nextCheck: isStream ? nil : due.nextCheck(after: now()), isSyncing: isSyncing,
      trouble: damage ?? (isStream ? streamTrouble(state, due) : trouble(state, due)),
      setAside: try isStream ? feed.tally.setAside : setAside(state),
      drift: state.driftNotes.filter(\.isChange),
      mismatches: state.driftNotes.filter { !$0.isChange }, stream: isStream ? stream : nil,
      version: try table.version(), bytesOnDisk: store.bytesOnDisk,
      credit: table.currentCredit
    ).hiding(secrets)
  }

  private func setAside(_ state: SyncState) throws -> [SetAsideCount] {
    var counts: [SetAsideCount] = []
    for entry in try (state.setAside ?? store.setAside()) + (state.setAsideNews ?? []) {
      if let index = counts.firstIndex(where: { $0.reason == entry.reason }) {
        counts[index].count += entry.count
      } else {
        counts.append(
          SetAsideCount(reason: entry.reason, count: entry.count, sample: entry.sample))
      }
    }
    return counts
  }

  /// What could not be kept, as it was sent, as far as it is listed.
  func aside() throws -> [AsideRecord] {
    try dataset.source.kind == .stream ? feed.tally.aside : store.aside()
  }

  private func streamTrouble(_ state: SyncState, _ due: Due) -> Trouble? {
    writingTrouble ?? connectionTrouble ?? fileTrouble ?? repair(state, due)
  }

  private func trouble(_ state: SyncState, _ due: Due) -> Trouble? {
    guard let trouble = state.trouble else { return repair(state, due) }
    let besides = state.repair.map { "; besides, \($0.what)" } ?? ""
    let reason: Message = held(state, trouble) ?? "\(trouble.what + besides)"
    return Trouble(
      kind: .init(rawValue: trouble.kind) ?? .failed, reason: reason, since: trouble.since,
      nextAttempt: trouble.kind == "held" ? nil : due.nextCheck(after: now()))
  }

  /// What the brake holds, in numbers; nothing where an earlier version kept its words alone.
  private func held(_ state: SyncState, _ trouble: SyncState.Trouble) -> Message? {
    guard trouble.kind == "held", let was = trouble.was, let left = state.held else { return nil }
    return TroubleWords.held(was: was, wouldBe: left)
  }

  /// What is told of damage that was met since the start.
  private var damage: Trouble? {
    store.damagedSince.map {
      Trouble(
        kind: .failed,
        what: """
          its file was found damaged while it was read; when Almanac starts again, it sets the \
          file aside and keeps what can be read of it
          """,
        since: $0, nextAttempt: nil)
    }
  }

  /// What is told of a file that was damaged.
  private func repair(_ state: SyncState, _ due: Due) -> Trouble? {
    state.repair.map {
      Trouble(
        kind: .repaired, what: $0.what, since: $0.since, nextAttempt: due.nextCheck(after: now()))
    }
  }

  private func noteCommitted(_ count: Int) {
    meter.add(count, at: now())
    writingTrouble = nil
    if count > 0 { connectionTrouble = nil }
    table.setCredit(dataset.credit)
  }

  private func note(_ news: StreamConnection.News) {
    switch news {
    case .opened(let isWholeFile):
      stream.isConnected = true
      fileTrouble = isWholeFile ? fileTrouble ?? Self.wholeFile(since: now()) : nil
    case .sound: connectionTrouble = nil
    case .ended(let why):
      stream.isConnected = false
      guard let why else { return }
      let since = connectionTrouble?.since ?? now()
      connectionTrouble = Trouble(kind: .failed, what: why, since: since, nextAttempt: nil)
    }
  }

  private static func wholeFile(since date: Date) -> Trouble {
    Trouble(
      kind: .failed,
      what: "the address sends a whole file and no stream: declare kind json or csv for it",
      since: date, nextAttempt: nil)
  }

  private func noteStuck(_ why: String, _ nextAttempt: Date) {
    writingTrouble = Trouble(
      kind: .failed, what: why, since: writingTrouble?.since ?? now(), nextAttempt: nextAttempt)
  }

  /// Follows the clock, or the stream, until cancelled.
  nonisolated func run() async {
    if dataset.source.kind == .stream {
      await streamRun().run()
    } else if dataset.refresh.when.contains(.timer) {
      await followClock()
    }
  }

  private nonisolated func streamRun() -> StreamRun {
    StreamRun(
      table: table, buffer: feed.buffer, tally: feed.tally, fetcher: fetcher,
      environment: environment, now: now, logger: logger, sleep: sleep,
      committed: { await self.noteCommitted($0) },
      stuck: { await self.noteStuck($0, $1) },
      connected: { await self.note($0) })
  }

  /// Looks once a minute whether a check is due: a clock that jumps is noticed soon.
  private nonisolated func followClock() async {
    while !Task.isCancelled {
      await check(.timer)
      do { try await Task.sleep(for: .seconds(60)) } catch { return }
    }
  }

  /// A person opened a page of the dataset or came back to it.
  nonisolated func visit() async { await check(.opened) }

  /// Checks where nobody waits for the outcome: what the status cannot tell is logged.
  private nonisolated func check(_ occasion: Occasion) async {
    do { _ = try await sync(occasion) } catch is CancellationError { return } catch {
      logger.error("check not made", metadata: ["dataset": "\(dataset.id)", "why": "\(error)"])
    }
  }
}

extension Duration {
  /// The length in seconds.
  var timeInterval: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
