import Foundation
import Logging

extension Fetcher {
  /// One try: asks, follows redirects, and judges the answer.
  ///
  /// Without conditions the stored answer serves only to compare the bytes.
  func ask(
    _ request: FetchRequest, _ stored: StoredAnswer?, withConditions: Bool = true
  ) async throws(FetchError) -> Reply {
    do throws(FetchError) {
      switch try await converse(request, withConditions ? stored?.entry : nil) {
      case .notBefore(let date): return .settled(.postponed(until: date, because: .hostHeldBack))
      case .had(let answer): return try await judge(answer, request, stored)
      }
    } catch {
      guard error.mayPass else { throw error }
      return .setback(.failed(error))
    }
  }

  private func judge(
    _ answer: Answer, _ request: FetchRequest, _ stored: StoredAnswer?
  ) async throws(FetchError) -> Reply {
    if answer.status == 202 {
      let wait = RetryAfter.date(from: answer.headers.first("Retry-After"), now: now())
      return .setback(.notReady(wait, Authority(answer.head.url)))
    }
    let wait = await obey(answer.head)
    switch (answer.status, answer.content) {
    case (_, .body(let body)): return .settled(try await keep(answer, body, request, stored))
    case (304, _) where stored != nil: return try await confirm(answer, request, stored)
    case (let status, _) where wait != nil:
      let until = wait ?? now()
      return .settled(.postponed(until: until, because: .askedToWait(status: status)))
    case (429, _): return .setback(.tooOften(Authority(answer.head.url)))
    default: throw answer.error
    }
  }

  /// A 304 (RFC 9111 §4.3.4): the stored bytes still hold, their head is brought up to date.
  ///
  /// One that speaks of other bytes is worth nothing, so we ask for the whole answer.
  private func confirm(
    _ answer: Answer, _ request: FetchRequest, _ stored: StoredAnswer?
  ) async throws(FetchError) -> Reply {
    guard let stored, answer.wasConditional else { throw answer.error }
    guard stored.entry.validators.agree(with: answer.headers) else {
      return try await ask(request, stored, withConditions: false)
    }
    var head = answer.head
    head.headers = head.headers.storable
    let entry = stored.entry.confirmed(by: head, redirectsHold: answer.redirectsHold)
    let renewed = await cache.replace(stored, with: entry, for: CacheKey(request))
    return .settled(.notModified(renewed.payload(for: request.url), because: .confirmed))
  }

  /// A whole answer: stored when it may be, and compared with the bytes stored before.
  private func keep(
    _ answer: Answer, _ body: ReceivedBody, _ request: FetchRequest, _ stored: StoredAnswer?
  ) async throws(FetchError) -> FetchOutcome {
    let payload = try await store(answer, body, request)
    return payload.digest == stored?.entry.bodyDigest
      ? .notModified(payload, because: .identical) : .changed(payload)
  }

  private func store(
    _ answer: Answer, _ body: ReceivedBody, _ request: FetchRequest
  ) async throws(FetchError) -> Payload {
    let sent = ownHeaders + request.callerHeaders
    guard let part = part(of: body), dataStatuses.contains(answer.status),
      Storability.allows(answer.status, answer.headers, to: CacheControl(request.callerHeaders)),
      let vary = Vary(answer: answer.headers, request: sent)
    else { return try answer.payload(body) }
    let entry = CacheEntry(answer, body, vary, requested: request.url)
    guard let stored = await cache.store(part, entry, for: CacheKey(request)) else {
      return try answer.payload(body)
    }
    var payload = stored.payload(for: request.url)
    payload.url = answer.head.url
    return payload
  }

  /// The file that holds a body; a body that the disk did not take is told of and not stored.
  func part(of body: ReceivedBody) -> URL? {
    switch body.place {
    case .part(let file): return file
    case .memory(_, .asAsked): return nil
    case .memory(_, .diskRefused(let why)):
      logger.warning("an answer was not kept", metadata: ["error": "\(why)"])
      return nil
    }
  }

  /// The statuses whose bodies are data; the text of an error never takes the place of data,
  /// however long the server allows to keep it.
  private var dataStatuses: Set<Int> { [200, 203] }
}

extension Answer {
  /// The answer as the caller sees it when it is not stored.
  fileprivate func payload(_ body: ReceivedBody) throws(FetchError) -> Payload {
    Payload(
      body: try body.take(), status: status, headers: headers.storable, url: head.url,
      receivedAt: receivedAt, digest: body.digest)
  }
}

extension CacheEntry {
  fileprivate init(_ answer: Answer, _ body: ReceivedBody, _ vary: Vary, requested: URL) {
    let url = answer.head.url
    self.init(
      status: answer.status, headers: answer.headers.storable, requestedAt: answer.requestedAt,
      receivedAt: answer.receivedAt, vary: vary, answeredBy: Digest.hex(url.withoutFragment),
      redirectedTo: url == requested ? nil : url.withoutSecrets,
      redirectsHold: answer.redirectsHold, bodyLength: body.length, bodyDigest: body.digest)
  }
}
