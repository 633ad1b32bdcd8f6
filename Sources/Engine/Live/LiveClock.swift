/// The time that live reading goes by, counted from when the clock was taken.
struct LiveClock: Sendable {
  /// The time now.
  let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Waits for a time.
  ///
  /// - Throws: `CancellationError`.
  func sleep(until time: Duration) async throws { try await sleep(time) }
}
