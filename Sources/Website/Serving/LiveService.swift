import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Serves live windows as server-sent events, on the website and to the commands of the owner.
struct LiveService: Sendable {
  let library: Library
  let languages: Languages
  let options: Options
  let now: @Sendable () -> Date
  private let gate: ExportGate

  /// How live windows are served.
  struct Options: Sendable {
    /// After how long a silence a comment is sent, so that nobody takes it for the end.
    var heartbeat = Duration.seconds(15)
    /// How many live windows are served at the same time.
    var limit = 10_000

    /// The same, with room left for other requests.
    func within(_ limits: ConnectionLimits) -> Options {
      var options = self
      options.limit = min(limit, limits.liveWindows)
      return options
    }
  }

  init(
    library: Library, languages: Languages, options: Options, now: @escaping @Sendable () -> Date
  ) {
    self.library = library
    self.languages = languages
    self.options = options
    self.now = now
    gate = ExportGate(limit: options.limit)
  }

  /// The answer to a request: events, or one window for who asks for JSON alone.
  func answer(
    to request: Request, about table: LiveTable, _ logger: Logger
  ) async throws -> Response {
    let words = languages.best(for: request)
    var wish = try LiveWish(request, table.dataset)
    let query = wish.request.query
    wish.request.query.language = wish.isHTML ? words.language : request.languageOfData(query)
    _ = try table.textOrder(of: wish.request.query)  // what cannot be ordered so is said at once
    let events = LiveEvents(
      dataset: table.dataset, isHTML: wish.isHTML, words: words,
      found: MarkedTexts(of: table, for: wish.request.query.search), now: now)
    if wish.isDocument { return try await document(wish, table, events, request) }
    var answer = Response(status: .ok, headers: Self.headers)
    if request.method == .head { return answer }
    let permit = try permit(table)
    let subscription = table.subscribe(wish.request, lastVersion: wish.lastVersion)
    answer.body = ResponseBody { [options] writer in
      try await request.body.consumeWithInboundCloseHandler { _ in
        try await withGracefulShutdownHandler {
          do {
            try await events.send(subscription, heartbeat: options.heartbeat) { bytes in
              try await writer.write(ByteBuffer(bytes: bytes))
            }
          } catch {
            logger.debug("A live window ended", metadata: ["error": "\(error)"])
            throw error
          }
        } onGracefulShutdown: {
          subscription.end()
        }
      } onInboundClosed: {
        subscription.end()
      }
      permit.end()
      try await writer.finish(nil)
    }
    return answer
  }

  private func document(
    _ wish: LiveWish, _ table: LiveTable, _ events: LiveEvents, _ request: Request
  ) async throws -> Response {
    let window = try await table.window(wish.request)
    var answer = Response.bytes(events.rows.window(window), type: "application/json")
    answer.headers[.cacheControl] = "no-store"
    return answer  // who asks for the head gets it from what packs the body
  }

  private func permit(_ table: LiveTable) throws -> ExportGate.Permit {
    guard table.hasRoomForReaders, let permit = gate.permit() else {
      var problem = Problem(.tooManyLive)
      problem.retryAfter = 10
      throw problem
    }
    return permit
  }

  /// Events are made anew for each reader, and passed on as they come.
  private static var headers: HTTPFields {
    var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
    fields[.acceleratorBuffering] = "no"
    return fields
  }
}

/// What a request for a live window wants.
struct LiveWish: Sendable {
  var request: LiveRequest
  /// Whether rows are wanted as pieces of a page.
  let isHTML: Bool
  /// The version that the reader has.
  let lastVersion: String?
  /// Whether one window is wanted, and nothing after it.
  let isDocument: Bool

  /// How the rows are to be written; no field can be called that.
  static let rowsParameter = "rows-as"
  /// The version that the reader has, where no header can say it.
  static let versionParameter = "last-version"

  init(_ request: Request, _ dataset: Dataset) throws {
    let given = try request.queryParameters()
    let own = [Self.rowsParameter, Self.versionParameter]
    self.request = try LiveRequest(
      parameters: given.filter { !own.contains($0.name) }, dataset: dataset)
    let wishes = try given.filter { $0.name == Self.rowsParameter }.map {
      try Self.isHTML($0.value)
    }
    isHTML = wishes.last ?? false
    let version = given.last { $0.name == Self.versionParameter && !$0.value.isEmpty }?.value
    lastVersion = request.headers[.lastEventID] ?? version
    let accepted = request.headers[values: .accept].joined(separator: ",").lowercased()
    isDocument =
      accepted.contains("application/json") && !accepted.contains("text/event-stream")
  }

  private static func isHTML(_ text: String) throws -> Bool {
    guard ["", "json", "html"].contains(text) else {
      throw QueryProblem(
        parameter: rowsParameter, expected: "\("json") or \("html")", found: text)
    }
    return text == "html"
  }
}

extension HTTPField.Name {
  /// The version that a reader of events has (WHATWG HTML, section 9.2).
  static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .range
}
