import AlmanacDeclarations
import AlmanacEngine
import Foundation
import ServiceLifecycle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows a live table on the terminal until the person leaves.
struct WatchScreen: Service {
  let dataset: Dataset
  let query: TableQuery
  /// How many rows are wanted at most.
  let most: Int
  let feed: LiveFeed

  /// The time between two drawings at least: 20 a second.
  private static let spacing = Duration.milliseconds(50)

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await show() }
  }

  private func show() async throws {
    let terminal = TerminalDevice()
    let view = WatchView(dataset: dataset, query: query, most: most)
    let session = WatchSession(
      view, terminal, zone: .current, hasColours: TerminalDevice.hasColours)
    let signals = SignalEvents([SIGWINCH, SIGTSTP, SIGCONT])
    let typed = terminal.typed()
    defer {
      signals.cancel()
      typed?.cancel()
    }
    try await session.begin()
    do { try await live(session, typed?.bytes, signals.numbers) } catch {
      try await session.end()
      throw error
    }
    try await session.end()
  }

  /// Lives until the person leaves, or something goes wrong.
  private func live(
    _ session: WatchSession, _ typed: AsyncStream<[UInt8]>?, _ signals: AsyncStream<Int32>
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await Self.listen(session, typed) }
      group.addTask { try await Self.follow(signals, session) }
      group.addTask { try await Self.draw(session) }
      group.addTask { try await Self.settle(session) }
      group.addTask { await WatchAsking(feed: feed).run(session) }
      do { try await group.next() } catch is CancellationError {
      } catch is StandardOutput.ReaderLeft {}
      group.cancelAll()
    }
  }

  private static func listen(_ session: WatchSession, _ typed: AsyncStream<[UInt8]>?) async {
    guard let typed else {
      for await _ in AsyncStream<Void>.makeStream().stream {}  // without keys, until a signal
      return
    }
    for await bytes in typed where await session.press(bytes) { return }
  }

  private static func follow(_ signals: AsyncStream<Int32>, _ session: WatchSession) async throws {
    for await signal in signals {
      switch signal {
      case SIGTSTP: try await session.suspend()
      case SIGCONT: try await session.resume()
      default: await session.resize()
      }
    }
  }

  private static func draw(_ session: WatchSession) async throws {
    for await _ in session.news {
      try await session.draw()
      try await Task.sleep(for: spacing)
    }
  }

  private static func settle(_ session: WatchSession) async throws {
    while true {
      try await Task.sleep(for: .milliseconds(500))
      try await session.settle()
    }
  }
}

/// Asks the owner what the session wants to know, one request at a time.
struct WatchAsking {
  let feed: LiveFeed

  func run(_ session: WatchSession) async {
    var requests = session.requests.makeAsyncIterator()
    var wanted = await requests.next()
    while let request = wanted {
      wanted = await withTaskGroup(of: Void.self) { group in
        if let request { group.addTask { await follow(request, session) } }
        let next = await requests.next()
        group.cancelAll()
        return next
      }
    }
  }

  private func follow(_ request: WatchRequest, _ session: WatchSession) async {
    let number = request.number
    do {
      try await feed.follow(request, current: { await session.current(number) }) {
        try await session.take($0, of: number)
      }
    } catch {
      await session.fail(error)
    }
  }
}
