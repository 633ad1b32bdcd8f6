import AsyncHTTPClient
import Foundation

extension Fetcher {
  /// Opens an answer that does not end; `lastEventID` is where an earlier stream broke off.
  ///
  /// The turn at the host ends when the answer begins, so that an open stream does not keep other
  /// requests out. Nothing is cached and nothing is tried again: that is for the caller, who
  /// knows what it missed. `since` are the headers of an earlier answer that ended, whose validators
  /// let a server say with a 304 that nothing is new. Throws
  /// ``FetchError/postponed(until:because:)`` when the host may not be asked yet.
  public func openStream(
    _ request: FetchRequest, lastEventID: String? = nil, since: [HTTPHeader] = []
  ) async throws(FetchError) -> ByteStream {
    guard Authority(request.url) != nil else {
      throw .unusable(why: "\(request.url.forLogs) is not an http or https address")
    }
    var itinerary = Itinerary(request)
    while true {
      let place = itinerary
      let turn = try await visit(place) { () async throws(FetchError) -> OpenedStream in
        let isSame = place.url == request.url
        let conditions = isSame ? Validators(since).conditions : []
        return try await self.open(place, lastEventID, conditions)
      }
      guard case .had(let opened) = turn else { throw refusal(turn) }
      guard RedirectRule.statuses.contains(opened.head.status), !mustWait(before: opened.head)
      else {
        return try await accept(opened)
      }
      try await advance(&itinerary, by: opened.head)
    }
  }

  private struct OpenedStream: Sendable {
    let response: HTTPClientResponse
    let head: AnswerHead
  }

  private func refusal(_ turn: HostGate.Turn<OpenedStream>) -> FetchError {
    guard case .notBefore(let date) = turn else { return .cancelled }
    return .postponed(until: date, because: .hostHeldBack)
  }

  private func open(
    _ itinerary: Itinerary, _ lastEventID: String?, _ conditions: [HTTPHeader]
  ) async throws(FetchError) -> OpenedStream {
    let record = RequestLog(itinerary.url, logger)
    do throws(FetchError) {
      let requestedAt = now()
      let response = try await streamWire.get(
        itinerary.url, streamHeaders(itinerary, lastEventID) + conditions,
        mayBePrivate: mayBePrivate(itinerary))
      let head = AnswerHead(response, itinerary.url, requestedAt, receivedAt: now())
      record.end(head.status, .text(""))
      return OpenedStream(response: response, head: head)
    } catch {
      record.end(error)
      throw error
    }
  }

  private func streamHeaders(_ itinerary: Itinerary, _ lastEventID: String?) -> [HTTPHeader] {
    var headers = itinerary.headers
    if headers.first("Accept") == nil {
      headers.append(HTTPHeader("Accept", "text/event-stream, application/x-ndjson;q=0.9"))
    }
    if let lastEventID { headers.append(HTTPHeader("Last-Event-ID", lastEventID)) }
    return headers + [
      HTTPHeader("User-Agent", configuration.userAgent),
      HTTPHeader("Accept-Encoding", "identity"), HTTPHeader("Cache-Control", "no-cache"),
    ]
  }

  /// Only 200 opens a stream; any answer may name a time, which the host's gate remembers.
  private func accept(_ opened: OpenedStream) async throws(FetchError) -> ByteStream {
    let head = opened.head
    let wait = await obey(head)
    if head.status == 200 {
      try refuseCodings(of: head, except: ["identity", ""])
      return ByteStream(opened.response, head)
    }
    if let wait { throw .postponed(until: wait, because: .askedToWait(status: head.status)) }
    throw .httpStatus(code: head.status, phrase: head.phrase, body: "")
  }
}
