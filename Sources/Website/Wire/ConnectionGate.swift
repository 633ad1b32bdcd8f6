import HummingbirdCore
import NIOCore
import Synchronization

/// Lets so many connections be open at the same time; for one more, the longest idle is closed.
final class ConnectionGate: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var count = 0
    /// Whether a new connection waits for one to end.
    var owes = false
    var connections: [ObjectIdentifier: Connection] = [:]

    /// Chooses a connection to be closed, once.
    mutating func take(_ id: ObjectIdentifier) -> (@Sendable () -> Void)? {
      owes = false
      return connections.removeValue(forKey: id)?.leave
    }
  }

  private struct Connection {
    /// Since when the client is waited for; nothing while it is answered.
    var since: NIODeadline?
    let leave: @Sendable () -> Void
  }

  init(limit: Int) { self.limit = max(1, limit) }

  /// How many connections are open.
  var count: Int { state.withLock(\.count) }

  /// A connection is open; `leave` closes it where nothing is being answered there.
  func opened(_ id: ObjectIdentifier, leave: @escaping @Sendable () -> Void) {
    state.withLock { $0.connections[id] = Connection(since: nil, leave: leave) }
  }

  /// A connection that was to be closed is being answered, so another one is.
  func stays(_ id: ObjectIdentifier, leave: @escaping @Sendable () -> Void) {
    opened(id, leave: leave)
    _ = makesRoom()
  }

  func closed(_ id: ObjectIdentifier) {
    _ = state.withLock { $0.connections.removeValue(forKey: id) }
  }

  /// A connection waits for its client since then, or does not.
  func waits(_ id: ObjectIdentifier, since: NIODeadline?) {
    let leave = state.withLock { state -> (@Sendable () -> Void)? in
      state.connections[id]?.since = since
      guard state.owes, since != nil else { return nil }
      return state.take(id)
    }
    leave?()
  }

  /// Whether one more connection may be accepted.
  ///
  /// If not, the longest idle one is closed, now or as soon as there is one. O(n) in the open
  /// connections where there is no room.
  func makesRoom() -> Bool {
    let (hasRoom, leave) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.count >= limit else { return (true, nil) }
      let longest = state.connections.min {
        ($0.value.since ?? .distantFuture) < ($1.value.since ?? .distantFuture)
      }
      state.owes = longest?.value.since == nil
      return (false, state.owes ? nil : longest.flatMap { state.take($0.key) })
    }
    leave?()
    return hasRoom
  }

  fileprivate func counts(_ step: Int) { state.withLock { $0.count += step } }
}

/// Counts the connections that a server accepts, for a gate.
struct ConnectionCount: AvailableConnectionsDelegate {
  let gate: ConnectionGate

  func connectionOpened() { gate.counts(1) }
  func connectionClosed() { gate.counts(-1) }
  func isAcceptingNewConnections() -> Bool { gate.makesRoom() }
}

/// Stops accepting for a moment where the machine has nothing to accept with.
///
/// NIO goes on to be woken for connections that it cannot take, so the listening socket is not
/// watched meanwhile.
final class AcceptPause: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Channel
  private let length: TimeAmount
  private var isPaused = false

  init(length: TimeAmount = .seconds(1)) { self.length = length }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is IOError, !isPaused, let options = context.channel.syncOptions {
      pause(context, options)
    }
    context.fireErrorCaught(error)
  }

  private func pause(
    _ context: ChannelHandlerContext, _ options: any NIOSynchronousChannelOptions
  ) {
    do {
      try options.setOption(.autoRead, value: false)
    } catch {
      return context.fireErrorCaught(error)
    }
    isPaused = true
    context.eventLoop.assumeIsolated().scheduleTask(in: length) {
      self.isPaused = false
      do { try options.setOption(.autoRead, value: true) } catch { context.fireErrorCaught(error) }
    }
  }
}
