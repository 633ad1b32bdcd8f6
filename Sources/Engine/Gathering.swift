import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation

/// Brings all answers of a sync into the staging table.
struct Gathering {
  let run: SyncRun
  let state: SyncState
  /// Whether the copy was made of an earlier answer to the same question.
  let isSame: Bool
  private var digests: [String: String] = [:]
  private var decoding = DecodingRun()
  private var sum = DecodedPage()
  private var hasStaged = false
  private var asked: [FetchRequest] = []

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
  private struct Answered: Sendable {
    let request: FetchRequest
    let payload: Payload
  }

  private var source: Source { run.dataset.source }
  private var requests: SourceRequests {
    SourceRequests(run.dataset, run.environment)
  }

  /// Asks for everything the sync needs.
  mutating func gather() async throws -> Answer {
    do {
      if let cursor = incrementalCursor { return try await gatherNews(since: cursor) }
      return try await gatherAll()
    } catch let wait as Wait {
      return .postponed(until: wait.until, why: wait.why)
    }
  }

  /// The cursor to ask from, where the source, the declaration and the copy allow it.
  private var incrementalCursor: (field: String, cursor: String)? {
    guard source.kind == .soda, isSame, run.dataset.refresh.deletions != .compare,
      let field = run.dataset.refresh.cursor, let cursor = state.cursor
    else { return nil }
    return (field, cursor)
  }

  private mutating func gatherAll() async throws -> Answer {
    let partners = try await gatherJoins()
    let first = try await fetch(requests.page())
    if isSinglePage, isApplied { return .unchanged }
    var tables: [PartnerTable] = []
    for (join, answered) in partners { tables.append(try await table(join, answered)) }
    try await gatherPages(first, .all, tables)
    if isApplied { return .unchanged }
    return .staged(answer(.full))
  }

  /// Whether every answer is the one that the copy was made of.
  private var isApplied: Bool { isSame && digests == state.applied }

  /// Whether all answers are known before any of them is decoded.
  private var isSinglePage: Bool {
    source.kind != .soda && source.paging == nil && source.joins.allSatisfy { !$0.isPerRecord }
  }

  private func answer(_ kind: SyncKind) -> StagedAnswer {
    StagedAnswer(kind: kind, page: sum, digests: digests, cursor: sum.cursor?.text)
  }

  private mutating func gatherNews(
    since cursor: (field: String, cursor: String)
  ) async throws -> Answer {
    let part = SourceRequests.Part.since(field: cursor.field, cursor: cursor.cursor)
    try await gatherPages(try await fetch(requests.page(part)), part, [])
    let asksForKeys = run.dataset.refresh.deletions == .ids
    if asksForKeys { try await gatherKeys() }
    var news = answer(asksForKeys ? .ids : .incremental)
    news.digests = state.applied
    news.cursor = max(sum.cursor ?? Cursor(cursor.cursor), Cursor(cursor.cursor)).text
    return .staged(news)
  }

  /// Follows pages until the last: a short one, one without a next link, or one that repeats.
  private mutating func gatherPages(
    _ first: Answered, _ part: SourceRequests.Part, _ tables: [PartnerTable]
  ) async throws {
    if !hasStaged { try await run.store.beginStaging() }
    hasStaged = true
    var answered = first
    var seen: Set<URL> = [first.request.url]
    while true {
      let known = decoding
      let page = try await stage(answered, tables)
      if let first = page.firstID, known.contains(first) { return }
      guard let request = try next(after: page, from: answered.payload, part),
        seen.insert(request.url).inserted
      else { return }
      answered = try await fetch(request)
    }
  }

  /// Stages the keys of all records of the question, page by page.
  private mutating func gatherKeys() async throws {
    let part = SourceRequests.Part.keys(run.dataset.key.from.map(\.description))
    let decoder = RecordDecoder(dataset: run.dataset)
    var (seen, rows) = (DecodingRun(), 0)
    while true {
      let answered = try await fetch(requests.page(part, offset: rows))
      let known = seen
      let (page, after) = try await judging(answered) { body in
        try await run.store.stageKeys { add in
          var run = known
          let page = try decoder.decodeKeys(body, in: &run) { try add($0) }
          return (page, run)
        }
      }
      seen = after
      let count = page.records + page.setAside.reduce(0) { $0 + $1.count }
      let isRepeat = page.firstID.map(known.contains) ?? false
      if isRepeat || count < SourceRequests.keysPage { return }
      rows += count
    }
  }

  private mutating func stage(
    _ answered: Answered, _ tables: [PartnerTable]
  ) async throws -> DecodedPage {
    let partners = try await tables + gatherDetails(answered)
    let decoder = RecordDecoder(dataset: run.dataset, partners: partners)
    let decoding = decoding
    let (page, after) = try await judging(answered) { body in
      try await run.store.stage { add in
        var run = decoding
        let damage = TextDamage(in: body)
        var page = try decoder.decode(body, in: &run) { try add($0) }
        try damage.check(page)
        page.drift.damagedPlaces = damage.count
        return (page, run)
      }
    }
    self.decoding = after
    sum.add(page)
    return page
  }

  /// The request for the page after one; nothing after the last.
  private func next(
    after page: DecodedPage, from payload: Payload, _ part: SourceRequests.Part
  ) throws -> FetchRequest? {
    let rows = page.records + page.setAside.reduce(0) { $0 + $1.count }
    if source.kind == .soda {
      return rows < SourceRequests.sodaPage
        ? nil : try requests.page(part, offset: sum.records + asideCount)
    }
    switch source.paging {
    case .offset(_, _, let size)?:
      return rows < size ? nil : try requests.page(part, offset: sum.records + asideCount)
    case .next?: return try page.next.map { try requests.page(at: $0, from: payload.url) }
    case nil: return nil
    }
  }

  private var asideCount: Int { sum.setAside.reduce(0) { $0 + $1.count } }

  /// Reads an answer's bytes; one that turns out to be none is not kept, or else the server would
  /// confirm it for ever.
  private func judging<Result>(
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

  private mutating func fetch(_ request: FetchRequest) async throws -> Answered {
    asked.append(request)
    switch try await run.fetcher.fetch(request) {
    case .postponed(let until, let why): throw Wait(until: until, why: why.description)
    case .changed(let payload), .notModified(let payload, _):
      digests[Fingerprint.of(request.url.absoluteString)] = payload.digest
      return Answered(request: request, payload: payload)
    }
  }
}

extension Gathering {
  /// The answers of second resources that hold the partners of all records.
  private mutating func gatherJoins() async throws -> [(join: Join, answered: Answered)] {
    var answers: [(join: Join, answered: Answered)] = []
    for join in source.joins where !join.isPerRecord {
      answers.append((join, try await fetch(requests.join(join))))
    }
    return answers
  }

  private func table(_ join: Join, _ answered: Answered) async throws -> PartnerTable {
    try await judging(answered) { body in
      var table = PartnerTable(join, of: run.dataset)
      try table.add(body)
      return table
    }
  }

  /// The partners of a page's records where each has a resource of its own.
  private mutating func gatherDetails(_ page: Answered) async throws -> [PartnerTable] {
    var tables: [PartnerTable] = []
    let decoder = RecordDecoder(dataset: run.dataset)
    for join in source.joins where join.isPerRecord {
      let ids = try await judging(page) { body in
        var (ids, seen): ([RecordID], _) = ([], DecodingRun())
        try decoder.decodeKeys(body, in: &seen) { ids.append($0) }
        return ids
      }
      var table = PartnerTable(join, of: run.dataset)
      var missing: FetchError?
      for id in ids {
        do {
          let answered = try await fetch(requests.join(join, id: id.description))
          try await judging(answered) { try table.add($0, for: id) }
        } catch let error as FetchError where error.isAbsence {
          missing = error
        }
      }
      if let missing, table.count == 0, ids.count > 1 { throw missing }
      tables.append(table)
    }
    return tables
  }
}

extension FetchError {
  /// Whether the server has nothing at the address: an absent partner is no value.
  fileprivate var isAbsence: Bool {
    guard case .httpStatus(let code, _, _) = self else { return false }
    return code == 404 || code == 410
  }
}

extension TextDamage {
  /// Fails where so many records are damaged that the answer is in another encoding.
  fileprivate func check(_ page: DecodedPage) throws(DecodingFailure) {
    guard count >= 10, count * 20 >= page.records, let first else { return }
    throw .wrongShape(expected: "text in UTF-8", got: "in another encoding (byte \(first))")
  }
}

extension Join {
  /// Whether each record is asked for by itself.
  var isPerRecord: Bool { url.contains("{id}") }
}

extension DecodedPage {
  /// Adds the next page of the same answer.
  mutating func add(_ other: DecodedPage) {
    records += other.records
    firstID = firstID ?? other.firstID
    lastID = other.lastID ?? lastID
    duplicates += other.duplicates
    drift.add(other.drift)
    cursor = [cursor, other.cursor].compactMap(\.self).max()
    for aside in other.setAside {
      if let index = setAside.firstIndex(where: { $0.reason == aside.reason }) {
        setAside[index].count += aside.count
      } else {
        setAside.append(aside)
      }
    }
  }
}
