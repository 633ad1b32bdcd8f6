import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `The file of a stored answer` {
  private let body = String(repeating: "row\n", count: 250_000)

  /// A server whose answer stands for good; each 304 says how many requests there were.
  private func withConfirming(
    _ work: (LoopbackServer) async throws -> Void
  ) async throws {
    let count = Counter()
    let body = body
    try await withServer(
      answering: { asked in
        let headers = [
          "ETag": "\"v1\"", "X-Count": "\(count.next())", "Cache-Control": "max-age=9999",
        ]
        return asked.header("If-None-Match") == nil ? .text(body, headers) : .answer(304, headers)
      }, work)
  }

  @Test func `is not copied for a 304, nor does it grow`() async throws {
    try await withConfirming { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let file = try #require(trial.files.first)
        let before = try #require(MappedFile.Mark(at: file))
        for _ in 1...20 {
          let outcome = try await trial.get(server.url("/a"))
          #expect(outcome.word == "not modified, confirmed")
        }
        let after = try #require(MappedFile.Mark(at: file))
        #expect(after.inode == before.inode && after.size == before.size)
        #expect(trial.files == [file])
        let last = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(last.payload?.header("X-Count") == "21")
      }
    }
  }

  @Test func `keeps the head before when a new one was only half written`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let time = ManualTime()
    let length = body.utf8.count
    try await withConfirming { server in
      try await withFetcher(in: folder, time) { trial in
        for _ in 1...2 { _ = try await trial.get(server.url("/a")) }
        let file = try #require(trial.files.first)
        var bytes = try Data(contentsOf: file)
        let slotLength = (bytes.count - length - 24) / 2
        bytes[length + slotLength + 60] ^= 1  // the second slot holds the second head
        try bytes.write(to: file)
      }
      try await withFetcher(in: folder, time) { trial in
        let outcome = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(outcome.word == "not modified, stillFresh")
        #expect(outcome.payload?.header("X-Count") == "1" && outcome.text == body)
      }
    }
  }

  @Test func `is written anew when a head does not fit its place`() async throws {
    let long = String(repeating: "x", count: 5000)
    try await withServer(answering: { asked in
      asked.header("If-None-Match") == nil
        ? .text("one", ["ETag": "\"v1\""]) : .answer(304, ["ETag": "\"v1\"", "X-Long": long])
    }) { server in
      try await withFetcher { trial in
        for _ in 1...3 { _ = try await trial.get(server.url("/a")) }
        let outcome = try await trial.get(server.url("/a"))
        #expect(outcome.payload?.header("X-Long") == long && outcome.text == "one")
        #expect(trial.files.count == 1)
      }
    }
  }

  @Test func `is read whole at its first use only, unless it changes`() async throws {
    try await withConfirming { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        let file = try #require(trial.files.first)
        let first = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(first.word == "not modified, stillFresh")
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data("ROW".utf8))
        try handle.close()
        let outcome = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(outcome.word == "changed" && outcome.text == body)
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The folder of the cache` {
  private let year = ["Cache-Control": "max-age=31536000"]

  @Test func `may hold what is not ours, which is left alone`() async throws {
    try await withServer(answering: { [year] _ in .text("one", year) }) { server in
      try await withFetcher { trial in
        let key = CacheKey(FetchRequest(server.url("/a"), mayBePrivate: true))
        let shard = trial.folder.appending(path: "answers").appending(path: key.shard)
        let pretender = shard.appending(path: "\(key.digest).0000000000000000")
        try FileManager.default.createDirectory(
          at: pretender, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: shard.appending(path: "README"))
        try Data("junk".utf8).write(to: shard.appending(path: "\(key.digest).1111111111111111"))
        let outcome = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(outcome.word == "changed")
        let again = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        #expect(again.word == "not modified, stillFresh")
        let names = try FileManager.default.contentsOfDirectory(atPath: shard.path)
        #expect(names.contains("README") && names.contains(pretender.lastPathComponent))
        #expect(!names.contains("\(key.digest).1111111111111111"))
      }
    }
  }

  @Test func `is cleared of what an ended process left half written`() async throws {
    try await withServer(answering: { [year] _ in .text("one", year) }) { server in
      try await withFetcher { trial in
        let incoming = trial.folder.appending(path: "incoming")
        try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        let own = "\(ProcessInfo.processInfo.processIdentifier)-x"
        for name in [own, "4194999-x"] {
          try Data("half".utf8).write(to: incoming.appending(path: name))
          try Disk.touch(incoming.appending(path: name), at: trial.time.now)
        }
        _ = try await trial.get(server.url("/a"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming.path) == [own])
      }
    }
  }

  @Test func `may be impossible to write to, and the answers still come`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("a file, not a folder".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withServer(answering: { [year] _ in .text("one", year) }) { server in
      try await withFetcher(in: file.appending(path: "cache"), ManualTime()) { trial in
        for _ in 1...2 {
          let outcome = try await trial.get(server.url("/a"), [], .cachedIfFresh)
          #expect(outcome.word == "changed" && outcome.text == "one")
        }
        #expect(try await trial.get(file).text == "a file, not a folder")
        #expect(trial.log.all.contains { $0["error"] != nil })
      }
    }
  }

  #if os(Linux)
    @Test func `may be on a full disk, and the answers still come`() async throws {
      // A limit on the size of files fails a write as a full disk does. It binds the whole process,
      // so this runs in one of its own.
      await #expect(processExitsWith: .success) {
        signal(SIGXFSZ, SIG_IGN)
        var most = rlimit(rlim_cur: 300_000, rlim_max: rlim_t.max)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &most) == 0 else { exit(2) }
        let body = String(repeating: "0123456789", count: 100_000)
        let isRight = try await withServer(answering: { asked in
          asked.target == "/edge"
            ? .text(String(repeating: "x", count: 299_900), ["Cache-Control": "max-age=60"])
            : .text(body, ["Cache-Control": "max-age=60"])
        }) { server in
          try await withFetcher { trial in
            let large = try await trial.get(server.url("/a"), [], .cachedIfFresh)
            let edge = try await trial.get(server.url("/edge"), [], .cachedIfFresh)
            let small = try await trial.get(server.url("/edge"), [], .cachedIfFresh)
            return large.text == body && edge.payload?.body.count == 299_900
              && small.word == "changed" && trial.files.isEmpty
          }
        }
        exit(isRight ? 0 : 1)
      }
    }
  #endif
}

@Suite(.timeLimit(.minutes(5))) struct `An error of the server` {
  private let answer = ["Cache-Control": "max-age=1, stale-if-error=60"]

  @Test
  func `may be covered by a stale answer, which is told as such, but never for a due request`()
    async throws
  {
    let count = Counter()
    try await withServer(answering: { [answer] _ in
      count.next() == 1 ? .text("one", answer) : .answer(503)
    }) { server in
      try await withFetcher { trial in
        _ = try await trial.get(server.url("/a"))
        trial.time.advance(9)
        let covered = try await trial.get(server.url("/a"), [], .cachedIfFresh)
        guard case .notModified(let payload, .staleAfter(let error)) = covered else {
          throw FetchError.cancelled
        }
        #expect(payload.body == Data("one".utf8) && error.mayPass)
        await #expect(throws: FetchError.self) { try await trial.get(server.url("/a")) }
        trial.time.advance(61)
        await #expect(throws: FetchError.self) {
          try await trial.get(server.url("/a"), [], .cachedIfFresh)
        }
      }
    }
  }

  @Test(arguments: [404, 410, 500])
  func `never stands for data, however long it may be kept`(_ status: Int) async throws {
    try await withServer(answering: { _ in .answer(status, ["Cache-Control": "max-age=999"]) }) {
      server in
      try await withFetcher { trial in
        for _ in 1...2 {
          await #expect(throws: FetchError.self) {
            try await trial.get(server.url("/a"), [], .cachedIfFresh)
          }
        }
        #expect(trial.files.isEmpty)
      }
    }
  }
}
