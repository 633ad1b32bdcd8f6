import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// The routes of what syncs changed.
  var changesRoutes: [Route] {
    [
      Route(
        method: .get, path: "/{dataset}/changes", name: "changes", produces: .html, answer: changes),
      Route(
        method: .get, path: "/{dataset}/changes.json", name: "changes_json", produces: .json,
        answer: changesJSON),
      Route(
        method: .get, path: "/{dataset}/changes.atom", name: "changes_atom", produces: .atom,
        answer: changesFeed),
    ]
  }

  /// Answers `/{dataset}/changes`.
  func changes(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, query) = try changesQuery(request, context)
    let dataset = table.dataset
    library.opened(dataset.id)
    let words = words(for: request)
    let maker = ChangesPageMaker(
      dataset: dataset, query: query, window: try table.changes(query),
      status: try await status(of: dataset), credit: table.currentCredit, words: words, now: now(),
      acts: options.actsFreely)
    let page = maker.page()
    let frame = frame(
      request, title: page.title + " · " + page.dataset.title, kind: "changes",
      twin: Address.changes(dataset.id, query, as: ".json"),
      feed: Address.changes(dataset.id, query.forFeed, as: ".atom"))
    return html(page, template: "changes", frame)
  }

  /// Answers `/{dataset}/changes.json`.
  func changesJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, query) = try changesQuery(request, context)
    let status = try await status(of: table.dataset)
    let bytes = try table.changesJSON(query, status: status) { before in
      var next = query
      next.before = before
      return Address.changes(table.dataset.id, next, as: ".json")
    }
    let tag = "\"\(EntityTag.digest(bytes))\""
    return .bytes(bytes, type: "application/json").tagged(tag, for: request)
  }

  /// Answers `/{dataset}/changes.atom`; who has the feed already gets nothing but a nod.
  func changesFeed(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let (table, query) = try changesQuery(request, context)
    let maker = FeedMaker(
      table: table, query: query, status: try await status(of: table.dataset),
      words: words(for: request), site: site(request), version: options.version, now: now())
    let feed = try maker.feed()
    let bytes = feed.bytes
    var answer = Response.bytes(bytes, type: "application/atom+xml; charset=utf-8")
      .spoken(in: words(for: request))
    if let date = feed.updated { answer.headers[.lastModified] = HTTPDateText.text(date) }
    answer = answer.tagged("\"\(EntityTag.digest(bytes))\"", for: request)
    return answer.unlessModified(since: feed.updated, for: request)
  }

  private func changesQuery(
    _ request: Request, _ context: BasicRequestContext
  ) throws -> (LiveTable, ChangesQuery) {
    let table = try table(context)
    guard table.keepsChanges else {
      throw Problem(.noHistory, of: table.dataset)
    }
    let query = try ChangesQuery(parameters: try request.queryParameters(), table: table)
    return (table, query)
  }

  /// The address under which this server was asked, without a path.
  private func site(_ request: Request) -> String {
    let host = request.head.authority ?? "\(options.host):\(options.port)"
    let proxied = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    return (proxied == "https" ? "https://" : "http://") + host
  }
}

extension ChangesQuery {
  /// The same without what turns pages: a feed always begins with the newest.
  var forFeed: ChangesQuery { ChangesQuery(id: id, sync: sync, kind: kind) }
}

extension Response {
  /// This answer; 304 without a body where the request has one as new (RFC 9110, section 13.1.3),
  /// unless it also has a tag, which says more.
  func unlessModified(since date: Date?, for request: Request) -> Response {
    guard status == .ok, request.headers[.ifNoneMatch] == nil, let date,
      let known = request.headers[.ifModifiedSince].flatMap(HTTPDateText.date),
      date.timeIntervalSince1970.rounded(.down) <= known.timeIntervalSince1970
    else { return self }
    var headers = headers
    headers[.contentType] = nil
    headers[.contentLength] = nil
    return Response(status: .notModified, headers: headers)
  }
}

/// Dates as HTTP headers write them (RFC 9110, section 5.6.7).
enum HTTPDateText {
  private static let format = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

  /// A date as a header says it.
  static func text(_ date: Date) -> String { date.formatted(format) }

  /// The date of a header; nothing for what is none.
  static func date(_ text: String) -> Date? {
    do { return try Date(text, strategy: format.parseStrategy) } catch { return nil }
  }
}
