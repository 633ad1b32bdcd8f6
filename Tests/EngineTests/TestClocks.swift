import Synchronization

/// A moment of a clock of tests, counted from its start.
struct TestInstant: InstantProtocol {
  var offset: Duration

  func advanced(by duration: Duration) -> TestInstant { TestInstant(offset: offset + duration) }
  func duration(to other: TestInstant) -> Duration { other.offset - offset }
  static func < (left: TestInstant, right: TestInstant) -> Bool { left.offset < right.offset }
}

/// A clock that stands still until it is moved, and knows who sleeps by it.
final class SteppedClock: Clock {
  private struct State {
    var now = TestInstant(offset: .zero)
    var sleepers: [Int: (until: TestInstant, waker: CheckedContinuation<Void, any Error>)] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  var now: TestInstant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waker in
        let isOver = state.withLock { state in
          guard !Task.isCancelled, state.now < deadline else { return true }
          state.sleepers[id] = (deadline, waker)
          return false
        }
        guard isOver else { return }
        if Task.isCancelled { waker.resume(throwing: CancellationError()) } else { waker.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.waker.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes who slept until then.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.waker)
    }
    for waker in due { waker.resume() }
  }

  /// Whether somebody sleeps until just then.
  func hasSleeper(until offset: Duration) -> Bool {
    state.withLock { $0.sleepers.values.contains { $0.until.offset == offset } }
  }
}

/// A clock on which every sleep is over at once, and took as long as it was to take.
final class HastyClock: Clock {
  private let moment = Mutex(TestInstant(offset: .zero))
  var now: TestInstant { moment.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, deadline) }
  }
}
