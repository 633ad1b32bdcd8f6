import AlmanacFetching
public import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOFoundationCompat
import NIOPosix
public import ServiceLifecycle

/// A reverse proxy whose only talent is the HTTP cache that syncs use, so that the cache can be
/// measured from outside, for instance by the public suite http-tests/cache-tests.
///
/// It follows no redirects, unpacks nothing and forwards every method. When the origin does not
/// answer and nothing stored may stand for it, it says 502.
public struct CacheProxy: Service {
  private let origin: URL
  private let address: BindAddress
  private let isCaching: Bool
  private let fetcher: Fetcher
  private let logger: Logger
  private let whenRunning: @Sendable (Int) async -> Void

  /// SwiftNIO reads `M-SEARCH` and calls it by a name that no server knows.
  private static let asWritten = ["MSEARCH": "M-SEARCH"]
  /// The most bytes of a request's content.
  private static let mostContent = 16 << 20

  /// A proxy in front of an origin such as `http://127.0.0.1:8000`.
  ///
  /// With `isCaching` false it only forwards, to tell the faults of a proxy from those of a cache.
  /// `whenRunning` is told the port.
  public init(
    origin: URL, host: String, port: Int, cacheDirectory: URL, isCaching: Bool = true,
    logger: Logger, whenRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    self.origin = origin
    self.isCaching = isCaching
    self.logger = logger
    self.whenRunning = whenRunning
    address = .hostname(host, port: port)
    fetcher = Fetcher(
      Fetcher.Configuration(cacheDirectory: cacheDirectory, contact: ""), logger: logger)
  }

  /// Serves until the group of services is asked to end.
  ///
  /// Throws when the address is taken.
  public func run() async throws {
    let server = try HTTPServerBuilder.http1().buildServer(
      configuration: ServerConfiguration(address: address),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
      responder: { request, writer, _ in try await respond(to: request, writer) },
      onServerRunning: { await whenRunning($0.localAddress?.port ?? 0) })
    try await server.run()
    try await fetcher.shutdown()
  }

  // Off the caller's actor like the writer's own methods, which are not `nonisolated(nonsending)`.
  @concurrent
  private func respond(to request: Request, _ writer: consuming ResponseWriter) async throws {
    let content = try await request.body.collect(upTo: Self.mostContent)
    let (head, body, again) = await answer(relayed(request, Data(buffer: content)))
    try await writer.write(response: head, body: body)
    if let again { await revalidate(again) }
  }

  private func answer(_ request: RelayRequest?) async -> (
    HTTPResponse, ResponseBody, RelayRequest?
  ) {
    guard let request else { return (HTTPResponse(status: .badRequest), ResponseBody(), nil) }
    do {
      let answer = try await isCaching ? fetcher.relay(request) : fetcher.forward(request)
      let body = ResponseBody(byteBuffer: ByteBuffer(data: answer.body))
      return (head(answer, request), body, answer.revalidation)
    } catch {
      let text = ByteBuffer(string: "\(error)\n")
      let fields: HTTPFields = [
        .contentType: "text/plain", .contentLength: "\(text.readableBytes)",
      ]
      let head = HTTPResponse(status: .badGateway, headerFields: fields)
      return (head, ResponseBody(byteBuffer: text), nil)
    }
  }

  /// What the origin is to be asked; its address stands before the path as it was sent.
  private func relayed(_ request: Request, _ content: Data) -> RelayRequest? {
    let base = origin.absoluteString
    guard let path = request.head.path, path.hasPrefix("/"),
      let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path)
    else { return nil }
    let headers = request.headers.map { HTTPHeader($0.name.rawName, $0.value) }
    let method = request.method.rawValue
    return RelayRequest(Self.asWritten[method] ?? method, url, headers: headers, body: content)
  }

  /// Repeated fields become one line; the length is that of the content, but for an answer that
  /// has none to measure.
  private func head(_ answer: RelayAnswer, _ request: RelayRequest) -> HTTPResponse {
    var fields = HTTPFields()
    for header in answer.headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      fields[name] = fields[name].map { "\($0), \(header.value)" } ?? header.value
    }
    let hasContent = request.method != "HEAD" && ![204, 304].contains(answer.status)
    if hasContent { fields[.contentLength] = "\(answer.body.count)" }
    let status = HTTPResponse.Status(code: answer.status, reasonPhrase: answer.phrase)
    return HTTPResponse(status: status, headerFields: fields)
  }

  /// The client has its answer; a failure now leaves the stored answer as stale as it was.
  private func revalidate(_ request: RelayRequest) async {
    do { try await fetcher.revalidate(request) } catch {
      logger.info("revalidation failed", metadata: ["error": "\(error)"])
    }
  }
}
