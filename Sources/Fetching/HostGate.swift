import Foundation

/// Keeps us polite: one request at a time per host, a pause between two, and none before the
/// time a host has named (RFC 9110 §10.2.3).
actor HostGate {
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private var doors: [Authority: Door] = [:]
  private var lastTicket = 0

  private struct Door {
    var isTaken = false
    var waiting: [(ticket: Int, call: AsyncStream<Void>.Continuation)] = []
    var lastTurn: Date?
    var hold: Hold?
  }

  /// How long a host is left alone, by the clock on the wall and by one that never jumps: whichever
  /// is over first ends it, so that a wall clock that was wrong locks nobody out.
  private struct Hold {
    var until: Date
    var deadline: ContinuousClock.Instant
  }

  /// Beyond so many hosts those are forgotten that nothing is to be remembered of.
  static let mostDoors = 4096
  /// How long the last turn at a host may matter; no pause is longer.
  private static let memory: TimeInterval = 3600

  /// How many hosts are remembered.
  var hosts: Int { doors.count }

  /// What came of asking for a turn.
  enum Turn<Result: Sendable>: Sendable {
    case had(Result)
    /// The host asked to be left alone; nothing was done.
    case notBefore(Date)
  }

  init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// Does some work while nobody else works at the host, at least `spacing` after the turn before.
  ///
  /// Turns are given in the order asked for; a task that is cancelled leaves the queue.
  nonisolated func withTurn<Result: Sendable>(
    at host: Authority, spacing: Duration = .zero, _ work: () async throws(FetchError) -> Result
  ) async throws(FetchError) -> Turn<Result> {
    try await take(host)
    do throws(FetchError) {
      if let date = try await ready(host, spacing) {
        await give(host, used: false)
        return .notBefore(date)
      }
      let result = try await work()
      await give(host, used: true)
      return .had(result)
    } catch {
      await give(host, used: true)
      throw error
    }
  }

  /// Lets nobody ask the host before a time; an earlier time never shortens a later one.
  func holdBack(_ host: Authority, until date: Date) {
    let wait = min(date.timeIntervalSince(now()), RetryAfter.longest)
    guard wait > 0, notBefore(host).map({ $0 < date }) ?? true else { return }
    doors[host, default: Door()].hold = Hold(
      until: now().addingTimeInterval(wait), deadline: .now.advanced(by: .seconds(wait)))
  }

  /// The hosts that may not be asked yet, and until when.
  var heldBack: [Authority: Date] {
    Dictionary(
      doors.keys.compactMap { host in notBefore(host).map { (host, $0) } },
      uniquingKeysWith: max)
  }

  /// How many wait for a turn at a host.
  func queue(at host: Authority) -> Int {
    doors[host]?.waiting.count ?? 0
  }
}

extension HostGate {
  /// By how many seconds the two clocks may differ before the difference counts as a jump.
  private static let slack: TimeInterval = 60

  private func take(_ host: Authority) async throws(FetchError) {
    if doors.count >= Self.mostDoors, doors[host] == nil { forgetIdle() }
    guard doors[host, default: Door()].isTaken else {
      doors[host, default: Door()].isTaken = true
      return
    }
    let (calls, call) = AsyncStream<Void>.makeStream()
    lastTicket += 1
    let ticket = lastTicket
    doors[host, default: Door()].waiting.append((ticket, call))
    for await _ in calls { break }
    try leaveQueue(host, ticket)
  }

  /// Forgets the hosts that may be asked at once and that nobody waits for.
  private func forgetIdle() {
    let moment = now()
    doors = doors.filter { host, door in
      let isRecent = door.lastTurn.map { abs(moment.timeIntervalSince($0)) < Self.memory } ?? false
      return door.isTaken || !door.waiting.isEmpty || isRecent || notBefore(host) != nil
    }
  }

  /// One who is still in the queue was not called but cancelled; one who is not has the turn.
  private func leaveQueue(_ host: Authority, _ ticket: Int) throws(FetchError) {
    guard let place = doors[host]?.waiting.firstIndex(where: { $0.ticket == ticket }) else {
      return
    }
    doors[host]?.waiting.remove(at: place)
    throw .cancelled
  }

  /// Waits for the pause to end; a date means that the host may not be asked before it.
  private func ready(_ host: Authority, _ spacing: Duration) async throws(FetchError) -> Date? {
    if let date = notBefore(host) { return date }
    if let last = doors[host]?.lastTurn {
      // A last turn in the future: the clock has jumped, and nobody waits for it to catch up.
      let pause = min(spacing, spacing - .seconds(now().timeIntervalSince(last)))
      do { if pause > .zero { try await sleep(pause) } } catch { throw .cancelled }
    }
    return notBefore(host)
  }

  private func notBefore(_ host: Authority) -> Date? {
    guard let hold = doors[host]?.hold, hold.until > now(), hold.deadline > .now else { return nil }
    let left = ContinuousClock.now.duration(to: hold.deadline) / .seconds(1)
    return min(hold.until, now().addingTimeInterval(left + Self.slack))
  }

  private func give(_ host: Authority, used: Bool) {
    if used { doors[host]?.lastTurn = now() }
    guard let next = doors[host]?.waiting.first else {
      doors[host]?.isTaken = false
      return
    }
    doors[host]?.waiting.removeFirst()
    next.call.yield()
  }
}
