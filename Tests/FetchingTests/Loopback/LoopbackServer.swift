import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A request as the server saw it.
struct Asked: Sendable {
  let method: String
  let target: String
  let headers: HTTPHeaders

  func header(_ name: String) -> String? { headers.first(name: name) }
}

/// What the server does with a request.
enum Served: Sendable {
  case answer(Int, [String: String] = [:], [UInt8] = [])
  /// Announces more bytes than it sends, then closes.
  case cutOff(announced: Int, [UInt8])
  /// Sends the pieces as they come and ends when they end.
  case pieces([String: String], @Sendable () async -> [UInt8]?)
  /// The same with a status.
  case drips(Int, @Sendable () async -> [UInt8]?)
  /// Accepts the request and never says a word.
  case silence

  static func text(_ text: String, _ headers: [String: String] = [:]) -> Served {
    .answer(200, headers, Array(text.utf8))
  }
}

/// A real HTTP server on loopback that answers from a closure and remembers what it was asked.
struct LoopbackServer: Sendable {
  typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  let port: Int
  let log: Log

  final class Log: Sendable {
    private let entries = Mutex<[Asked]>([])
    var asked: [Asked] { entries.withLock { $0 } }
    func add(_ entry: Asked) { entries.withLock { $0.append(entry) } }
  }

  var asked: [Asked] { log.asked }

  func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> URL {
    guard let url = URL(string: "\(scheme)://\(host):\(port)\(path)") else {
      preconditionFailure("not a path: \(path)")
    }
    return url
  }
}

/// Runs a server while `body` runs.
@discardableResult
func withServer<Result: Sendable>(
  tls: NIOSSLContext? = nil,
  answering answer: @escaping @Sendable (Asked) async -> Served,
  _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let log = LoopbackServer.Log()
  let conversations = Conversations()
  let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        if let tls {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
        }
        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
        let connection = try LoopbackServer.Connection(wrappingChannelSynchronously: channel)
        conversations.begin { await converse(connection, log, answer) }
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  let server = LoopbackServer(port: channel.localAddress?.port ?? 0, log: log)
  let result: Swift.Result<Result, any Error>
  do { result = .success(try await body(server)) } catch { result = .failure(error) }
  // One that closed by itself is closed all the same, and the body's own error is what counts.
  try? await channel.close()
  await conversations.end()
  return try result.get()
}

/// The connections of one server.
///
/// Each has its task from the moment it is made: one accepted while the server ends would otherwise
/// have nobody to close it, which NIO answers with a crash.
private final class Conversations: Sendable {
  private let state = Mutex<(isOver: Bool, tasks: [Task<Void, Never>])>((false, []))

  func begin(_ conversation: @escaping @Sendable () async -> Void) {
    state.withLock {
      let task = Task { await conversation() }
      if $0.isOver { task.cancel() }
      $0.tasks.append(task)
    }
  }

  func end() async {
    let tasks = state.withLock {
      $0.isOver = true
      return $0.tasks
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}

/// Clients that hang up are part of the tests, so a broken connection is only the end of it.
private func converse(
  _ connection: LoopbackServer.Connection, _ log: LoopbackServer.Log,
  _ answer: @escaping @Sendable (Asked) async -> Served
) async {
  // A client that hangs up, and the end of the server, are no failures of a test.
  try? await connection.executeThenClose { inbound, outbound in
    for try await case .head(let head) in inbound {
      let asked = Asked(method: "\(head.method)", target: head.uri, headers: head.headers)
      log.add(asked)
      guard try await write(await answer(asked), to: outbound, connection.channel) else { return }
    }
  }
}

/// Returns whether the connection stays open.
private func write(
  _ served: Served,
  to outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>, _ channel: any Channel
) async throws -> Bool {
  switch served {
  case .answer(let status, let headers, let body):
    try await outbound.write(.head(head(status, headers, length: body.count)))
    if !body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
    try await outbound.write(.end(nil))
    return true
  case .cutOff(let announced, let body):
    try await outbound.write(.head(head(200, [:], length: announced)))
    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body))))
    return false
  case .drips(let status, let next):
    return try await write(pieces: next, head(status, [:], length: nil), outbound, channel)
  case .pieces(let headers, let next):
    return try await write(pieces: next, head(200, headers, length: nil), outbound, channel)
  case .silence:
    for await _ in AsyncStream<Void>.makeStream().stream {}
    return false
  }
}

private func write(
  pieces next: @Sendable () async -> [UInt8]?, _ head: HTTPResponseHead,
  _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>, _ channel: any Channel
) async throws -> Bool {
  try await outbound.write(.head(head))
  // Waits for each piece to reach the kernel, so that nothing piles up on this side.
  while let piece = await next() {
    let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: piece)))
    try await channel.writeAndFlush(part)
  }
  try await outbound.write(.end(nil))
  return true
}

private func head(_ status: Int, _ headers: [String: String], length: Int?) -> HTTPResponseHead {
  var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status))
  for (name, value) in headers { head.headers.add(name: name, value: value) }
  if let length, status != 304, status != 204 {
    head.headers.replaceOrAdd(name: "Content-Length", value: "\(length)")
  }
  return head
}
