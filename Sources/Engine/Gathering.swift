import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// Brings all answers of a sync into the staging table.
struct Gathering {
  let run: SyncRun
  let state: SyncState
  /// Whether the copy was made of an earlier answer to the same question.
  let isSame: Bool
  private var digests: [String: String] = [:]
  var decoding = DecodingRun()
  var sum = DecodedPage()
  /// How many pages were read.
  var pages = 0
  /// The partners of joins that could not be used.
  var partners = DecodedPage()
  var hasStaged = false
  /// The orders of dates that were decided.
  var orders: [String: DateOrder] = [:]
  private var asked: [FetchRequest] = []
  private var bytes = 0

  init(run: SyncRun, state: SyncState, isSame: Bool) {
    self.run = run
    self.state = state
    self.isSame = isSame
  }

  /// How a gathering ended.
  enum Answer {
    case unchanged
    case postponed(until: Date, why: String)
    case staged(StagedAnswer)
  }

  /// The server asks for a wait in the middle of a gathering.
  private struct Wait: Error {
    let until: Date
    let why: String
  }

  /// An answer and what it answers.
  struct Answered: Sendable {
    let request: FetchRequest
    let payload: Payload
  }

  var source: Source { run.dataset.source }
  var requests: SourceRequests {
    SourceRequests(run.dataset, run.environment)
  }

  /// Why news alone will not do, so that everything is asked for.
  enum Resync: String, Error {
    /// The record that held the greatest cursor is not there: rows were taken back, or replaced.
    case cursorGone = "the newest record known here is gone upstream"
    /// The server does not go on from where it is asked to.
    case stuck = "the server repeats its news"
    /// The column of the cursor counts as texts do: 10 comes before 9.
    case textColumn = "the cursor is a text to the server, which does not grow as numbers do"
  }

  /// Asks for everything the sync needs.
  mutating func gather() async throws -> Answer {
    do {
      guard let cursor = incrementalCursor else { return try await gatherAll() }
      do {
        return try await gatherNews(since: cursor)
      } catch let reason as Resync {
        run.logger.notice(
          "full sync", metadata: ["dataset": "\(run.dataset.id)", "why": "\(reason.rawValue)"])
        (digests, decoding, sum, hasStaged) = ([:], DecodingRun(), DecodedPage(), false)
        (pages, partners) = (0, DecodedPage())
        return try await gatherAll()
      }
    } catch let wait as Wait {
      return .postponed(until: wait.until, why: wait.why)
    }
  }

  /// The cursor to ask from, where the source, the declaration and the copy allow it.
  private var incrementalCursor: (field: String, cursor: Cursor)? {
    guard source.kind == .soda, isSame, run.dataset.refresh.deletions != .compare,
      let field = run.dataset.refresh.cursor, let cursor = state.cursor
    else { return nil }
    return (field, Cursor(cursor))
  }

  /// Whether the greatest cursor was older, at the last successful sync, than any late entry is.
  ///
  /// Then news begin at the very record that has it: where a whole set was published at one moment,
  /// the overlap would be all of it. A day is more than clocks differ.
  private func isSettled(_ cursor: Cursor) -> Bool {
    guard let last = state.lastSuccess, let time = cursor.milliseconds, !cursor.isNumber,
      requests.keyColumn != nil
    else { return false }
    let age = last.timeIntervalSince1970 - Double(time) / 1000
    return age > 86_400 + run.dataset.refresh.overlap.time.timeInterval
  }

  /// Where to begin: a little before the cursor, for clocks differ and late entries come.
  ///
  /// A time far beyond the last successful sync is a slip upstream, which must not hide all that
  /// comes before it.
  private func start(before cursor: Cursor) -> String {
    let overlap = run.dataset.refresh.overlap
    let margin = Int64(overlap.time.timeInterval * 1000)
    guard let last = state.lastSuccess, let time = cursor.milliseconds, !cursor.isNumber else {
      return cursor.earlier(byMilliseconds: margin, orCount: Int64(overlap.count))
    }
    let known = Int64(exactly: (last.timeIntervalSince1970 * 1000).rounded(.down)) ?? time
    let excess = min(Int64(clamping: Int128(time) - Int128(known)), Int64(1) << 53)
    let day: Int64 = 86_400_000
    return cursor.earlier(
      byMilliseconds: margin + (excess > day ? excess + day : 0), orCount: Int64(overlap.count))
  }

  private mutating func gatherAll() async throws -> Answer {
    let joined = try await gatherJoins()
    let first = try await fetch(requests.page())
    if isSinglePage, isApplied { return .unchanged }
    var tables: [PartnerTable] = []
    for (join, answered) in joined { tables.append(try await table(join, answered)) }
    for table in tables { partners.add(table.page, number: 1) }
    try await gatherPages(first, .all, tables)
    if isApplied { return .unchanged }
    try await settleDates(isWhole: true)
    return .staged(answer(isKeptForGood ? .incremental : .full, isWhole: true))
  }

  /// Whether what was once received stays, gone upstream or not.
  private var isKeptForGood: Bool {
    run.dataset.refresh.deletions == .never && state.origin == .upstream
  }

  /// Whether every answer is the one that the copy was made of.
  private var isApplied: Bool { isSame && digests == state.applied && !isReadOtherwise }

  /// Whether all answers are known before any of them is decoded.
  private var isSinglePage: Bool {
    source.kind != .soda && source.paging == nil && source.joins.allSatisfy { !$0.isPerRecord }
  }

  private func answer(_ kind: SyncKind, isWhole: Bool) -> StagedAnswer {
    var page = sum
    page.add(partners, number: 1)
    return StagedAnswer(
      kind: kind, isWhole: isWhole, mustHoldRecords: isWhole, page: page,
      digests: isWhole ? digests : [:],
      reading: isWhole ? ReadingRules(run.dataset).ordered(orders) : state.reading)
  }

  private mutating func gatherNews(
    since known: (field: String, cursor: Cursor)
  ) async throws -> Answer {
    let key = isSettled(known.cursor) ? state.cursorKey : nil
    let part = SourceRequests.Part.since(
      field: known.field, cursor: key == nil ? start(before: known.cursor) : known.cursor.text,
      key: key)
    let first = try await fetch(requests.page(part))
    if known.cursor.isNumber, first.payload.type(of: known.field) == "text" {
      throw Resync.textColumn
    }
    try await gatherPages(first, part, [])
    guard let newest = sum.cursor, newest >= known.cursor else { throw Resync.cursorGone }
    try await settleDates(isWhole: false)
    let asksForKeys = run.dataset.refresh.deletions == .ids
    if asksForKeys { try await gatherKeys() }
    return .staged(answer(asksForKeys ? .ids : .incremental, isWhole: false))
  }

  /// Reads an answer's bytes; one that turns out to be none is not kept, or else the server would
  /// confirm it for ever.
  func judging<Result>(
    _ answered: Answered, _ read: (Data) async throws -> Result
  ) async throws -> Result {
    do {
      return try await read(answered.payload.body)
    } catch let failure as DecodingFailure {
      try await run.fetcher.forget(answered.request)
      throw failure
    }
  }

  /// Lets go of the stored answers to all requests so far.
  func forgetAnswers() async throws {
    for request in asked { try await run.fetcher.forget(request) }
  }

  mutating func fetch(_ request: FetchRequest) async throws -> Answered {
    guard asked.count < mostRequests else {
      throw SyncFailure("one check would need more than \(mostRequests) requests")
    }
    asked.append(request)
    switch try await run.fetcher.fetch(request) {
    case .postponed(let until, let why): throw Wait(until: until, why: why.description)
    case .changed(let payload), .notModified(let payload, _):
      digests[Fingerprint.of(request.url.absoluteString)] = payload.digest
      try count(payload)
      return Answered(request: request, payload: payload)
    }
  }
}

extension Gathering {
  /// The most requests of one check, pages and details together.
  private var mostRequests: Int { max(source.mostPages, Self.usualMost) * 2 }
  private static let usualMost = 10_000

  /// The most bytes of all answers of one check, as many as four of the largest answers.
  private mutating func count(_ payload: Payload) throws {
    let most = run.fetcher.mostBytes.multipliedReportingOverflow(by: 4)
    bytes += payload.body.count
    guard !most.overflow, bytes > most.partialValue else { return }
    throw FetchError.tooLarge(limit: most.partialValue)
  }
}

extension Payload {
  /// The type that a portal states for a column.
  fileprivate func type(of column: String) -> String? {
    guard let names = list(in: "X-SODA2-Fields"), let types = list(in: "X-SODA2-Types"),
      let index = names.firstIndex(of: column), index < types.count
    else { return nil }
    return types[index]
  }

  private func list(in header: String) -> [String]? {
    guard let text = self.header(header) else { return nil }
    do { return try JSONDecoder().decode([String].self, from: Data(text.utf8)) } catch {
      return nil  // a courtesy of the portal, which nothing depends on
    }
  }
}
