import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    let app = Application(
      router: router, server: StalledReaderHandler.server(patience: .milliseconds(50)),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    try await app.test(.live) { client in
      let reader = try StalledReader(port: try #require(client.port), path: "/endless")
      var iterator = ends.makeAsyncIterator()
      let told = await iterator.next()
      #expect(told == "the writer was told")
      reader.leave()
    }
  }

  @Test func `differs from one that reads, who gets everything`() async throws {
    let router = Router()
    router.get("/long") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<200 {
            try await writer.write(ByteBuffer(repeating: 0x61, count: 65_536))
          }
          try await writer.finish(nil)
        })
    }
    let app = Application(
      router: router, server: StalledReaderHandler.server(patience: .seconds(30)),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    try await app.test(.live) { client in
      let answer = try await client.execute(uri: "/long", method: .get)
      #expect(answer.body.readableBytes == 200 * 65_536)
    }
  }
}

/// A connection that asks and never reads.
private struct StalledReader {
  private let socket: Int32

  init(port: Int, path: String) throws {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    try #require(isConnected == 0)
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    #expect(request.withCString { write(socket, $0, strlen($0)) } == request.utf8.count)
  }

  func leave() { close(socket) }
}
