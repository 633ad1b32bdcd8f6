import AlmanacFetching
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import AlmanacNotifying

@Suite(.timeLimit(.minutes(5))) struct `A courier` {
  typealias Example = `A message for a browser`.Example

  @Test func `hands over what the browser can read, with what a push service asks for`()
    async throws
  {
    try await PushService.with(status: .created) { service, courier, endpoint in
      let message = PushMessage(
        text: Array("news".utf8), shorter: [], timeToLive: 60, urgency: .low, topic: "abc")
      let outcome = try await courier.deliver(message, to: endpoint, Example.keys())
      #expect(outcome == .delivered)
      let posted = try #require(service.posted.first)
      #expect(try Opened(posted.body, Example.key(Example.browser)).text == Array("news".utf8))
      #expect(posted.headers["TTL"] == "60")
      #expect(posted.headers["Urgency"] == "low")
      #expect(posted.headers["Topic"] == "abc")
      #expect(posted.headers["Content-Encoding"] == "aes128gcm")
      #expect(posted.headers["Authorization"]?.hasPrefix("vapid t=eyJ0eXAiOiJKV1Qi") == true)
      #expect(posted.body.count == 359)  // head, padded text, mark, tag
    }
  }

  @Test(arguments: [HTTPResponse.Status.notFound, .gone])
  func `tells that a browser is gone`(_ status: HTTPResponse.Status) async throws {
    #expect(try await Self.outcome(status) == .gone)
  }

  @Test(arguments: [HTTPResponse.Status.tooManyRequests, .serviceUnavailable])
  func `waits as long as it is asked to`(_ status: HTTPResponse.Status) async throws {
    let outcome = try await Self.outcome(status, retryAfter: "120")
    #expect(outcome == .postponed(until: PushService.now + 120))
  }

  @Test func `leaves a push service alone that is down, and others not`() async throws {
    try await PushService.with(status: .serviceUnavailable, retryAfter: "60") {
      service, courier, endpoint in
      _ = try await courier.deliver(Self.message, to: endpoint, Example.keys())
      let again = try await courier.deliver(Self.message, to: endpoint, Example.keys())
      #expect(again == .postponed(until: PushService.now + 60))
      #expect(service.posted.count == 1)
    }
  }

  @Test func `says it in fewer words when the push service finds it too long`() async throws {
    try await PushService.with(status: .contentTooLarge) { service, courier, endpoint in
      let outcome = try await courier.deliver(Self.message, to: endpoint, Example.keys())
      guard case .failed = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let texts = try service.posted.map {
        try Opened($0.body, Example.key(Example.browser)).text
      }
      #expect(texts == [Self.message.text, Self.message.shorter])
    }
  }

  @Test(arguments: [HTTPResponse.Status.badRequest, .found])
  func `tells what else went wrong and follows nobody elsewhere`(
    _ status: HTTPResponse.Status
  ) async throws {
    let outcome = try await Self.outcome(status)
    #expect(outcome == .failed("the push service answered \(status.code): no"))
  }

  @Test(arguments: [HTTPResponse.Status.internalServerError, .badGateway, .serviceUnavailable])
  func `tells a push service that is down from a browser that is refused`(
    _ status: HTTPResponse.Status
  ) async throws {
    #expect(try await Self.outcome(status) == .down("the push service answered \(status.code): no"))
  }

  @Test func `gives a push service up that is silent`() async throws {
    let (heard, hear) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    try await PushService.with(
      status: .created,
      silence: {
        hear.finish()
        for await _ in released {}
      }, pause: { _ in for await _ in heard {} }
    ) { _, courier, endpoint in
      let outcome = try await courier.deliver(Self.message, to: endpoint, Example.keys())
      release.finish()
      #expect(outcome == .down("the push service did not answer in time"))
    }
  }

  @Test(arguments: [
    ("https://Push.Example./a", "push.example:443"), ("http://10.0.0.1/a", "10.0.0.1:80"),
    ("https://push.example:8443/b", "push.example:8443"),
  ])
  func `knows a push service in every spelling`(_ address: String, _ server: String) throws {
    #expect(Courier.server(of: try #require(URL(string: address))) == server)
  }

  @Test func `goes to no private address that nobody named`() async throws {
    try await PushService.with(status: .created, allowed: []) { service, courier, endpoint in
      let outcome = try await courier.deliver(Self.message, to: endpoint, Example.keys())
      guard case .failed(let why) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(why.contains("private"))
      #expect(service.posted.isEmpty)
    }
  }

  private static let message = PushMessage(
    text: [UInt8](repeating: 65, count: 3000), shorter: Array("short".utf8))

  private static func outcome(
    _ status: HTTPResponse.Status, retryAfter: String? = nil
  ) async throws -> Courier.Outcome {
    try await PushService.with(status: status, retryAfter: retryAfter) { _, courier, endpoint in
      try await courier.deliver(Self.message, to: endpoint, Example.keys())
    }
  }
}

/// A push service on loopback that keeps what it is given and always answers the same.
final class PushService: Sendable {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// A message as it came.
  struct Posted: Sendable {
    let headers: [String: String]
    let body: Data
  }

  private let messages = Mutex<[Posted]>([])

  var posted: [Posted] { messages.withLock { $0 } }

  static func with<Value: Sendable>(
    status: HTTPResponse.Status, retryAfter: String? = nil, allowed: Set<String> = ["127.0.0.1"],
    silence: @escaping @Sendable () async -> Void = {},
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    _ body: @Sendable @escaping (PushService, Courier, URL) async throws -> Value
  ) async throws -> Value {
    let service = PushService()
    let router = Router()
    router.post("/p/{id}") { request, _ in
      try await service.take(request)
      await silence()
      var response = Response(status: status, body: .init(byteBuffer: .init(string: "no")))
      response.headers[.retryAfter] = retryAfter
      response.headers[.location] = status == .found ? "/p/elsewhere" : nil
      return response
    }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      logger: Logger(label: "push service"))
    return try await application.test(.live) { client in
      let endpoint = try #require(URL(string: "http://127.0.0.1:\(client.port ?? 0)/p/1"))
      return try await withCourier(allowed, pause) { try await body(service, $0, endpoint) }
    }
  }

  private func take(_ request: Request) async throws {
    let body = try await request.body.collect(upTo: 8192)
    let headers = Dictionary(
      request.headers.map { ($0.name.canonicalName.capitalizedWords, $0.value) }
    ) { first, _ in first }
    messages.withLock { $0.append(Posted(headers: headers, body: Data(body.readableBytesView))) }
  }

  private static func withCourier<Value: Sendable>(
    _ allowed: Set<String>, _ pause: @escaping @Sendable (Duration) async throws -> Void,
    _ body: (Courier) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
    var settings = Fetcher.Configuration(cacheDirectory: folder, contact: "")
    settings.allowedPrivateHosts = allowed
    let fetcher = Fetcher(settings, now: { now })
    let courier = Courier(fetcher: fetcher, key: ServerKey(), now: { now }, pause: pause)
    let result: Result<Value, any Error>
    do { result = .success(try await body(courier)) } catch { result = .failure(error) }
    try await fetcher.shutdown()
    return try result.get()
  }
}

extension String {
  /// "content-encoding" as "Content-Encoding"; "ttl" as "TTL".
  fileprivate var capitalizedWords: String {
    self == "ttl"
      ? "TTL"
      : split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined(separator: "-")
  }
}
