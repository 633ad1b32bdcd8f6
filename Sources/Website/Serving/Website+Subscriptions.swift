import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird
import NIOCore

extension Website {
  /// Answers `POST /subscriptions`: 201 with where it is, or 200 for what the browser had already.
  func subscribe(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let notifier = try notifying()
    let bytes = try await request.body.collect(upTo: SubscriptionWish.longest)
    let wish = try SubscriptionWish(bytes.readableBytesView)
    let language = words(for: request).language
    let (subscription, isNew) = try await told(language) {
      try await notifier.subscribe(wish.request(language: language, client: client(of: request)))
    }
    let body = try await body(subscription, words(for: request))
    var response = Response.json(body, status: isNew ? .created : .ok)
    response.headers[.location] = "/subscriptions/\(subscription.id).json"
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// Answers `GET /subscriptions/{id}.json`.
  func subscription(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let id = try context.part("id")
    guard let subscription = try await notifying().subscription(id) else {
      throw Problem(.unknownSubscription)
    }
    return try await shown(subscription, request)
  }

  /// Answers `POST /subscriptions/{id}/test`: hands over a message now.
  func testSubscription(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    let (id, notifier) = (try context.part("id"), try notifying())
    let subscription = try await told(words(for: request).language) {
      try await notifier.test(id, for: client(of: request))
    }
    guard let subscription else { throw Problem(.unknownSubscription) }
    return try await shown(subscription, request)
  }

  /// Answers `DELETE /subscriptions/{id}`.
  func unsubscribe(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    guard try await notifying().unsubscribe(context.part("id")) else {
      throw Problem(.unknownSubscription)
    }
    return Response(status: .noContent)
  }

  /// Answers `/push/key`: our public key, which a browser binds its subscription to.
  func pushKey(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let text = try await notifying().publicKey()
    return .bytes(Array(text.utf8), type: "text/plain; charset=utf-8")
  }

  /// Answers `/notifications`: what this browser is told about.
  func notifications(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let frame = frame(request, title: words.say("notifications.title"), kind: "notifications")
    let page = NotificationsPage(
      words: words, greeting: greetingControl(request, back: "/notifications"),
      standing: await notifier?.standing() ?? .off)
    return html(page, template: "notifications", frame)
  }

  /// Answers `/service-worker.js`, which must stand at the root to see all pages.
  func serviceWorker(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    var response = Response.bytes(assets.worker.bytes, type: assets.worker.type)
    response.headers[.serviceWorkerAllowed] = "/"
    response.underWorkerPolicy()
    return response.tagged("\"\(assets.worker.digest)\"", for: request)
  }

  private func client(of request: Request) -> String {
    Client.key(request.headers, proxies: Set(options.proxies.compactMap(Client.network)))
  }

  private func notifying() throws(Problem) -> Notifier {
    guard let notifier else { throw Problem(.noNotifications) }
    return notifier
  }

  private func shown(_ subscription: Subscription, _ request: Request) async throws -> Response {
    var response = Response.json(try await body(subscription, words(for: request)))
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func body(
    _ subscription: Subscription, _ words: Catalogue
  ) async throws -> SubscriptionBody {
    let watch = subscription.watch
    guard let table = library.table(watch.dataset) else {
      return SubscriptionBody(subscription, title: watch.dataset, href: "/")
    }
    let notice = Notice(dataset: table.dataset, watch: watch, news: .changes(.init()))
    let text = NoticeWords(words: words, notice: notice).text
    var title = text.title
    if case .record(_, let id) = watch, let key = table.id(from: id),
      let record = try await table.record(key)
    {
      title = EntryMarkup.title(of: record, in: table.dataset, ValueText(words: words))
    }
    return SubscriptionBody(subscription, title: title, href: text.address)
  }

  /// Runs a body; why the engine refuses it is told as a problem.
  private func told<Value: Sendable>(
    _ language: String, _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch let problem as SubscriptionProblem {
      throw told(problem, language)
    }
  }

  private func told(_ problem: SubscriptionProblem, _ language: String) -> any Error {
    let title = { (id: String) in library.dataset(id)?.title.text(in: language) ?? id }
    switch problem {
    case .bad(let part, let message): return QueryProblem(parameter: part, message: message)
    case .unknownDataset(let id): return Problem(.unknownDataset, ["name": id, "hint": ""])
    case .unknownRecord(let dataset, let id):
      return Problem(.unknownRecord, ["title": title(dataset), "id": id, "dataset": dataset])
    case .noHistory(let id): return Problem(.noHistory, ["title": title(id), "dataset": id])
    case .tooMany: return Problem(.tooManySubscriptions)
    case .unavailable: return Problem(.noNotifications)
    case .unconfirmed: return Problem(.unconfirmedSubscription)
    case .tooSoon(let seconds): return Self.waiting(.tooSoon, seconds)
    case .limited(let seconds): return Self.waiting(.manySubscriptions, seconds)
    }
  }

  private static func waiting(_ kind: Problem.Kind, _ seconds: Int) -> Problem {
    var told = Problem(kind, ["seconds": "\(seconds)"])
    told.retryAfter = seconds
    return told
  }
}
