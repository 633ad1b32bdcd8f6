import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `Telling what syncs change` {
  @Test func `says one thing of each sync to each who watches, and nothing twice`() async throws {
    try await Stage.with { stage in
      let whole = try await stage.subscribe(.dataset("peaks"))
      let one = try await stage.subscribe(.record(dataset: "peaks", id: "Rysy"))
      let other = try await stage.subscribe(.record(dataset: "peaks", id: "Gerlach"))
      try await stage.sync("Rysy,2503\nGerlach,2655\nTriglav,2864\n")
      #expect(stage.told == ["dataset +1 ~1 -0 Triglav", "record +0 ~1 -0 Rysy"])
      #expect(try await stage.notifier.subscription(whole)?.delivered == stage.clock.now)
      #expect(try await stage.notifier.subscription(one)?.delivered == stage.clock.now)
      let quiet = try #require(try await stage.notifier.subscription(other)?.delivered)
      #expect(quiet < stage.clock.now, "it was told since its first message")
      try await stage.notifier.tell()
      #expect(stage.told.count == 2)
      try await stage.sync("Gerlach,2655\nTriglav,2864\n")
      #expect(stage.told.dropFirst(2) == ["dataset +0 ~0 -1 Rysy", "record +0 ~0 -1 Rysy"])
    }
  }

  @Test func `keeps what could not be told, and tells it in one message later`() async throws {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.dataset("peaks"))
      stage.service.answer(.internalServerError)
      try await stage.sync("Rysy,2501\nGerlach,2655\nTriglav,2864\n")
      let waiting = try #require(try await stage.notifier.subscription(id)?.trouble)
      #expect(waiting.notBefore > stage.clock.now)
      stage.service.answer(.created)
      try await stage.notifier.tell()
      #expect(stage.service.count == 1, "it was asked again before its time")
      try await stage.sync("Rysy,2501\nGerlach,2656\nTriglav,2864\n")
      #expect(stage.told.last == "dataset +1 ~1 -0 Gerlach")
      #expect(stage.service.count == 2)
      let told = try #require(try await stage.notifier.subscription(id))
      #expect(told.trouble == nil && told.failures == 0)
    }
  }

  @Test func `lets go of a browser that is gone, and shows it as gone`() async throws {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.dataset("peaks"))
      stage.service.answer(.gone)
      try await stage.sync("Rysy,2502\nGerlach,2655\n")
      let gone = try #require(try await stage.notifier.subscription(id))
      #expect(gone.ended == stage.clock.now)
      #expect(gone.address == nil)
      try await stage.sync("Rysy,2503\nGerlach,2655\n")
      #expect(stage.service.count == 1)
      stage.clock.advance(hours: 31 * 24)
      try await stage.notifier.tell()
      #expect(try await stage.notifier.subscription(id) == nil)
    }
  }

  @Test func `tells of a search what it finds now`() async throws {
    try await Stage.with { stage in
      _ = try await stage.subscribe(.search(dataset: "peaks", query: "height.min=2600&sort=name"))
      try await stage.sync("Rysy,2700\nGerlach,2655\nKriváň,2494\n")
      #expect(stage.told == ["search +0 ~1 -0 Rysy"])
      try await stage.sync("Rysy,2700\nGerlach,2655\nKriváň,2495\n")
      #expect(stage.told.count == 1, "what it does not find is no news")
    }
  }

  @Test func `tells nothing of a copy that was begun anew`() async throws {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.dataset("peaks"))
      var ahead = try #require(try await stage.notifier.subscription(id))
      ahead.seen = 99
      try await stage.notifier.desk().store.save(ahead)
      try await stage.notifier.tell()
      #expect(stage.told == [])
      #expect(try await stage.notifier.subscription(id)?.seen == 1)
    }
  }

  @Test func `wakes as soon as a sync changed something`() async throws {
    try await Stage.with { stage in
      _ = try await stage.subscribe(.dataset("peaks"))
      var changes = stage.library.changes.stream().makeAsyncIterator()
      try stage.send("Rysy,2503\nGerlach,2655\n")
      _ = try await stage.library.sync("peaks")
      #expect(await changes.next() != nil)
    }
  }

  @Test func `tests once a minute, and never before a push service wants to be asked`() async throws
  {
    try await Stage.with { stage in
      let id = try await stage.subscribe(.dataset("peaks"))
      await #expect(throws: SubscriptionProblem.tooSoon(seconds: 60)) {
        try await stage.notifier.test(id)
      }
      stage.clock.advance(seconds: 60)
      _ = try await stage.notifier.test(id)
      #expect(stage.told == ["test"])
      await #expect(throws: SubscriptionProblem.tooSoon(seconds: 60)) {
        try await stage.notifier.test(id)
      }
      stage.clock.advance(seconds: 60)
      stage.service.answer(.tooManyRequests, after: 600)
      _ = try await stage.notifier.test(id)
      stage.clock.advance(seconds: 599)
      await #expect(throws: SubscriptionProblem.tooSoon(seconds: 1)) {
        try await stage.notifier.test(id)
      }
      stage.clock.advance(seconds: 1)
      stage.service.answer(.created)
      #expect(try await stage.notifier.test(id)?.trouble == nil)
      #expect(stage.service.count == 3)
    }
  }

  @Test func `makes no file before somebody wants to be told`() async throws {
    try await withTrial { trial in
      try await trial.withLibrary { library in
        let notifier = Notifier(library: library) { _, _ in
          NoticeText(title: "", body: "", address: "/")
        }
        let file = trial.data.appending(path: "library.sqlite").path
        #expect(!FileManager.default.fileExists(atPath: file))
        _ = try await notifier.publicKey()
        #expect(FileManager.default.fileExists(atPath: file))
      }
    }
  }

  @Test func `is told to be off, where the key is damaged, and leaves it alone`() async throws {
    try await withTrial { trial in
      try await trial.withLibrary { library in
        let notifier = Notifier(library: library) { _, _ in
          NoticeText(title: "", body: "", address: "/")
        }
        let key = trial.data.appending(path: "push.key")
        try Data("no key".utf8).write(to: key)
        await #expect(throws: SubscriptionProblem.unavailable) { try await notifier.publicKey() }
        #expect(try String(contentsOf: key, encoding: .utf8) == "no key")
      }
    }
  }

  @Test func `is for no stream, no stranger's record, and no query that is none`() async throws {
    try await Stage.with { stage in
      await #expect(throws: SubscriptionProblem.unknownDataset("none")) {
        try await stage.subscribe(.dataset("none"))
      }
      await #expect(throws: SubscriptionProblem.unknownRecord(dataset: "peaks", id: "Everest")) {
        try await stage.subscribe(.record(dataset: "peaks", id: "Everest"))
      }
      await #expect(throws: QueryProblem.self) {
        try await stage.subscribe(.search(dataset: "peaks", query: "nothing=1"))
      }
      let all = try await stage.subscribe(.search(dataset: "peaks", query: "sort=-height"))
      #expect(try await stage.notifier.subscription(all)?.watch == .dataset("peaks"))
    }
  }

  @Test(arguments: ["a", String(repeating: "ł", count: 5000), "\u{1}\"\\\n", "👩‍👩‍👧‍👦"])
  func `fits into one push message whatever records are called`(_ name: String) throws {
    let text = NoticeText(title: name, body: name, address: "/peaks/" + name)
    let message = try NoticePayload.message(text, for: "id", in: "en")
    #expect(message.text.count <= 3993)
    #expect(message.shorter.count <= message.text.count)
    let payload = try JSONDecoder().decode(NoticePayload.self, from: Data(message.text))
    #expect(payload.url == (name.count > 1000 ? "/" : "/peaks/" + name))
    #expect(message.topic?.count == 32)
  }
}

/// A library with a dataset of peaks, a push service on loopback, and who tells it.
struct Stage: Sendable {
  let library: Library
  let notifier: Notifier
  let service: AnsweringService
  let clock: ManualClock
  let endpoint: String
  fileprivate let source: URL
  fileprivate let notices: Notices

  /// What was put into words, in a few of them, sorted as one round tells it.
  var told: [String] { notices.told }

  /// Changes the source, a day later.
  func send(_ rows: String) throws {
    try Data("name,height\n\(rows)".utf8).write(to: source)
    clock.advance(hours: 24)
  }

  /// Changes the source, syncs, and tells.
  func sync(_ rows: String) async throws {
    try send(rows)
    _ = try await library.sync("peaks")
    try await notifier.tell()
    notices.sortLast()
  }

  /// Subscribes; the first message is not counted.
  @discardableResult
  func subscribe(_ watch: Watch) async throws -> String {
    let before = service.count
    defer { service.recount(before) }
    return try await wish(watch, at: endpoint)
  }

  /// Wishes to be told, at a browser of one's own where one is named.
  @discardableResult
  func wish(
    _ watch: Watch = .dataset("peaks"), at endpoint: String, from client: String = "me"
  ) async throws -> String {
    let request = SubscriptionRequest(
      address: Self.address(endpoint), watch: watch, language: "en", client: client)
    return try await notifier.subscribe(request).subscription.id
  }

  /// Puts a subscription among the kept ones, as an earlier start kept it.
  func keep(_ id: String, at endpoint: String) async throws {
    let subscription = Subscription(
      id: id, address: Self.address(endpoint), watch: .dataset("peaks"), language: "en",
      made: clock.now, seen: 1)
    _ = try await notifier.desk().store.add(subscription, most: 10_000, mostOfOne: 50)
  }

  private static func address(_ endpoint: String) -> Subscription.Address {
    Subscription.Address(
      endpoint: endpoint,
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg")
  }

  static func with(
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    _ body: @Sendable @escaping (Stage) async throws -> Void
  ) async throws {
    let service = AnsweringService()
    try await service.application.test(.live) { client in
      try await withTrial { trial in
        try await open(trial, service, port: client.port ?? 0, pause, body)
      }
    }
  }

  private static func open(
    _ trial: Trial, _ service: AnsweringService, port: Int,
    _ pause: @escaping @Sendable (Duration) async throws -> Void,
    _ body: (Stage) async throws -> Void
  ) async throws {
    try trial.declare(
      """
      id: peaks
      title: Peaks
      source: { kind: csv, url: peaks.csv }
      credit: { text: Nobody, licence: CC0 }
      refresh: { every: 24h, when: opened, floor: 0% }
      key: name
      fields: { name: text, height: integer }
      list: { title: name }
      """)
    let source = trial.declarations.appending(path: "peaks.csv")
    try Data("name,height\nRysy,2501\nGerlach,2655\n".utf8).write(to: source)
    var configuration = trial.configuration()
    configuration.allowedPrivateHosts = ["127.0.0.1"]
    let (library, notices) = (try await Library(configuration: configuration), Notices())
    let result: Result<Void, any Error>
    do {
      _ = try await library.sync("peaks")
      let notifier = Notifier(library: library, pause: pause) { notice, _ in
        notices.word(notice)
      }
      let stage = Stage(
        library: library, notifier: notifier, service: service, clock: trial.clock,
        endpoint: "http://127.0.0.1:\(port)/p/1", source: source, notices: notices)
      result = .success(try await body(stage))
    } catch { result = .failure(error) }
    try await library.shutdown()
    try result.get()
  }
}

/// Puts notices into a few words and remembers them.
private final class Notices: Sendable {
  private let all = Mutex<(told: [String], sorted: Int)>(([], 0))

  var told: [String] { all.withLock { $0.told } }

  /// Messages of one round go out side by side, so their order means nothing.
  func sortLast() {
    all.withLock { all in
      all.told[all.sorted...].sort()
      all.sorted = all.told.count
    }
  }

  func word(_ notice: Notice) -> NoticeText {
    let text = Self.text(notice)
    if case .first = notice.news {} else { all.withLock { $0.told.append(text) } }
    return NoticeText(title: text, body: "", address: "/")
  }

  private static func text(_ notice: Notice) -> String {
    guard case .changes(let changes) = notice.news else { return "test" }
    let kind =
      switch notice.watch {
      case .record: "record"
      case .search: "search"
      case .dataset: "dataset"
      }
    let newest = changes.newest?.id.description ?? ""
    return "\(kind) +\(changes.inserted) ~\(changes.changed) -\(changes.deleted) \(newest)"
  }
}

/// A push service that answers what it is told to.
final class AnsweringService: Sendable {
  private struct State {
    var status = HTTPResponse.Status.created
    var after: Int?
    var count = 0
    var heard: Latch?
  }

  private let voice = Latch()

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  /// Counts on from so many.
  func recount(_ count: Int) { state.withLock { $0.count = count } }

  func answer(_ status: HTTPResponse.Status, after seconds: Int? = nil) {
    state.withLock { ($0.status, $0.after) = (status, seconds) }
  }

  /// Answers no more until it may speak; opens a latch when a message comes.
  func fallSilent(_ heard: Latch) { state.withLock { $0.heard = heard } }

  /// Answers what it did not answer.
  func speak() { voice.open() }

  var application: some ApplicationProtocol {
    let router = Router()
    router.post("/p/{id}") { _, _ in
      let state = self.state.withLock { state in
        state.count += 1
        return state
      }
      if let heard = state.heard {
        heard.open()
        await self.voice.wait()
      }
      var response = Response(status: state.status)
      response.headers[.retryAfter] = state.after.map(String.init)
      return response
    }
    router.get("/p/rows.csv") { _, _ in "name,height\nRysy,2501\n" }
    return Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      logger: Logger(label: "push service"))
  }
}
