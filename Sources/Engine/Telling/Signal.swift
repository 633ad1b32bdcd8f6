import Foundation
import Synchronization

/// Tells whoever listens that something happened; a listener who is busy hears of several at once.
final class Signal: Sendable {
  private let listeners = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// What happens from now on.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
    }
    listeners.withLock { $0[id] = continuation }
    return stream
  }

  /// Something happened.
  func send() {
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
  }
}
