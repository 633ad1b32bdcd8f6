import AlmanacDeclarations
import AlmanacFetching
import AlmanacNotifying
import AlmanacStorage
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(2))) struct `Writing to addresses that strangers name` {
  private static let start = Date(timeIntervalSince1970: 1_784_000_000)

  @Test func `gives so many turns at once, then one an interval, and remembers no more keys`() {
    var limit = RateLimit(burst: 3, interval: 10, mostKeys: 5)
    for _ in 0..<3 {
      #expect(limit.wait(for: "a", at: Self.start) == 0)
      limit.take("a", at: Self.start)
    }
    #expect(limit.wait(for: "a", at: Self.start) == 10)
    #expect(limit.wait(for: "a", at: Self.start + 4) == 6)
    #expect(limit.wait(for: "b", at: Self.start) == 0)
    #expect(limit.wait(for: "a", at: Self.start - 1e9) <= 30, "the clock jumped")
    for index in 0..<100 { limit.take("\(index)", at: Self.start + Double(index)) }
    #expect(limit.keys <= 5)
  }

  @Test func `leaves a push service alone that does not answer, ever longer, and tries it again`() {
    var hosts = PushHosts()
    for _ in 0..<2 { hosts.note(.down("away"), of: "a:443", at: Self.start) }
    #expect(hosts.refusal(of: "a:443", at: Self.start) == nil)
    hosts.note(.down("away"), of: "a:443", at: Self.start)
    #expect(hosts.refusal(of: "a:443", at: Self.start + 59) == "away")
    #expect(hosts.refusal(of: "b:443", at: Self.start) == nil)
    #expect(hosts.refusal(of: "a:443", at: Self.start + 60) == nil)
    hosts.note(.down("away"), of: "a:443", at: Self.start + 60)
    #expect(hosts.refusal(of: "a:443", at: Self.start + 179) == "away")
    #expect(hosts.refusal(of: "a:443", at: Self.start - 60) == nil, "the clock jumped")
    hosts.note(.delivered, of: "a:443", at: Self.start + 180)
    #expect(hosts.refusal(of: "a:443", at: Self.start + 180) == nil)
    #expect(hosts.isProven("a:443") && !hosts.isProven("b:443"))
    for index in 0..<10_000 {
      hosts.note(index % 2 == 0 ? .delivered : .down(""), of: "\(index)", at: Self.start)
    }
    #expect(hosts.count <= 2 * PushHosts.most)
    #expect(PushHosts.pause(after: .max) == 3600)
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity, 1e300, -1e300, 0, 0.5, 61.2])
  func `names a time to come back, whatever was kept`(_ seconds: Double) {
    #expect((1...86_400).contains(Int(wholeSeconds: seconds)))
  }

  @Test func `sends a host that never took a message one a minute, whoever asks`() async throws {
    try await Stage.with { stage in
      stage.service.answer(.internalServerError)
      var limited = 0
      for number in 1...318 {
        do {
          try await stage.wish(at: "\(stage.endpoint)\(number)", from: "client \(number)")
        } catch SubscriptionProblem.limited(let seconds) {
          #expect((1...60).contains(seconds))
          limited += 1
        } catch SubscriptionProblem.unconfirmed {}
      }
      #expect(stage.service.count == 1)
      #expect(limited == 317)
      stage.clock.advance(seconds: 60)
      await #expect(throws: SubscriptionProblem.unconfirmed) {
        try await stage.wish(at: stage.endpoint, from: "another")
      }
      #expect(stage.service.count == 2)
    }
  }

  @Test func `sends one client's wishes twenty at once, and one host thirty`() async throws {
    try await Stage.with { stage in
      for number in 1...318 {
        do { try await stage.wish(at: "\(stage.endpoint)\(number)") } catch SubscriptionProblem
          .limited
        {}
      }
      #expect(stage.service.count == 20)
      for number in 319...400 {
        do {
          try await stage.wish(at: "\(stage.endpoint)\(number)", from: "client \(number)")
        } catch SubscriptionProblem.limited {}
      }
      #expect(stage.service.count == 30)
    }
  }

  @Test func `keeps nothing of who took no first message`() async throws {
    try await Stage.with { stage in
      for status in [HTTPResponse.Status.notFound, .gone, .badRequest, .internalServerError] {
        stage.service.answer(status)
        stage.clock.advance(seconds: 60)
        await #expect(throws: SubscriptionProblem.unconfirmed) {
          try await stage.wish(at: stage.endpoint)
        }
      }
      stage.clock.advance(seconds: 60)
      stage.service.answer(.tooManyRequests, after: 7)
      await #expect(throws: SubscriptionProblem.limited(seconds: 7)) {
        try await stage.wish(at: stage.endpoint)
      }
      let kept = try await stage.notifier.desk().store.subscriptions(dueAt: .distantFuture)
      #expect(kept == [])
    }
  }

  @Test func `knows after a restart which push services took messages`() async throws {
    try await Stage.with { stage in
      try await stage.subscribe(.dataset("peaks"))
      let again = Notifier(library: stage.library) { _, _ in
        NoticeText(title: "", body: "", address: "/")
      }
      try await again.learnHosts(again.desk())
      let url = try #require(URL(string: stage.endpoint))
      #expect(await again.hosts.isProven(Courier.server(of: url)))
    }
  }

  @Test func `tells others while a dozen push services are silent`() async throws {
    let patience = Latch()
    try await Silence.with(count: 12) { ports in
      try await Stage.with(pause: { _ in await patience.wait() }) { stage in
        for port in ports {
          try await stage.keep("silent \(port)", at: "http://127.0.0.1:\(port)/p/1")
        }
        try await stage.keep("heard", at: stage.endpoint)
        try stage.send("Rysy,2503\nGerlach,2655\n")
        _ = try await stage.library.sync("peaks")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await stage.notifier.tell() }
          while try await stage.notifier.subscription("heard")?.delivered == nil {
            await Task.yield()
          }
          patience.open()
          try await group.waitForAll()
        }
        for port in ports {
          let waiting = try await stage.notifier.subscription("silent \(port)")?.trouble
          #expect(waiting?.what == "the push service did not answer in time")
        }
      }
    }
  }

  @Test func `asks a push service that is down three times, not for each of its browsers`()
    async throws
  {
    try await Stage.with { stage in
      for number in 1...10 { try await stage.keep("\(number)", at: "\(stage.endpoint)\(number)") }
      stage.service.answer(.internalServerError)
      try await stage.sync("Rysy,2503\nGerlach,2655\n")
      #expect(stage.service.count == 3)
      for number in 1...10 {
        #expect(try await stage.notifier.subscription("\(number)")?.failures == 1)
      }
    }
  }

  @Test func `lets go of all that a browser wished as soon as it is gone`() async throws {
    try await Stage.with { stage in
      let ids = [
        try await stage.subscribe(.dataset("peaks")),
        try await stage.subscribe(.record(dataset: "peaks", id: "Gerlach")),
      ]
      stage.service.answer(.gone)
      try await stage.sync("Rysy,2503\nGerlach,2655\n")
      for id in ids {
        let gone = try #require(try await stage.notifier.subscription(id))
        #expect(gone.address == nil && gone.ended != nil)
      }
    }
  }

  @Test func `gives a browser up that took nothing for a week, and not for a clock that jumped`() {
    var subscription = Subscription(
      id: "1", address: .init(endpoint: "e", p256dh: "p", auth: "a"), watch: .dataset("peaks"),
      language: "en", made: Self.start, seen: 1)
    subscription.note(.failed("no"), at: Self.start)
    subscription.note(.failed("no"), at: Self.start + 365 * 86_400)
    #expect(subscription.ended == nil)
    subscription.note(.delivered, at: Self.start)
    var (moment, asked) = (Self.start, 0)
    while subscription.ended == nil, asked < 1000 {
      subscription.note(.down("away"), at: moment)
      moment = subscription.trouble?.notBefore ?? moment
      asked += 1
    }
    let days = moment.timeIntervalSince(Self.start) / 86_400
    #expect(days >= 7 && days < 8)
    #expect(subscription.address == nil)
  }

  @Test func `keeps no sync waiting that asks the same server`() async throws {
    let (patience, heard) = (Latch(), Latch())
    try await Stage.with(pause: { _ in await patience.wait() }) { stage in
      try await stage.keep("1", at: stage.endpoint)
      stage.service.fallSilent(heard)
      let url = try #require(URL(string: stage.endpoint)).deletingLastPathComponent()
      try stage.send("Rysy,2503\nGerlach,2655\n")
      _ = try await stage.library.sync("peaks")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await stage.notifier.tell() }
        await heard.wait()
        let answer = try await stage.library.fetcher.fetch(
          FetchRequest(url.appending(path: "rows.csv")))
        stage.service.speak()
        patience.open()
        guard case .changed = answer else {
          Issue.record("\(answer)")
          return
        }
        try await group.waitForAll()
      }
    }
  }
}

/// Lets all who wait go on once it is open.
final class Latch: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [AsyncStream<Void>.Continuation])>(
    (false, []))

  func wait() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(continuation) }
      return state.isOpen
    }
    if isOpen { return }
    for await _ in stream {}
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }
}

/// Servers that take connections and never say a word.
enum Silence {
  static func with(
    count: Int, _ body: @Sendable ([Int]) async throws -> Void
  ) async throws {
    var servers: [any Channel] = []
    for _ in 0..<count {
      servers.append(
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .bind(host: "127.0.0.1", port: 0).get())
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(servers.compactMap(\.localAddress?.port))) } catch {
      result = .failure(error)
    }
    for server in servers { try await server.close() }
    try result.get()
  }
}
