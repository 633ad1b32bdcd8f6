import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation

extension Gathering {
  /// Follows pages until the last: a short one, one without a next link, or the first again where a
  /// server sends all at once.
  mutating func gatherPages(
    _ first: Answered, _ part: SourceRequests.Part, _ tables: [PartnerTable]
  ) async throws {
    if !hasStaged { try await run.store.beginStaging() }
    hasStaged = true
    var answered = first
    var seen: Set<URL> = [first.request.url]
    while true {
      let known = decoding
      let page = try await stage(answered, tables)
      if let first = page.firstID, !isByPosition, known.contains(first) {
        return try endRepeated(after: seen.count)
      }
      guard let request = try next(after: page, from: answered.payload, part) else { return }
      guard seen.insert(request.url).inserted else { throw stuck(part) }
      guard seen.count <= source.mostPages else {
        throw SyncFailure(
          "the answer has more than \(source.mostPages) pages; source.paging.most allows more")
      }
      answered = try await fetch(request)
    }
  }

  /// A second page like the first is a server that sends all at once; a later repeat is a fault.
  private func endRepeated(after pages: Int) throws {
    if case .next? = source.paging { throw SyncFailure(Self.circle) }
    guard pages > 2 else { return }
    throw SyncFailure("the pages repeat after \(sum.records) records, so the rest cannot be had")
  }

  /// The server does not go on from where it is asked to.
  private func stuck(_ part: SourceRequests.Part) -> any Error {
    if case .since = part { return Resync.stuck }
    return SyncFailure(Self.circle)
  }

  private static let circle = "the links to further pages lead in a circle"

  /// Stages the keys of all records of the question, page by page.
  mutating func gatherKeys() async throws {
    let decoder = RecordDecoder(dataset: run.dataset)
    var (seen, rows, pages) = (DecodingRun(), 0, 0)
    var place = SourceRequests.Place.offset(0)
    while true {
      let answered = try await fetch(requests.page(.keys, at: place))
      let known = isByPosition ? DecodingRun() : seen
      let (page, after) = try await judging(answered) { body in
        try await run.store.stageKeys { add in
          var run = known
          let page = try decoder.decodeKeys(body, in: &run) { try add($0) }
          return (page, run)
        }
      }
      seen = after
      rows += page.rows
      pages += 1
      guard pages <= source.mostPages else {
        throw SyncFailure("the keys have more than \(source.mostPages) pages")
      }
      let isRepeat = !isByPosition && page.firstID.map(known.contains) == true
      guard !isRepeat, let following = following(page, .keys, rows) else { return }
      guard following != place else {
        throw SyncFailure("the server repeats its keys, so nobody knows which records are gone")
      }
      place = following
    }
  }

  private mutating func stage(
    _ answered: Answered, _ tables: [PartnerTable]
  ) async throws -> DecodedPage {
    let partners = try await tables + gatherDetails(answered)
    let decoder = RecordDecoder(dataset: run.dataset, partners: partners, rules: rules)
    // In an order by position a record that comes again has changed meanwhile: the later counts.
    let known = isByPosition ? DecodingRun() : decoding
    let hadLineEnd = isSame && !run.isAccepted && state.endsInLine == true
    let (page, after) = try await judging(answered) { body in
      try await run.store.stage { add in
        var run = known
        let damage = TextDamage(in: body)
        var page = try decoder.decode(body, in: &run) { try add($0) }
        try damage.check(page)
        page.drift.damagedPlaces = damage.count
        if hadLineEnd, page.endsInLine == false { throw DecodingFailure.cutRow(byte: body.count) }
        return (page, run)
      }
    }
    if isReadOtherwise { try await stageEarlier(answered, partners) }
    decoding = after
    pages += 1
    sum.add(page, number: pages)
    return page
  }

  /// The request for the page after one; nothing after the last.
  private func next(
    after page: DecodedPage, from payload: Payload, _ part: SourceRequests.Part
  ) throws -> FetchRequest? {
    if source.kind == .soda {
      return try following(page, part, sum.rows).map { try requests.page(part, at: $0) }
    }
    switch source.paging {
    case .offset(_, _, let size)?:
      return page.rows < size ? nil : try requests.page(part, at: .offset(sum.rows))
    case .next?: return try page.next.map { try requests.page(at: $0, from: payload.url) }
    case nil: return nil
    }
  }

  /// Where a portal's next page begins; nothing after the last.
  ///
  /// A short page of whole thousands may be the portal's own limit, so it is asked once more.
  private func following(
    _ page: DecodedPage, _ part: SourceRequests.Part, _ rows: Int
  ) -> SourceRequests.Place? {
    let mayGoOn =
      page.rows >= requests.limit(part) || (page.rows > 0 && page.rows.isMultiple(of: 1000))
    guard mayGoOn else { return nil }
    return isByPosition ? page.last.map(SourceRequests.Place.after) : .offset(rows)
  }

  /// Whether pages follow from the last record's place in an order, not from an offset.
  private var isByPosition: Bool { source.kind == .soda && requests.keyColumn != nil }
}

extension TextDamage {
  /// Fails where so many records are damaged that the answer is in another encoding.
  fileprivate func check(_ page: DecodedPage) throws(DecodingFailure) {
    guard count >= 10, count * 20 >= page.records, let first else { return }
    throw .wrongShape(expected: "text in UTF-8", got: "in another encoding (byte \(first))")
  }
}

extension DecodedPage {
  /// The records that came, kept or not.
  var rows: Int { records + setAside.reduce(0) { $0 + $1.count } }

  /// Adds a page of the same answer.
  mutating func add(_ other: DecodedPage, number: Int) {
    aside.add(other.aside, page: number)
    records += other.records
    firstID = firstID ?? other.firstID
    lastID = other.lastID ?? lastID
    duplicates += other.duplicates
    if let theirs = other.endsInLine { endsInLine = theirs && endsInLine != false }
    drift.add(other.drift)
    if let theirs = other.cursor, cursor.map({ $0 <= theirs }) ?? true {
      (cursor, newestID) = (theirs, other.newestID)
    }
    for aside in other.setAside {
      if let index = setAside.firstIndex(where: { $0.reason == aside.reason }) {
        setAside[index].count += aside.count
      } else {
        setAside.append(aside)
      }
    }
  }
}
