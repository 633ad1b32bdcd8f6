import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

extension Fetcher {
  /// Who asks, and which codings we can undo; sent with every request.
  var ownHeaders: [HTTPHeader] {
    [
      HTTPHeader("User-Agent", configuration.userAgent),
      HTTPHeader("Accept-Encoding", "gzip, deflate"),
    ]
  }

  /// Follows one request through its redirects to an answer that is none.
  func converse(_ request: FetchRequest, _ stored: CacheEntry?) async throws(FetchError)
    -> HostGate.Turn<Answer>
  {
    var itinerary = Itinerary(request)
    while true {
      let conditions = stored?.conditions(for: itinerary.url, requested: request.url) ?? []
      let turn = try await visit(itinerary) { () async throws(FetchError) -> Answer in
        try await self.exchange(itinerary, conditions)
      }
      guard case .had(let answer) = turn, RedirectRule.statuses.contains(answer.status) else {
        return turn
      }
      if mustWait(before: answer.head) { return turn }
      try await advance(&itinerary, by: answer.head)
    }
  }

  /// One turn at the host that the itinerary has come to, if we may go there at all.
  func visit<Result: Sendable>(
    _ itinerary: Itinerary, _ work: () async throws(FetchError) -> Result
  ) async throws(FetchError) -> HostGate.Turn<Result> {
    guard let host = Authority(itinerary.url) else {
      throw .badRedirect(why: "not to a web address")
    }
    if let hosts = itinerary.hosts, !hosts.contains(host.name) {
      throw .unnamedHost(host: host.name)
    }
    if !mayBePrivate(itinerary) { try await configuration.addressRule.check(host) }
    return try await gate.withTurn(at: host, spacing: configuration.spacing(for: host), work)
  }

  /// Follows a redirect; from a public host it never leads into a private network.
  func advance(_ itinerary: inout Itinerary, by head: AnswerHead) async throws(FetchError) {
    let host = Authority(itinerary.url)
    try itinerary.follow(head)
    guard itinerary.mayBePrivate, let host, host.name != Authority(itinerary.url)?.name else {
      return
    }
    if try await !AddressRule.isPrivate(host) { itinerary.stayPublic() }
  }

  /// Whether private addresses are allowed at this stage of the way.
  func mayBePrivate(_ itinerary: Itinerary) -> Bool {
    itinerary.mayBePrivate || configuration.addressRule.allowsPrivate(itinerary.url.hostName)
  }
}

extension Fetcher {
  /// One request and its answer on the wire, with a line in the log.
  private func exchange(_ itinerary: Itinerary, _ conditions: [HTTPHeader])
    async throws(FetchError) -> Answer
  {
    let record = RequestLog(itinerary.url, logger)
    let start = uptime()
    do throws(FetchError) {
      let requestedAt = now()
      let response = try await wire.get(
        itinerary.url, itinerary.headers + ownHeaders + conditions,
        mayBePrivate: mayBePrivate(itinerary))
      let head = AnswerHead(response, itinerary.url, requestedAt, receivedAt: now())
      let content = try await read(response, head, since: start)
      record.end(head.status, content)
      return Answer(
        head: head, content: content, redirectsHold: itinerary.redirectsHold,
        wasConditional: !conditions.isEmpty)
    } catch {
      record.end(error)
      throw error
    }
  }

  private func read(
    _ response: HTTPClientResponse, _ head: AnswerHead, since start: Duration
  ) async throws(FetchError) -> Answer.Content {
    switch head.status {
    case 202, 206, 304, 429: return .text("")
    case 200...299: return .body(try await body(response, head, since: start))
    case _ where RedirectRule.statuses.contains(head.status): return .text("")
    default: return .text(try await beginning(of: response, head))
    }
  }

  /// Streams a body to disk, or to memory when it must not be stored.
  private func body(
    _ response: HTTPClientResponse, _ head: AnswerHead, since start: Duration
  ) async throws(FetchError) -> ReceivedBody {
    let unpacker = try Unpacker(head.headers, limit: configuration.maxBytes)
    return try await take(
      response, head, into: writer(for: head), unpacking: unpacker, since: start)
  }

  /// A writer to disk, or to memory when nothing may be written down (RFC 9111 §5.2.2.5).
  func writer(for head: AnswerHead?) -> BodyWriter {
    guard let head else { return BodyWriter(inMemoryUpTo: configuration.maxBytes) }
    let control = CacheControl(head.headers)
    return control.noStore && !control.mustUnderstand
      ? BodyWriter(inMemoryUpTo: configuration.maxBytes)
      : BodyWriter(file: cache.newPart(), limit: configuration.maxBytes)
  }

  /// Takes in a whole body, within the limits of size, time and rate.
  func take(
    _ response: HTTPClientResponse, _ head: AnswerHead, into writer: BodyWriter,
    unpacking unpacker: Unpacker? = nil, since start: Duration
  ) async throws(FetchError) -> ReceivedBody {
    var writer = writer
    var rate = LeastRate(configuration.leastRate, over: configuration.rateWindow, from: uptime())
    let announced = head.headers.first("Content-Length").flatMap { Int($0) } ?? 0
    do {
      guard announced <= configuration.maxBytes else {
        throw FetchError.tooLarge(limit: configuration.maxBytes)
      }
      for try await buffer in response.body {
        let bytes = Data(buffer: buffer)
        if let unpacker {
          try unpacker.unpack(bytes) { (piece) throws(FetchError) in try writer.write(piece) }
        } else {
          try writer.write(bytes)
        }
        try checkPace(&rate, bytes.count, since: start, head)
      }
      try unpacker?.finish()
      return try writer.finish()
    } catch {
      try writer.discard()
      throw FetchError(error, host: head.url.hostName)
    }
  }

  /// Throws where a body takes too long, or drips.
  private func checkPace(
    _ rate: inout LeastRate, _ count: Int, since start: Duration, _ head: AnswerHead
  ) throws(FetchError) {
    let time = uptime()
    guard time - start < configuration.requestTimeout else {
      throw .timedOut(host: head.url.hostName)
    }
    if rate.isTooSlow(after: count, at: time) {
      throw .brokenOff(host: head.url.hostName, why: "it sends too slowly")
    }
  }

  /// Refuses an answer that is packed in a way we did not ask for (RFC 9110 §8.4).
  func refuseCodings(of head: AnswerHead, except known: Set<String>) throws(FetchError) {
    let coding = head.headers.combined("Content-Encoding")?.lowercased() ?? "identity"
    guard known.contains(coding) else {
      throw .undecodable(why: "it is packed as \(coding), which we did not ask for")
    }
  }

  /// The first 500 bytes of an error's text, for the person who has to understand it.
  func beginning(of response: HTTPClientResponse, _ head: AnswerHead)
    async throws(FetchError) -> String
  {
    var bytes = Data()
    let start = uptime()
    do {
      let unpacker = try Unpacker(head.headers, limit: Self.mostErrorBytes)
      for try await buffer in response.body {
        try unpacker.unpack(Data(buffer: buffer)) { bytes += $0.prefix(500 - bytes.count) }
        if bytes.count == 500 || uptime() - start > configuration.errorTextTimeout { break }
      }
    } catch is CancellationError {
      throw .cancelled
    } catch {
      bytes += Data("…".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The most unpacked bytes of an error that are looked at.
  private static var mostErrorBytes: Int { 1 << 20 }
}

extension AnswerHead {
  init(_ response: HTTPClientResponse, _ url: URL, _ requestedAt: Date, receivedAt: Date) {
    self.init(
      status: Int(response.status.code), phrase: response.status.reasonPhrase,
      headers: response.headerLines, url: url, requestedAt: requestedAt, receivedAt: receivedAt)
  }
}
