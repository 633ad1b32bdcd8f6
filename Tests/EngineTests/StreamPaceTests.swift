import AlmanacSandbox
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `The pace of a stream` {
  @Test func `slows down to 64 s where nothing is new, and is quick again with news`() {
    var pace = StreamPace()
    #expect(pace.pause == 1)
    let idle = (0..<8).map { _ in
      pace.note(isFruitful: false, isWholeFile: false)
      return pace.pause
    }
    #expect(idle == [2, 4, 8, 16, 32, 64, 64, 64])
    pace.note(isFruitful: true, isWholeFile: true)
    #expect(pace.pause == 64)
    pace.note(isFruitful: true, isWholeFile: false)
    #expect(pace.pause == 1)
  }

  static let files = [
    ("rows.json", #"[{"id":1,"name":"a","size":1},{"id":2,"name":"b"}]"#),
    ("rows.ndjson", "{\"id\":1,\"name\":\"a\",\"size\":1}\n{\"id\":2,\"name\":\"b\"}\n"),
  ]

  @Test(arguments: files)
  func `of an address of a file slows down, and the file is told as such and counted once`(
    name: String, text: String
  ) async throws {
    try await withFiles { upstream, files, trial in
      try text.write(to: files, as: name)
      try trial.declare(
        Declared.things("\(upstream.base)/files/\(name)")
          .replacing("kind: json", with: "kind: stream"))
      let pauses = Pauses(most: 14)
      var configuration = trial.configuration()
      configuration.sleep = { try await pauses.add($0) }
      let library = try await Library(configuration: configuration)
      try await running(library) {
        try await until { pauses.isOver }
        try await until { try library.existing("things").count() == 2 }
        let status = try #require(try await library.status(of: "things"))
        #expect(status.trouble?.what.contains("sends a whole file and no stream") == true)
        #expect(status.stream?.counts.inserted == 2 && status.stream?.counts.changed == 0)
        let asked = await upstream.takeRequests()
        #expect(asked.count == 7)
        #expect(asked.dropFirst().allSatisfy(\.isConditional) == true)
        #expect(pauses.seconds > 50)
      }
      try await library.shutdown()
    }
  }
}

/// Pauses that are over at once, until there were so many; then nobody goes on.
private final class Pauses: Sendable {
  private let pauses = Mutex<[Duration]>([])
  private let most: Int

  init(most: Int) { self.most = most }

  var isOver: Bool { pauses.withLock { $0.count >= most } }
  var seconds: Double { pauses.withLock { $0.reduce(.zero, +) } / .seconds(1) }

  func add(_ pause: Duration) async throws {
    let isLast = pauses.withLock {
      $0.append(pause)
      return $0.count >= most
    }
    if isLast {
      let (stream, end) = AsyncStream<Void>.makeStream()
      for await _ in stream {}  // until the library ends
      end.finish()
    }
    try Task.checkCancellation()
  }
}
