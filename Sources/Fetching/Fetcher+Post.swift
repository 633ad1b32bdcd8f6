import AsyncHTTPClient
public import Foundation

/// A message for a server whose address was found in data, such as a push endpoint.
public struct PostRequest: Sendable, Hashable {
  /// An `http` or `https` URL.
  public var url: URL
  /// The header lines, beside `User-Agent` and those of the connection.
  public var headers: [HTTPHeader]
  /// The content.
  public var body: Data

  /// A message with its content.
  public init(_ url: URL, headers: [HTTPHeader] = [], body: Data) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a server said to a message, whatever its status.
public struct PostAnswer: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The answer's header lines.
  public var headers: [HTTPHeader]
  /// The beginning of the answer's text, at most 500 bytes.
  public var text: String
  /// Until when the server asks not to be asked (`Retry-After`), if it does.
  public var retryAfter: Date?
}

extension Fetcher {
  /// Sends a message once, to a public address or to a private host that a person has allowed.
  ///
  /// Nothing is tried again, no redirect is followed and nothing is kept. The host's turn is waited
  /// for like any other; while a host is held back, ``FetchError/postponed(until:because:)`` is
  /// thrown and nothing is sent. Whether a `Retry-After` holds back the whole host is for the caller
  /// to say with ``holdBack(_:)``. The log names the server alone, since such addresses are secrets.
  @concurrent
  public func post(_ request: PostRequest) async throws(FetchError) -> PostAnswer {
    guard let host = Authority(request.url) else {
      throw .unusable(why: "\(request.url.forLogs) is not an http or https address")
    }
    try await configuration.addressRule.check(host)
    let turn = try await messageGate.withTurn(at: host, spacing: configuration.spacing(for: host)) {
      () async throws(FetchError) -> PostAnswer in
      try await self.send(request)
    }
    switch turn {
    case .had(let answer): return answer
    case .notBefore(let date): throw .postponed(until: date, because: .hostHeldBack)
    }
  }

  private func send(_ request: PostRequest) async throws(FetchError) -> PostAnswer {
    let record = RequestLog(request.url.withoutPath, logger)
    do throws(FetchError) {
      let requestedAt = now()
      let response = try await wire.post(
        request, [HTTPHeader("User-Agent", configuration.userAgent)],
        mayBePrivate: configuration.addressRule.allowsPrivate(request.url.hostName))
      let head = AnswerHead(response, request.url, requestedAt, receivedAt: now())
      let text = try await beginning(of: response, head)
      record.end(head.status, .text(text))
      return PostAnswer(
        status: head.status, headers: head.headers, text: text,
        retryAfter: RetryAfter.date(from: head.headers.first("Retry-After"), now: now()))
    } catch {
      record.end(error)
      throw error
    }
  }
}

extension URL {
  /// The server's address alone.
  fileprivate var withoutPath: URL {
    var parts = URLComponents()
    (parts.scheme, parts.percentEncodedHost, parts.port) = (scheme, host(), port)
    return parts.url ?? URL(filePath: "/")
  }
}
