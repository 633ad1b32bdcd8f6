import AlmanacFetching
import AlmanacSandbox
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The cache proxy` {
  /// An origin that says which method it was asked with.
  private struct Origin: HTTPResponder {
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
      var fields: HTTPFields = [.cacheControl: "max-age=60", .contentType: "text/plain"]
      fields.append(HTTPField(name: .setCookie, value: "a=1"))
      fields.append(HTTPField(name: .setCookie, value: "b=2"))
      if request.uri.path == "/moved" { fields[.location] = "/elsewhere" }
      return Response(
        status: request.uri.path == "/moved" ? .found : .ok, headers: fields,
        body: .init(byteBuffer: ByteBuffer(string: request.method.rawValue)))
    }
  }

  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Runs an origin and a proxy in front of it, and tells the proxy's address.
  private func withProxy(
    ofPort dead: Int? = nil, _ body: (URL, Fetcher) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (ports, found) = AsyncStream<Int>.makeStream()
    let origin = Application(
      responder: Origin(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { found.yield($0.localAddress?.port ?? 0) }, logger: Self.quiet)
    // Ended in good order: a server whose task is cancelled drops connections it has just accepted.
    let group = ServiceGroup(configuration: .init(services: [origin], logger: Self.quiet))
    async let run: Void = group.run()
    var port = ports.makeAsyncIterator()
    let living = await port.next() ?? 0
    let base = try Self.address(dead ?? living)
    await group.addServiceUnlessShutdown(
      CacheProxy(
        origin: base, host: "127.0.0.1", port: 0, cacheDirectory: folder.appending(path: "proxy"),
        logger: Self.quiet
      ) { found.yield($0) })
    let client = Fetcher(.init(cacheDirectory: folder.appending(path: "client"), contact: ""))
    let own = await port.next() ?? 0
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(try Self.address(own), client)) } catch {
      outcome = .failure(error)
    }
    try await client.shutdown()
    await group.triggerGracefulShutdown()
    try await run
    try outcome.get()
  }

  private static func address(_ port: Int) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)"))
  }

  @Test func `hands on what the origin says, and later says it itself`() async throws {
    try await withProxy { address, client in
      for isStored in [false, true] {
        let answer = try await client.forward(RelayRequest("GET", address.appending(path: "a")))
        #expect(answer.status == 200 && answer.body == Data("GET".utf8))
        let fields = Dictionary(grouping: answer.headers) { $0.name.lowercased() }
        #expect(fields["set-cookie"]?.map(\.value) == ["a=1, b=2"])
        #expect(fields["content-length"]?.map(\.value) == ["3"])
        #expect((fields["age"] != nil) == isStored)
        #expect(fields["date"]?.count == 1)
      }
    }
  }

  @Test func `follows no redirect`() async throws {
    try await withProxy { address, client in
      let answer = try await client.forward(RelayRequest("GET", address.appending(path: "moved")))
      #expect(answer.status == 302)
      #expect(answer.headers.contains { $0.value == "/elsewhere" })
    }
  }

  @Test(arguments: ["POST", "DELETE", "PATCH", "PROPFIND"])
  func `forwards every method`(_ method: String) async throws {
    try await withProxy { address, client in
      let answer = try await client.forward(
        RelayRequest(method, address.appending(path: "a"), body: Data("x".utf8)))
      #expect(answer.body == Data(method.utf8))
    }
  }

  @Test func `says 502 when there is no origin`() async throws {
    try await withProxy(ofPort: 1) { address, client in
      let answer = try await client.forward(RelayRequest("GET", address.appending(path: "a")))
      #expect(answer.status == 502)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("could not be reached"))
    }
  }
}
