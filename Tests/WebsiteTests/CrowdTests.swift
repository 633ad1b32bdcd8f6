import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import AlmanacWebsite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that answers as a test wants, on a real socket.
private func serve<Value: Sendable>(
  _ limits: ConnectionLimits, _ router: Router<BasicRequestContext>,
  _ body: @Sendable @escaping (Int, any TestClientProtocol) async throws -> Value
) async throws -> Value {
  let server = try GuardedServer(limits)
  let app = Application(
    router: router, server: server.builder,
    configuration: ApplicationConfiguration(
      address: .hostname("127.0.0.1", port: 0), availableConnectionsDelegate: server.count),
    onServerRunning: GuardedServer.listens)
  return try await app.test(.live) { client in
    try await body(try #require(client.port), client)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A reader that takes nothing` {
  @Test func `is let go of, and whatever was made for it`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    let router = Router()
    router.get("/endless") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          do {
            while true { try await writer.write(ByteBuffer(repeating: 0x61, count: 65_536)) }
          } catch {
            end.yield("the writer was told")
            throw error
          }
        })
    }
    var limits = ConnectionLimits()
    limits.stall = .milliseconds(200)
    try await serve(limits, router) { port, _ in
      let reader = try Hand(port: port, "GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
      var iterator = ends.makeAsyncIterator()
      let told = await iterator.next()
      #expect(told == "the writer was told")
      reader.leave()
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A crowd` {
  @Test func `that is being answered is left alone, and the next waits for its turn`() async throws
  {
    let (goes, go) = AsyncStream.makeStream(of: Void.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let router = Router()
    router.get("/") { _, _ in
      begin.yield()
      for await _ in goes { break }
      return "here"
    }
    var limits = ConnectionLimits()
    limits.connections = 1
    try await serve(limits, router) { port, _ in
      let text = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
      var begun = begins.makeAsyncIterator()
      let first = try Hand(port: port, text)
      await begun.next()
      let second = try Hand(port: port, text)
      go.yield()
      #expect(await first.take(1000, every: 0, until: "here") > 4)
      await begun.next()
      go.yield()
      #expect(await second.take(1000, every: 0, until: "here") > 4)
      go.finish()
      first.leave()
      second.leave()
    }
  }
}

/// A connection of a client that has its own pace.
private struct Hand: Sendable {
  private let socket: Int32

  init(port: Int, _ request: String) throws {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // Little room, so that what it takes is acknowledged as it takes it.
    var room: Int32 = 65_536
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    try #require(isConnected == 0)
    #expect(request.withCString { write(socket, $0, strlen($0)) } == request.utf8.count)
  }

  /// Takes so much at a time, with a pause between, until the end or a word; gives how much.
  func take(_ size: Int, every milliseconds: Int32, until word: String? = nil) async -> Int {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {  // which may wait, unlike the threads that the server runs on
        continuation.resume(returning: takeNow(size, milliseconds, word))
      }
    }
  }

  private func takeNow(_ size: Int, _ milliseconds: Int32, _ word: String?) -> Int {
    var (chunk, total, text) = ([UInt8](repeating: 0, count: size), 0, "")
    while true {
      let count = recv(socket, &chunk, size, 0)
      guard count > 0 else { return total }
      total += count
      text = String(decoding: chunk[..<count], as: UTF8.self)
      if let word, text.contains(word) { return total }
      _ = poll(nil, 0, milliseconds)
    }
  }

  func leave() { close(socket) }
}
