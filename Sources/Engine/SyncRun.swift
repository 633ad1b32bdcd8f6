import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// One sync: ask, decode, stage, apply in one transaction.
///
/// The copy is as before whatever goes wrong, and readers see it whole at every moment.
struct SyncRun: Sendable {
  let store: Store
  let fetcher: Fetcher
  let environment: EnvironmentText
  let now: @Sendable () -> Date
  let logger: Logger
  /// What no stored word may show.
  var secrets = Secrets()
  /// Whether a person accepted that the copy shrinks.
  var isAccepted = false
  /// Told before the transaction that makes the answer the copy.
  var applying: @Sendable () -> Void = {}
  /// Told what the transaction did.
  var applied: @Sendable (AppliedCounts) -> Void = { _ in }

  var dataset: Dataset { store.dataset }

  /// Asks the upstream and applies what it sent.
  ///
  /// - Throws: What went wrong, each error's description in words for people.
  func run() async throws -> SyncOutcome {
    let state = try store.state()
    let question = try SyncQuestion(dataset, environment)
    let isSame = state.origin == .upstream && state.question == question.fingerprint
    var gathering = Gathering(run: self, state: state, isSame: isSame)
    let answer = try await gathering.gather()
    switch answer {
    case .postponed(let until, let why): return .postponed(until: until, why: why)
    case .unchanged:
      var next = state.succeeded(at: now())
      next.asked = question.fingerprint
      try await store.save(next)
      return .unchanged
    case .staged(let staged):
      let outcome = try await apply(staged, state, question, isSame: isSame)
      // An answer in doubt is asked for anew in full, or else a server would confirm it for ever.
      if case .held = outcome { try await gathering.forgetAnswers() }
      return outcome
    }
  }

  private func apply(
    _ staged: StagedAnswer, _ state: SyncState, _ question: SyncQuestion, isSame: Bool
  ) async throws -> SyncOutcome {
    let count = try store.size().count
    if staged.page.records == 0, staged.mustHoldRecords, count > 0, !isAccepted {
      throw SyncFailure(
        "the answer has no record that can be kept, and the copy has \(count): nothing is replaced")
    }
    var next = state.succeeded(at: now())
    next.origin = .upstream
    next.question = question.fingerprint
    next.asked = question.fingerprint
    next.applied = staged.digests
    next.endsInLine = staged.page.endsInLine
    next.reading = staged.reading
    if let cursor = staged.page.cursor {
      (next.cursor, next.cursorKey) = (cursor.text, staged.page.newestID?.description)
    }
    next.giver = SyncState.Giver(dataset.credit)
    let aside = staged.page.setAside.map(SetAsideEntry.init)
    (next.setAside, next.setAsideNews) = staged.isWhole ? (aside, nil) : (next.setAside, aside)
    let finding = DriftFinding(dataset: dataset, isSame: isSame)
    finding.note(staged.page.drift, isWhole: staged.isWhole, at: now(), in: &next)
    let passing = finding.names(state.driftNotes + next.driftNotes)
    let gone = staged.isWhole && isSame ? finding.gone(staged.page.drift, state) : []
    let isReplacing = state.origin == .snapshot || state.origin == .simulator
    next = next.hiding(secrets)
    applying()
    let outcome = try await store.apply(
      staged.kind, accepting: isAccepted ? state.held : nil,
      keeping: staged.isWhole ? finding.lostFields(staged.page.drift) : [],
      undeclared: UndeclaredNames(passing: passing, gone: gone), setAside: aside,
      aside: AsideAnswer(isNews: !staged.isWhole, page: staged.page), state: next, at: now())
    switch outcome {
    case .held(let was, let wouldBe): return .held(was: was, wouldBe: wouldBe)
    case .applied(let counts):
      if !counts.isEmpty { applied(counts) }
      let isFirst = counts.total == 0 && state.lastSuccess == nil
      if !counts.differs && !isFirst { return .unchanged }
      var told = SyncCounts(counts, staged.page)
      told.isReplacement = isReplacing && counts.inserted == counts.total
      return .changed(told)
    }
  }
}

/// What a sync has in the staging table, ready to be applied.
struct StagedAnswer: Sendable {
  var kind: SyncKind
  /// Whether all records of the question came, not news alone.
  var isWhole: Bool
  /// Whether everything was asked for, so that an answer without records is a failure of the
  /// upstream where the copy has some; there may well be no news.
  var mustHoldRecords: Bool
  /// The sum of all pages.
  var page: DecodedPage
  /// The digest of each answer, by address.
  var digests: [String: String]
  /// How the values of the copy are read with this answer.
  var reading: ReadingRules?
}

/// What a sync asks, so that another question is not taken for the same.
struct SyncQuestion {
  let fingerprint: String

  init(_ dataset: Dataset, _ environment: EnvironmentText) throws {
    let fields = dataset.fields.map {
      "\($0.name) \($0.type) \($0.from) \(String(describing: $0.place)) \($0.unknownPlaces)"
        + " \(String(describing: $0.bands))"
        + ($0.order.map { " \($0)" } ?? "") + ($0.trims ? " trimmed" : "")
    }
    let address = try environment.expand(dataset.source.url)
    var source = dataset.source
    (source.revision, source.group) = (nil, Source.Group())  // how we write is no question to them
    let asked = "\(source)".replacing(", mostPages: \(source.mostPages)", with: "")
    let text = "\(address)\n\(asked)\n\(dataset.key)\n\(fields.joined(separator: "\n"))"
    fingerprint = Fingerprint.of(text)
  }
}

extension SetAsideEntry {
  /// What is kept of the records that were set aside for one reason.
  init(_ aside: SetAside) {
    self.init(
      reason: aside.reason.description, count: aside.count,
      sample: "\(aside.position): \(aside.excerpt)")
  }
}

extension AsideAnswer {
  /// The records that an answer could not keep.
  init(isNews: Bool, page: DecodedPage) {
    self.init(
      isNews: isNews,
      rows: page.aside.rows.map {
        AsideRecord(
          reason: $0.reason.description, isNews: isNews, page: $0.page, position: $0.position,
          key: $0.key, raw: $0.raw)
      })
  }
}

extension SyncState {
  /// The state after a check that went well.
  func succeeded(at now: Date) -> SyncState {
    var state = self
    state.copyDate = now
    state.lastSuccess = now
    state.lastAttempt = now
    state.notBefore = nil
    state.retryAfter = nil
    state.failures = 0
    state.held = nil
    state.trouble = nil
    state.repair = nil
    state.started = nil
    return state
  }
}

extension SyncCounts {
  init(_ counts: AppliedCounts, _ page: DecodedPage) {
    inserted = counts.inserted
    changed = counts.changed
    deleted = counts.deleted
    total = counts.total
    setAside = page.setAside.reduce(0) { $0 + $1.count }
  }
}

extension SyncState.Giver {
  /// A declared credit, kept with the copy.
  init(_ credit: Credit) {
    self.init(text: credit.text, homepage: credit.homepage, licence: credit.licence)
  }

  /// The credit to show.
  var credit: Credit { Credit(text: text, homepage: homepage, licence: licence) }
}
