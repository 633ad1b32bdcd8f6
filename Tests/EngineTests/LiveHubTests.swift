import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `Readers of live windows` {
  static let tens = `A live window`.tens
  static let request = LiveRequest(query: TableQuery(limit: 5))

  @Test func `are looked at one after another where looks take long, and after all the others`() {
    let window = Window(version: "test-1", total: 0, offset: 0, rows: [])
    var state = LiveHubState()
    for (id, cost) in [(1, 900), (2, 1), (3, 800), (4, 2)] {
      var group = LiveGroup(Self.request, LiveLook(window: window), seen: UInt64(10 - id))
      group.cost = .milliseconds(cost)
      state.groups[id] = group
    }
    let ids = state.behind(20).map(\.id)
    #expect(Set(ids.prefix(2)) == [2, 4] && ids.suffix(1) == [3] && ids.count == 3)
    state.slowUntil = .seconds(1)
    #expect(Set(state.behind(20).map(\.id)) == [2, 4])
    #expect(state.nextDeadline == .seconds(1))
    #expect(state.behind(8).map(\.id) == [4])
  }

  @Test func `are told the first change at once, and no more than one every 50 ms`() async throws {
    let clock = SteppedClock()
    try await withLiveTable(Self.tens, clock: clock) { table in
      let told = Told()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for try await update in table.subscribe(Self.request) {
            guard case .change(let step) = update else { continue }
            told.note(step.window.version)
          }
        }
        try await until { table.hub.counts.readers == 1 }
        try await table.change(to: Self.tens + [Things.ranked(1, at: 1)])
        try await until { told.all.count == 1 }
        for id in 2...6 {
          try await table.change(to: Self.tens + [Things.ranked(1, at: id)])
        }
        try await until { clock.hasSleeper(until: .milliseconds(50)) }
        clock.advance(by: .milliseconds(49))
        #expect(told.all.count == 1)
        clock.advance(by: .milliseconds(1))
        try await until { told.all.count == 2 }
        let newest = try table.version()
        #expect(told.all.last == newest)
        group.cancelAll()
      }
      #expect(table.hub.counts.readers == 0 && table.hub.counts.groups == 0)
    }
  }

  @Test func `who are slow get the newest window, and then changes again`() async throws {
    try await withLiveTable(Self.tens) { table in
      var fast = LiveReader(table.subscribe(Self.request))
      var slow = LiveReader(table.subscribe(Self.request))
      try await fast.readAll()
      try await slow.readAll()
      for id in 1...5 {
        try await table.change(to: Self.tens + [Things.ranked(1, at: id)])
        try await fast.readAll()
      }
      try await slow.readAll()
      #expect(slow.story == ["window", "window"] && slow.rows == fast.rows)
      #expect(fast.story == ["window"] + Array(repeating: "change", count: 5))
      try await table.change(to: Self.tens)
      try await fast.readAll()
      try await slow.readAll()
      #expect(slow.story.last == "change" && slow.rows == fast.rows)
      #expect(slow.version == fast.version)
    }
  }

  @Test func `of the same window share each look, each difference and each spelling`() async throws
  {
    try await withLiveTable(Self.tens) { table in
      let looks = Told()
      let requests = [Self.request, LiveRequest(query: TableQuery(offset: 5, limit: 5))]
      var readers = (0..<20).map { number in
        LiveSubscription(hub: table.hub, request: requests[number % 2], lastVersion: nil) {
          looks.note("look")
          return try await table.look($0, after: $1)
        }.makeAsyncIterator()
      }
      for index in readers.indices { _ = try await readers[index].next() }
      #expect(looks.all.count == 2 && table.hub.counts.groups == 2)
      try await table.change(to: Self.tens.filter { $0.id != .integer(10) })
      var steps: [ObjectIdentifier: Int] = [:]
      for index in readers.indices {
        guard case .change(let step)? = try await readers[index].next() else { continue }
        steps[ObjectIdentifier(step), default: 0] += 1
        let spelling = step.encoded(as: "x") { [UInt8(steps.count)] }
        #expect(spelling == step.encoded(as: "x") { [0] })
      }
      #expect(steps.values.sorted() == [10, 10])
      #expect(looks.all.count == 4)
    }
  }

  @Test func `cost nothing once they are gone, also in the middle of a wait`() async throws {
    try await withLiveTable(Self.tens, clock: ContinuousClock()) { table in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for try await _ in table.subscribe(Self.request) {} }
        }
        try await until { table.hub.counts.readers == 8 }
        group.cancelAll()
      }
      let counts = table.hub.counts
      #expect(counts.readers == 0 && counts.groups == 0)
    }
  }

  @Test func `go on when the one is gone who did the ticking`() async throws {
    try await withLiveTable(Self.tens, clock: ContinuousClock()) { table in
      let told = Told()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            var count = 0
            for try await update in table.subscribe(Self.request) {
              guard case .change = update else { continue }
              told.note("change")
              count += 1
              if count == 2 { break }
            }
          }
        }
        group.addTask {
          for try await _ in table.subscribe(LiveRequest(query: TableQuery(limit: 7))) {}
        }
        try await until { table.hub.counts.readers == 5 }
        for number in 1...2 {
          try await table.change(to: Self.tens + [Things.ranked(1, at: number)])
          try await until { told.all.count >= 4 * number }
        }
        try await until { table.hub.counts.readers == 1 }
        let updates = table.hub.counts.updates
        try await table.change(to: Self.tens)
        try await until { table.hub.counts.updates > updates }
        group.cancelAll()
      }
    }
  }

  @Test func `are told when their window cannot be read, and that is the end`() async throws {
    struct Broken: Error {}
    try await withLiveTable(Self.tens) { table in
      let broken = Told()
      func reader() -> LiveSubscription.Iterator {
        LiveSubscription(hub: table.hub, request: Self.request, lastVersion: nil) {
          if !broken.all.isEmpty { throw Broken() }
          return try await table.look($0, after: $1)
        }.makeAsyncIterator()
      }
      var (first, second) = (reader(), reader())
      var other = LiveReader(table.subscribe(LiveRequest(query: TableQuery(limit: 2))))
      _ = try await first.next()
      _ = try await second.next()
      try await other.readAll()
      broken.note("broken")
      try await table.change(to: [])
      await #expect(throws: Broken.self) { _ = try await first.next() }
      await #expect(throws: Broken.self) { _ = try await second.next() }
      let end = try await first.next()
      #expect(end == nil && table.hub.counts.readers == 1)
    }
  }

  @Test func `end at once when they are told to, also before they began`() async throws {
    try await withLiveTable(Self.tens) { table in
      let early = table.subscribe(Self.request)
      early.end()
      var reader = LiveReader(early)
      let isTold = try await reader.read()
      #expect(isTold == false)
      let late = table.subscribe(Self.request)
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          var count = 0
          for try await _ in late { count += 1 }
          return count
        }
        try await until { table.hub.counts.updates >= 1 }
        late.end()
        let count = try await group.next()
        #expect(count == 1)
      }
      #expect(table.hub.counts.readers == 0)
    }
  }

  @Test func `of a stream lose no row and see none twice`() async throws {
    try await withTrial { trial in
      try trial.declare(Deals(records: 600, packet: 10).declared())
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          let term = [SortTerm("price")]
          var top = LiveReader(
            table.subscribe(LiveRequest(query: TableQuery(sort: term, limit: 50))))
          var newest = LiveReader(table.subscribe(LiveRequest(query: TableQuery(limit: 30))))
          while top.total < 600 || newest.total < 600 {
            if top.total < 600, try await !top.read() { throw NeverCame() }
            if newest.total < 600, try await !newest.read() { throw NeverCame() }
            #expect(Set(top.ids).count == top.rows.count)
            #expect(top.rows == Deals.sorted(top.rows, by: SortTerm("price"), table.dataset))
            #expect(Set(newest.ids).count == newest.rows.count)
          }
        }
      }
    }
  }

  @Test func `are told what a sync changed, as soon as it has ended`() async throws {
    try await withFiles { upstream, files, trial in
      try #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#.write(to: files, as: "things.json")
      try trial.declare(Declared.things("\(upstream.base)/files/things.json"))
      try await trial.withLibrary { library in
        let table = try library.existing("things")
        var news = table.subscribe(Self.request).makeAsyncIterator()
        guard case .window(let first)? = try await news.next() else { throw NeverCame() }
        #expect(first.window.total == 0)
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+2 ~0 -0")
        while let update = try await news.next() {
          guard case .change(let step) = update else { continue }
          #expect(step.window.rows.count == 2 && step.touched.count == 2)
          break
        }
      }
    }
  }

  @Test func `by the thousand on a hundred windows all keep up`() async throws {
    try await withLiveTable(Self.tens) { table in
      var readers = (0..<1000).map {
        LiveReader(table.subscribe(LiveRequest(query: TableQuery(offset: $0 % 100, limit: 5))))
      }
      for index in readers.indices { try await readers[index].read() }
      #expect(table.hub.counts.groups == 100)
      try await table.change(to: Self.tens + [Things.ranked(1, at: 1)])
      for index in readers.indices { try await readers[index].read() }
      #expect(readers.allSatisfy { $0.total == 41 && $0.story == ["window", "change"] })
    }
  }

  @Test func `come and go in any order, and none is forgotten`() async throws {
    let hub = LiveHub(clock: LiveClock(HastyClock()))
    let turns = Turns()
    let look: LiveHub.Look = { request, _ in
      let total = turns.changes.load(ordering: .sequentiallyConsistent)
      await Task.yield()
      return LiveLook(
        window: Window(version: "\(total)", total: total, offset: request.query.offset, rows: []))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(number))
          for _ in 0..<15 {
            let request = LiveRequest(query: TableQuery(offset: .random(in: 0..<5, using: &random)))
            let subscription = LiveSubscription(
              hub: hub, request: request, lastVersion: nil, look: look)
            try await Self.read(subscription, Int.random(in: 1...4, using: &random))
          }
          turns.readers.add(1, ordering: .sequentiallyConsistent)
        }
      }
      group.addTask {
        while turns.readers.load(ordering: .sequentiallyConsistent) < 40 {
          turns.changes.add(1, ordering: .sequentiallyConsistent)
          hub.changed()
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    #expect(hub.counts.readers == 0 && hub.counts.groups == 0)
  }

  /// Reads so many updates, each newer than the one before, and goes.
  private static func read(_ subscription: LiveSubscription, _ count: Int) async throws {
    var last = -1
    var news = subscription.makeAsyncIterator()
    for _ in 0..<count {
      switch try await news.next() {
      case .window(let step)?, .change(let step)?:
        #expect(step.window.total > last)
        last = step.window.total
      default: Issue.record("nothing was told")
      }
    }
  }

  @Test func `are told how the dataset is doing, also while nothing changes`() async throws {
    try await withTrial { trial in
      try trial.declare(Deals(records: 100, packet: 10).declared())
      try await trial.withLibrary { library in
        var reader = LiveReader(try library.existing("deals").subscribe(Self.request))
        while !reader.story.contains("status") { try await reader.read() }
        #expect(reader.story.contains("window"))
      }
    }
  }
}

/// What several tasks noted, in order.
private final class Told: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }

  func note(_ note: String) { notes.withLock { $0.append(note) } }
}

/// How far readers and a writer are.
private final class Turns: Sendable {
  let changes = Atomic(0)
  let readers = Atomic(0)
}
