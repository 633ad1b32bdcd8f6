import AlmanacDeclarations
import AlmanacEngine
import AlmanacStorage
import Synchronization

/// Many readers of a hundred windows: how long a packet takes until all of them were told of it.
struct Subscribers {
  let table: LiveTable
  let readers: Int
  private var maker = DealMaker()

  init(_ table: LiveTable, readers: Int) {
    self.table = table
    self.readers = readers
  }

  private static let windows = 100
  private static let (warmUp, repetitions) = (10, 100)
  /// Longer than twice the time between two changes at least, so that none of it is measured: a
  /// packet on disk is told of, too.
  private static let spacing = Duration.milliseconds(125)

  mutating func run() async throws {
    let tally = Tally()
    let json = LiveJSON(dataset: table.dataset)
    let requests = try requests()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for reader in 0..<readers {
        let subscription = table.subscribe(requests[reader % requests.count])
        tasks.addTask { try await Self.read(subscription, json, tally) }
      }
      await tally.wait(for: readers)
      try await measure(tally)
      tasks.cancelAll()
    }
  }

  /// Twenty windows in each order, from its start to its end.
  private func requests() throws -> [LiveRequest] {
    let step = try table.count() / (Self.windows / Orders.all.count)
    return (0..<Self.windows).map { window in
      let offset = window / Orders.all.count * step
      return LiveRequest(query: Orders.query(Orders.all[window % Orders.all.count], offset: offset))
    }
  }

  /// Reads as the website does: the update is spelled once for all who read the same window.
  private static func read(
    _ subscription: LiveSubscription, _ json: LiveJSON, _ tally: Tally
  ) async throws {
    for try await update in subscription {
      switch update {
      case .window(let step):
        _ = step.encoded(as: "window") { json.window(step.window) }
        tally.count()
      case .change(let step):
        _ = step.encoded(as: "change") { json.change(step) ?? [] }
        tally.count()
      case .status: continue
      }
    }
  }

  private mutating func measure(_ tally: Tally) async throws {
    var times = Times()
    let begin = Start()
    let first = try table.count() + 1
    for turn in 0..<Self.warmUp + Self.repetitions {
      try await Task.sleep(for: Self.spacing)
      let keys = first + turn * DealMaker.packet..<first + (turn + 1) * DealMaker.packet
      let packet = maker.packet(keys.map(Int64.init), at: DealMaker.now)
      let start = ContinuousClock.now
      let counter = table.receive(packet)
      await tally.wait(for: (turn + 2) * readers)
      if turn >= Self.warmUp { times.append(ContinuousClock.now - start) }
      let state = try table.store.state()
      _ = try await table.store.upsert(packet, state: state, generation: counter)
      table.committed(counter)
    }
    let name = "live.subscribers_\(readers)"
    printLine("\(name).packet_ms", times.percentile(0.5), "ms")
    printLine("\(name).packet_p99_ms", times.percentile(0.99), "ms")
    var spent = Spent()
    spent.add(since: begin)
    spent.printCost("\(name).cpu_us_per_packet", Self.warmUp + Self.repetitions)
    if let memory = try memory() { printLine("\(name).rss_mb", memory.now, "MB") }
  }
}

/// Counts what readers were told.
private final class Tally: Sendable {
  private struct State {
    var count = 0
    var wanted = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func count() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.count += 1
      guard state.count >= state.wanted else { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        guard state.count < count else { return true }
        (state.wanted, state.waiting) = (count, continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
