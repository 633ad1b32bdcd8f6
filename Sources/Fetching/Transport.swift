import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The wire: sends one request and hands over the answer's head and its unread body.
///
/// Redirects are left to us (``Itinerary``). HTTP/1.1 only: one connection per host is what we
/// want, and the address check hooks into it.
struct Transport: Sendable {
  private let open: OwnedClient
  private let guarded: OwnedClient
  private let timeout: Duration

  /// What a wire is for.
  enum Purpose: Sendable {
    /// Whole answers.
    case answers
    /// Answers that do not end.
    case streams
    /// Answers handed on as they are.
    ///
    /// Nothing is tried again, so each request asks for a connection of its own: one that was kept
    /// may be closing just then.
    case relaying
  }

  init(_ configuration: Fetcher.Configuration, for purpose: Purpose = .answers) {
    var settings = HTTPClient.Configuration(redirectConfiguration: .disallow)
    settings.httpVersion = .http1Only
    if let file = configuration.trustedCertificates {
      settings.tlsConfiguration = .makeClientConfiguration()
      settings.tlsConfiguration?.additionalTrustRoots = [.file(file.path)]
    }
    settings.timeout.connect = TimeAmount(configuration.connectTimeout)
    settings.timeout.read = TimeAmount(
      purpose == .streams ? configuration.streamIdleTimeout : configuration.idleTimeout)
    settings.connectionPool.retryConnectionEstablishment = false
    let loops = HTTPClient.EventLoopGroupProvider.shared(MultiThreadedEventLoopGroup.singleton)
    open = OwnedClient(HTTPClient(eventLoopGroupProvider: loops, configuration: settings))
    settings.http1_1ConnectionDebugInitializer = Self.refusePrivateAddress
    guarded = OwnedClient(HTTPClient(eventLoopGroupProvider: loops, configuration: settings))
    timeout = min(configuration.headTimeout, configuration.requestTimeout)
  }

  /// Sends a GET and returns when the answer's head is there.
  ///
  /// With `mayBePrivate` false the address that was really connected to is checked
  /// before a byte is sent, so a name that changes its address between look-up and use
  /// (DNS rebinding) gains nothing.
  func get(_ url: URL, _ headers: [HTTPHeader], mayBePrivate: Bool) async throws(FetchError)
    -> HTTPClientResponse
  {
    try await send(HTTPClientRequest(url: url.withoutFragment), to: url, headers, mayBePrivate)
  }

  /// Sends any request of a client we relay for.
  func send(_ relayed: RelayRequest, _ headers: [HTTPHeader]) async throws(FetchError)
    -> HTTPClientResponse
  {
    var request = HTTPClientRequest(url: relayed.url.withoutFragment)
    request.method = HTTPMethod(rawValue: relayed.method)
    if !relayed.body.isEmpty { request.body = .bytes(ByteBuffer(data: relayed.body)) }
    return try await send(request, to: relayed.url, headers, true)
  }

  /// Sends a message to an address found in data; the connection is checked as ``get`` does.
  func post(_ message: PostRequest, _ headers: [HTTPHeader], mayBePrivate: Bool)
    async throws(FetchError) -> HTTPClientResponse
  {
    var request = HTTPClientRequest(url: message.url.withoutFragment)
    request.method = .POST
    request.body = .bytes(ByteBuffer(data: message.body))
    return try await send(request, to: message.url, message.headers + headers, mayBePrivate)
  }

  private func send(
    _ request: HTTPClientRequest, to url: URL, _ headers: [HTTPHeader], _ mayBePrivate: Bool
  ) async throws(FetchError) -> HTTPClientResponse {
    var request = request
    for header in headers { request.headers.add(name: header.name, value: header.value) }
    let client = (mayBePrivate ? open : guarded).client
    do {
      return try await client.execute(request, deadline: .now() + TimeAmount(timeout))
    } catch {
      throw FetchError(error, host: url.hostName)
    }
  }

  func shutdown() async throws(FetchError) {
    do {
      try await open.client.shutdown()
      try await guarded.client.shutdown()
    } catch {
      throw FetchError(error, host: "")
    }
  }

  private static let refusePrivateAddress: @Sendable (any Channel) -> EventLoopFuture<Void> = {
    channel in
    let text = channel.remoteAddress?.ipAddress ?? ""
    if let address = IPAddress(text), !PrivateAddress.contains(address) {
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    // The pool must learn of the failure before the channel closes.
    channel.eventLoop.execute { channel.close(promise: nil) }
    return channel.eventLoop.makeFailedFuture(FetchError.privateAddress(host: text))
  }
}

extension HTTPClientResponse {
  var headerLines: [HTTPHeader] {
    headers.map { HTTPHeader($0.name, $0.value) }
  }
}
