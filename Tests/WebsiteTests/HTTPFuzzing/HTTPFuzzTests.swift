import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AlmanacWebsite

/// Sends what no client would, over real connections, to the server that `almanac serve` runs.
///
/// `HTTP_FUZZ` says how many requests, `HTTP_FUZZ_SEED` which ones, `HTTP_FUZZ_CASE` one case alone.
@Suite(.timeLimit(.minutes(60))) struct `Raw HTTP of any kind` {
  private static let environment = ProcessInfo.processInfo.environment
  private static let asked = environment["HTTP_FUZZ"].flatMap { Int($0) }
  private static let seed = environment["HTTP_FUZZ_SEED"].flatMap { UInt64($0) } ?? 16

  @Test func `is answered or closed in time, in sound HTTP, without a fault of ours`() async throws
  {
    let count = Self.asked ?? 1_000
    try await Self.serve { website, port in
      let fuzzer = try await Self.fuzzer(website, port)
      if let index = Self.environment["HTTP_FUZZ_CASE"].flatMap({ Int($0) }) {
        return Self.show(index, fuzzer)
      }
      let before = Self.resources()
      let start = ContinuousClock.now
      let tally = await fuzzer.run(requests: count, connections: 8)
      let seconds = Double((ContinuousClock.now - start).components.seconds)
      print(
        """
        HTTP fuzzing: seed \(Self.seed), \(tally.requests) requests in \(tally.cases) connections, \
        \(Int(seconds)) s, answers \(tally.statuses.sorted { $0.key < $1.key })
        """)
      for failure in tally.failures { Issue.record("seed \(Self.seed), \(failure)") }
      #expect(tally.requests >= count || !tally.failures.isEmpty)
      try Self.stillAnswers(port)
      Self.compare(before, Self.resources())
    }
  }

  /// After all of it the server answers as before.
  private static func stillAnswers(_ port: Int) throws {
    let asked = FuzzCase(
      bytes: Array(
        "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8),
      methods: ["GET"], leastAnswers: 1, cuts: [])
    let (came, end) = FuzzConnection(port: port).exchange(asked)
    #expect(end == .closed)
    #expect(came.starts(with: "HTTP/1.1 200 OK".utf8))
  }

  /// Whether connections or memory are still held; told apart from other tests' only where the run
  /// has the program for itself.
  private static func compare(
    _ before: (files: Int, memory: Int), _ after: (files: Int, memory: Int)
  ) {
    print(
      "HTTP fuzzing: files \(before.files) to \(after.files), MB \(before.memory) to \(after.memory)"
    )
    guard asked != nil else { return }
    #expect(after.files <= before.files + 32, "connections are still open")
    #expect(after.memory <= before.memory + 600, "memory is not let go of")
  }

  /// Open descriptors, and resident memory in megabytes; zeros where the system does not tell.
  private static func resources() -> (files: Int, memory: Int) {
    do {
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      return (files, (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096 / 1_000_000)
    } catch {
      return (0, 0)
    }
  }

  private static func fuzzer(_ website: Website, _ port: Int) async throws -> HTTPFuzzer {
    var tags: [String] = []
    for path in [
      "/", "/stones", "/stones/s1", "/preferences", "/stones.json", "/lands", "/search?q=a",
    ] {
      let asked = FuzzCase(
        bytes: Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8),
        methods: ["GET"], leastAnswers: 1, cuts: [])
      var reader = AnswerReader(FuzzConnection(port: port).exchange(asked).bytes)
      if let tag = try reader.next("GET").first("etag") { tags.append(tag) }
    }
    let routes = website.routes.map { (method: $0.method.rawValue, path: $0.path) }
    let grammar = FuzzGrammar(
      routes: routes, tags: tags, endpoint: "https://localhost/nobody")
    let record =
      asked == nil ? nil : FileManager.default.temporaryDirectory.appending(path: "http-fuzz")
    return HTTPFuzzer(seed: seed, grammar: grammar, port: port, record: record)
  }

  /// Prints one case and what comes back.
  private static func show(_ index: Int, _ fuzzer: HTTPFuzzer) {
    var dice = Dice(seed: fuzzer.seed, index: index)
    let sent = fuzzer.grammar.make(&dice)
    print(sent.shown)
    let (came, end) = FuzzConnection(port: fuzzer.port).exchange(sent)
    print(end, String(decoding: came, as: UTF8.self))
    if let fault = HTTPFuzzer.judge(sent, came, end).fault { Issue.record("\(fault)") }
  }

  private static func serve(_ body: @Sendable (Website, Int) async throws -> Void) async throws {
    var options = Website.Options(port: 0, share: TrialLibrary.share, version: "1.2.3")
    options.host = "127.0.0.1"
    try await TrialLibrary.with(options: options) { website in
      var logger = Logger(label: "fuzzed")
      logger.logLevel = .critical
      try await website.application(logger: logger).test(.live) { client in
        try await body(website, try #require(client.port))
      }
    }
  }
}
