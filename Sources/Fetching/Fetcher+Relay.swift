import AsyncHTTPClient
import Foundation

extension Fetcher {
  /// Answers a client from the cache, or by passing its request on (RFC 9111 §4).
  ///
  /// The cache and its rules are those of ``fetch(_:)``; other than a sync, a relay hands on
  /// whatever the origin sends, follows no redirect, unpacks nothing and keeps errors as the rules
  /// allow. Throws when the origin does not answer and nothing stored may stand for it.
  @concurrent
  public func relay(_ request: RelayRequest) async throws(FetchError) -> RelayAnswer {
    guard request.mayUseCache else { return try await pass(request) }
    let stored = await cache.lookUp(CacheKey(relaying: request.url), sending: request.headers)
    let policy = CachePolicy(request.headers, now: now())
    if let stored {
      switch policy.reuse(stored.entry) {
      case .asItIs: return stored.answer(to: request, at: now())
      case .whileRevalidating:
        var answer = stored.answer(to: request, at: now())
        answer.revalidation = RelayRequest("GET", request.url, headers: request.headers)
        return answer
      case .afterAsking: break
      }
    }
    if policy.asked.onlyIfCached { return .notStored }
    return try await ask(request, stored, policy)
  }

  /// Passes a request on without a look at the cache.
  @concurrent
  public func forward(_ request: RelayRequest) async throws(FetchError) -> RelayAnswer {
    try relayed(await exchange(request, request.headers))
  }

  /// Brings the stored answer to a request up to date, whoever asked for it.
  @concurrent
  public func revalidate(_ request: RelayRequest) async throws(FetchError) {
    let unconditional = RelayRequest(
      "GET", request.url, headers: request.headers.without(Conditions.fields))
    let stored = await cache.lookUp(CacheKey(relaying: request.url), sending: request.headers)
    _ = try await ask(unconditional, stored, CachePolicy(request.headers, now: now()))
  }

  /// Passes a request on that no stored answer may serve, and lets go of what its success makes
  /// doubtful (RFC 9111 §4.4).
  private func pass(_ request: RelayRequest) async throws(FetchError) -> RelayAnswer {
    let answer = try await exchange(request, request.headers)
    guard !Storability.safeMethods.contains(request.method), answer.status < 400 else {
      return try relayed(answer)
    }
    await cache.invalidate(CacheKey(relaying: request.url))
    for url in Storability.doubtful(answer.headers, after: request.url) {
      await cache.invalidate(CacheKey(relaying: url))
    }
    guard request.method == "POST",
      Storability.allowsPost(answer.status, answer.headers, to: request.url)
    else { return try relayed(answer) }
    return try await keep(answer, request)
  }

  /// Asks the origin, with the validators of the stored answer if there are any (§4.3.1).
  private func ask(
    _ request: RelayRequest, _ stored: StoredAnswer?, _ policy: CachePolicy
  ) async throws(FetchError) -> RelayAnswer {
    let conditions = request.method == "GET" ? stored?.entry.validators.conditions ?? [] : []
    let headers =
      conditions.isEmpty
      ? request.headers : request.headers.without(Conditions.fields) + conditions
    let answer: Answer
    do throws(FetchError) {
      answer = try await exchange(request, headers)
    } catch {
      guard error.mayPass, let stored, policy.permitsStaleWhenDisconnected(stored.entry) else {
        throw error
      }
      return stored.answer(to: request, at: now())
    }
    return try await judge(answer, request, stored, policy, wasConditional: !conditions.isEmpty)
  }

  private func judge(
    _ answer: Answer, _ request: RelayRequest, _ stored: StoredAnswer?, _ policy: CachePolicy,
    wasConditional: Bool
  ) async throws(FetchError) -> RelayAnswer {
    if let stored, CachePolicy.errors.contains(answer.status),
      policy.permitsStaleOnError(stored.entry)
    {
      _ = try relayed(answer)  // whose content nobody wants
      return stored.answer(to: request, at: now())
    }
    if request.method == "HEAD" { return try await heed(answer, request, stored) }
    if answer.status == 304, wasConditional, let stored {
      guard stored.entry.validators.agree(with: answer.headers) else {
        return try await ask(request, nil, policy)
      }
      return await renew(stored, by: answer, request).answer(to: request, at: now())
    }
    return try await keep(answer, request)
  }

  /// The answer to a HEAD brings the stored head up to date, or shows that it no longer holds
  /// (§4.3.5).
  private func heed(_ answer: Answer, _ request: RelayRequest, _ stored: StoredAnswer?)
    async throws(FetchError) -> RelayAnswer
  {
    guard let stored, answer.status == 200, stored.entry.status == 200 else {
      return try relayed(answer)
    }
    if stored.entry.validators.areConfirmed(byHead: answer.headers) {
      _ = await renew(stored, by: answer, request)
    } else {
      try await cache.forget(stored)
    }
    return try relayed(answer)
  }

  /// A stored answer with the head that a 304 or a HEAD brought (§3.2).
  private func renew(_ stored: StoredAnswer, by answer: Answer, _ request: RelayRequest) async
    -> StoredAnswer
  {
    var head = answer.head
    head.headers = head.headers.endToEnd
    let entry = stored.entry.confirmed(by: head, redirectsHold: nil)
    return await cache.replace(stored, with: entry, for: CacheKey(relaying: request.url))
  }
}

extension Fetcher {
  /// Stores an answer if it may be (§3), and hands it on either way.
  private func keep(_ answer: Answer, _ request: RelayRequest) async throws(FetchError)
    -> RelayAnswer
  {
    guard case .body(let body) = answer.content, let part = part(of: body),
      Storability.allows(answer.status, answer.headers, to: CacheControl(request.headers)),
      let vary = Vary(answer: answer.headers, request: request.headers)
    else { return try relayed(answer) }
    let entry = CacheEntry(
      status: answer.status, headers: answer.headers.endToEnd, requestedAt: answer.requestedAt,
      receivedAt: answer.receivedAt, vary: vary,
      answeredBy: Digest.hex(request.url.withoutFragment),
      redirectedTo: nil, redirectsHold: nil, bodyLength: body.length, bodyDigest: body.digest)
    guard let stored = await cache.store(part, entry, for: CacheKey(relaying: request.url)) else {
      return try relayed(answer)
    }
    return RelayAnswer(
      status: answer.status, phrase: answer.head.phrase, headers: answer.headers.endToEnd,
      body: stored.body)
  }

  private func relayed(_ answer: Answer) throws(FetchError) -> RelayAnswer {
    var bytes = Data()
    if case .body(let body) = answer.content { bytes = try body.take() }
    return RelayAnswer(
      status: answer.status, phrase: answer.head.phrase, headers: answer.headers.endToEnd,
      body: bytes)
  }

  /// One request of a client and its answer on the wire.
  private func exchange(_ request: RelayRequest, _ headers: [HTTPHeader]) async throws(FetchError)
    -> Answer
  {
    let record = RequestLog(request.url, logger)
    let start = uptime()
    do throws(FetchError) {
      let requestedAt = now()
      let response = try await relayWire.send(
        request,
        headers.endToEnd.without(["host", "content-length"]) + [HTTPHeader("Connection", "close")])
      let head = AnswerHead(response, request.url, requestedAt, receivedAt: now())
      let mayBeKept = request.method != "HEAD" && head.status != 304 && request.mayBeWritten
      let body = try await take(
        response, head, into: writer(for: mayBeKept ? head : nil), since: start)
      record.end(head.status, .body(body))
      return Answer(head: head, content: .body(body), redirectsHold: nil, wasConditional: false)
    } catch {
      record.end(error)
      throw error
    }
  }
}

extension RelayRequest {
  /// Nothing of the answer may be written down when the asker says so (RFC 9111 §5.2.1.5).
  fileprivate var mayBeWritten: Bool { !CacheControl(headers).noStore }

  /// Conditions that only the origin can judge are left to it, and so is what must not be kept.
  fileprivate var mayUseCache: Bool {
    ["GET", "HEAD"].contains(method) && mayBeWritten
      && !headers.contains { Conditions.forOrigins.contains($0.name.lowercased()) }
  }
}

extension RelayAnswer {
  /// Nothing stored will do, and nobody may be asked (RFC 9111 §5.2.1.7).
  fileprivate static let notStored = RelayAnswer(
    status: 504, phrase: "Gateway Timeout", headers: [], body: Data())
}

extension StoredAnswer {
  /// What the client is told: not modified (§4.3.2), the bytes it wants, or all of them.
  fileprivate func answer(to request: RelayRequest, at now: Date) -> RelayAnswer {
    var answer = RelayAnswer(
      status: entry.status, phrase: "", headers: entry.headersForReuse(at: now), body: body)
    if Conditions(request.headers).holds(entry) {
      answer.status = 304
      answer.headers = answer.headers.without(["content-length"])
      answer.body = Data()
    } else if let wanted = range(request) {
      answer.cut(to: wanted)
    }
    if request.method == "HEAD" { answer.body = Data() }
    return answer
  }

  /// The range wanted, if the client's copy is of these very bytes (RFC 9110 §13.1.5).
  private func range(_ request: RelayRequest) -> ByteRange? {
    guard request.method == "GET", entry.status == 200,
      let range = ByteRange(request.headers.combined("Range"))
    else { return nil }
    guard let condition = request.headers.first("If-Range") else { return range }
    guard let tag = entry.validators.etag, condition.hasPrefix("\"") else { return nil }
    return EntityTag(condition).isStronglyEqual(to: EntityTag(tag)) ? range : nil
  }
}

extension RelayAnswer {
  /// Part of the content (RFC 9110 §15.3.7), or word that there is no such part (§15.5.17).
  fileprivate mutating func cut(to wanted: ByteRange) {
    headers = headers.without(["content-length", "content-range"])
    guard let range = wanted.resolved(in: body.count) else {
      headers.append(HTTPHeader("Content-Range", "bytes */\(body.count)"))
      (status, body) = (416, Data())
      return
    }
    headers.append(
      HTTPHeader(
        "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"))
    (status, body) = (206, Data(body[range]))
  }
}
