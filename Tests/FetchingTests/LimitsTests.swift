import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `An answer` {
  private static let packedHello = "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLswTAAAA"
  private static let deflatedHello = "eNrLSM3JyddRKEhMzk5NUSjPL8pJAQBFqwcR"
  /// 100,000 zero bytes in 133.
  private static let bomb = """
    H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA
    """

  private func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64)))
  }

  @Test(arguments: [("gzip", packedHello), ("deflate", deflatedHello), ("GZIP", packedHello)])
  func `is unpacked, and says so no more`(_ coding: String, _ base64: String) async throws {
    let packed = try bytes(base64)
    try await withServer(answering: { _ in .answer(200, ["Content-Encoding": coding], packed) }) {
      server in
      try await withFetcher { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.text == "hello, packed world")
        #expect(outcome.payload?.header("Content-Encoding") == nil)
      }
    }
  }

  @Test func `that is packed as we did not ask is refused`() async throws {
    try await withServer(answering: { _ in .text("??", ["Content-Encoding": "br"]) }) { server in
      try await withFetcher { trial in
        let why = "it is packed as br, which we did not ask for"
        await #expect(throws: FetchError.undecodable(why: why)) {
          try await trial.get(server.url("/a"))
        }
      }
    }
  }

  @Test func `that is packed and damaged is refused`() async throws {
    var packed = try bytes(Self.packedHello)
    packed[12] ^= 0xff
    try await withServer(answering: { [packed] _ in
      .answer(200, ["Content-Encoding": "gzip"], packed)
    }) { server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          if case .undecodable = $0 as? FetchError { true } else { false }
        }
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `that unpacks to more than the limit is refused`() async throws {
    let bomb = try bytes(Self.bomb)
    try await withServer(answering: { _ in .answer(200, ["Content-Encoding": "gzip"], bomb) }) {
      server in
      try await withFetcher {
        $0.maxBytes = 1000
      } _: { trial in
        await #expect(throws: FetchError.tooLarge(limit: 1000)) {
          try await trial.get(server.url("/a"))
        }
        #expect(server.asked.count == 1)
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test(arguments: [true, false])
  func `larger than the limit is refused, whether or not it says its length`(_ says: Bool)
    async throws
  {
    let piece = [UInt8](repeating: 7, count: 600)
    try await withServer(answering: { _ in
      says ? .answer(200, [:], piece + piece) : .pieces([:]) { piece }
    }) { server in
      try await withFetcher {
        $0.maxBytes = 1000
      } _: { trial in
        await #expect(throws: FetchError.tooLarge(limit: 1000)) {
          try await trial.get(server.url("/a"))
        }
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `exactly as large as the limit is taken`() async throws {
    try await withServer(answering: { _ in .text("12345") }) { server in
      try await withFetcher {
        $0.maxBytes = 5
      } _: { trial in
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.text == "12345")
      }
    }
  }

  @Test func `to equal requests at once is fetched once`() async throws {
    let (start, go) = AsyncStream<Void>.makeStream()
    try await withServer(answering: { _ in
      for await _ in start {}
      return .text("shared")
    }) { server in
      try await withFetcher { trial in
        let request = FetchRequest(server.url("/a"), mayBePrivate: true)
        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
          for _ in 0..<8 { group.addTask { try await trial.fetcher.fetch(request).text } }
          while await trial.fetcher.flights.waiting(for: request) < 7 { await Task.yield() }
          go.finish()
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "shared", count: 8))
        #expect(server.asked.count == 1)
      }
    }
  }

  @Test func `is given up when the asker gives up`() async throws {
    try await withServer(answering: { _ in .silence }) { server in
      try await withFetcher { trial in
        await withTaskGroup(of: FetchError?.self) { group in
          group.addTask {
            do throws(FetchError) {
              _ = try await trial.get(server.url("/a"))
              return nil
            } catch { return error }
          }
          while server.asked.isEmpty { await Task.yield() }
          group.cancelAll()
          #expect(await group.next() == .some(.cancelled))
        }
      }
    }
  }
}
