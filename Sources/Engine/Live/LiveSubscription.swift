import Synchronization

/// A live window: the rows as they are, and from then on what changes in them.
///
/// Nothing is done for it before it is iterated, nor after the iteration has ended or was cancelled.
/// It is iterated once. Who is slow gets the newest whole window instead of a queue of changes.
public struct LiveSubscription: AsyncSequence, Sendable {
  let hub: LiveHub
  let look: LiveHub.Look
  let request: LiveRequest
  let lastVersion: String?
  let seat: LiveSeat

  init(hub: LiveHub, request: LiveRequest, lastVersion: String?, look: @escaping LiveHub.Look) {
    self.hub = hub
    self.look = look
    self.request = request
    self.lastVersion = lastVersion
    seat = LiveSeat(hub: hub)
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: self, presence: LivePresence(seat: seat))
  }

  /// Ends the iteration after what is on its way, as when a server shuts down.
  public func end() { seat.end() }

  /// What came of waiting for a while.
  public enum News: Sendable {
    /// Something is told.
    case update(LiveUpdate)
    /// Nothing happened for as long as was waited.
    case silence
  }

  /// Reads what a subscription tells.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: LiveSubscription
    fileprivate let presence: LivePresence

    /// The next update; nothing after the end, or when the task is cancelled.
    ///
    /// - Throws: What kept the table from being read.
    public mutating func next() async throws -> LiveUpdate? {
      while let news = try await next(deadline: nil) {
        if case .update(let update) = news { return update }
      }
      return nil
    }

    /// The next update, or that there was none for a while; nothing after the end.
    public mutating func next(within wait: Duration) async throws -> News? {
      try await next(deadline: subscription.hub.clock.now() + wait)
    }

    private func next(deadline: Duration?) async throws -> News? {
      do {
        if let news = try await subscription.news(deadline) { return news }
        presence.seat.leave()
        return nil
      } catch {
        presence.seat.leave()
        if Task.isCancelled { return nil }
        throw error
      }
    }
  }
}

extension LiveSubscription {
  /// Waits for news, and does the table's ticking meanwhile where nobody else does.
  @concurrent fileprivate func news(_ deadline: Duration?) async throws -> News? {
    try await hub.join(self)
    while true {
      try Task.checkCancellation()
      switch await hub.take(seat.id, deadline) {
      case .update(let update): return .update(update)
      case .silence: return .silence
      case .ended: return nil
      case .failed(let error): throw error
      case .lead: try await hub.lead(seat.id, look)
      }
    }
  }
}

/// A reader's seat in a hub.
final class LiveSeat: Sendable {
  let hub: LiveHub
  let id: Int
  private let hasEnded = Atomic(false)
  private let hasJoined = Atomic(false)

  init(hub: LiveHub) {
    self.hub = hub
    id = hub.nextID()
  }

  /// Whether the reader was told to end before it sat down.
  var isEnded: Bool { hasEnded.load(ordering: .acquiring) }

  /// Whether this is the first time that the reader asks for news.
  func sitDown() -> Bool { !hasJoined.exchange(true, ordering: .acquiringAndReleasing) }

  func end() {
    hasEnded.store(true, ordering: .releasing)
    hub.end(id)
  }

  func leave() { hub.leave(id) }
}

/// Gives the seat free when its reader is gone.
final class LivePresence: Sendable {
  let seat: LiveSeat

  init(seat: LiveSeat) { self.seat = seat }

  deinit { seat.leave() }
}
